/// How clients spell the names of members: `photoUrl`, `photo_url`, and, as the official emulator reads them too,
/// `photoURL`, `PhotoUrl` and `photo-url`.
enum MemberName {
    /// Names of this API that are spelled otherwise than its other names.
    private static let exceptions: Set<String> = ["iOSBundleId", "clientDataJSON"]

    /// Whether a name is spelled in another way than `photoUrl`.
    static func isIrregular(_ name: String) -> Bool {
        var wasUpper = true
        var isIrregular = false
        for byte in name.utf8 {
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"):
                if wasUpper { isIrregular = true }
                wasUpper = true
            case UInt8(ascii: "_"), UInt8(ascii: "-"):
                isIrregular = true
                wasUpper = false
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): wasUpper = false
            // What is no word of letters and digits is the key of a map, not the name of a member.
            default: return false
            }
        }
        return isIrregular && !exceptions.contains(name)
    }

    /// The name as this API spells it.
    static func regular(_ name: String) -> String {
        guard isIrregular(name) else { return name }
        let words = words(of: Array(name.utf8))
        var result: [UInt8] = []
        for word in words {
            let lower = word.map { isUpper($0) ? $0 | 0x20 : $0 }
            guard let first = lower.first else { continue }
            let isLetter = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first)
            result.append(result.isEmpty || !isLetter ? first : first & 0xDF)
            result += lower.dropFirst()
        }
        return result.isEmpty ? name : String(decoding: result, as: UTF8.self)
    }

    /// The words of a name: a capital after a small letter begins one, and so does the last of several capitals if a
    /// small letter follows.
    private static func words(of name: [UInt8]) -> [ArraySlice<UInt8>] {
        var words: [ArraySlice<UInt8>] = []
        var start = 0
        func end(_ index: Int) {
            if start < index { words.append(name[start..<index]) }
            start = index
        }
        for index in name.indices {
            if name[index] == UInt8(ascii: "_") || name[index] == UInt8(ascii: "-") {
                end(index)
                start = index + 1
            } else if index > start, isUpper(name[index]) {
                let endsCapitals = index + 1 < name.count && isLower(name[index + 1])
                if !isUpper(name[index - 1]) || endsCapitals { end(index) }
            }
        }
        end(name.count)
        return words
    }

    private static func isUpper(_ byte: UInt8) -> Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) }
    private static func isLower(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) }
}
