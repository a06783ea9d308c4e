/// The languages that the person at the terminal prefers, as the environment says.
enum UserLanguages {
    /// The languages' tags, the best first; none if the environment asks for the untranslated text.
    static let preferred = tags { SystemEnvironment.variable($0) }

    /// Reads `LC_ALL`, `LC_MESSAGES`, `LANG` and `LANGUAGE` as gettext does.
    ///
    /// - Parameter variable: Returns the value of a variable that is set and not empty.
    /// - Returns: The languages' tags, the best first.
    static func tags(_ variable: (String) -> String?) -> [String] {
        let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap(variable).first ?? "C"
        guard let tag = tag(locale) else { return [] }
        let list = variable("LANGUAGE")?.split(separator: ":").compactMap { Self.tag(String($0)) } ?? []
        return list + [tag]
    }

    /// `de_AT.UTF-8@euro` is `de-AT`; `C` and `POSIX` are no language.
    private static func tag(_ locale: String) -> String? {
        let name = locale.prefix { $0 != "." && $0 != "@" }
        guard !name.isEmpty, name != "C", name != "POSIX" else { return nil }
        let isTag = name.utf8.allSatisfy { byte in
            byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-") || (48...57).contains(byte)
                || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
        }
        return isTag ? String(name.map { $0 == "_" ? "-" : $0 }) : nil
    }
}
