internal import HearthHTTP

/// Where a backend is, in any of the forms that people write: `localhost`, `127.0.0.1:9099`, `[::1]:9099`, `::1` or a URL.
enum BackendOrigin {
    static let local = "http://127.0.0.1:9099"
    private static let port = "9099"

    /// The address that a command means: its option, the variable that official tools have for it, or this machine.
    ///
    /// - Parameters:
    ///   - options: The command's options.
    ///   - names: The options that may name the address, the first that is given counts.
    ///   - variable: The variable that names it otherwise.
    /// - Returns: The address as a URL, without a slash at the end.
    /// - Throws: ``UsageError`` or ``CommandFailure`` if what was given is no address.
    static func read(
        _ options: Options,
        _ names: String...,
        variable: String = "FIREBASE_AUTH_EMULATOR_HOST"
    ) throws -> String {
        for name in names {
            guard let text = options.last(name) else { continue }
            guard let origin = url(text) else { throw options.refusal(name, text.printable, expected: form) }
            return origin
        }
        guard let text = SystemEnvironment.variable(variable) else { return local }
        guard let origin = url(text) else { throw CommandFailure("\(variable)=\(text.printable): expected \(form)") }
        return origin
    }

    private static let form = "HOST, HOST:PORT or a URL"

    /// The URL that a text means; `nil` for one that means none.
    ///
    /// A host without a scheme is spoken to in the clear, and without a port at the emulator's.
    static func url(_ text: String) -> String? {
        let whole = text.hasSuffix("/") ? String(text.dropLast()) : text
        if let end = whole.firstRange(of: "://") {
            let scheme = whole[..<end.lowerBound].lowercased()
            let rest = whole[end.upperBound...]
            let authority = rest.prefix { $0 != "/" }
            guard scheme == "http" || scheme == "https", isAuthority(authority), isPath(rest[authority.endIndex...])
            else { return nil }
            return scheme + "://" + rest
        }
        let isBareIPv6 = !whole.hasPrefix("[") && whole.count { $0 == ":" } > 1
        let authority = isBareIPv6 ? "[\(whole)]" : whole
        guard isAuthority(authority[...]) else { return nil }
        let hasPort = authority.hasPrefix("[") ? authority.contains("]:") : authority.contains(":")
        return "http://" + authority + (hasPort ? "" : ":" + port)
    }

    private static func isPath(_ path: Substring) -> Bool {
        path.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"?#\\\"".utf8.contains($0) }
    }

    private static func isAuthority(_ text: Substring) -> Bool {
        if text.hasPrefix("[") {
            guard let end = text.firstIndex(of: "]") else { return false }
            let address = text[text.index(after: text.startIndex)..<end]
            let isAddress = address.contains(":") && address.allSatisfy { $0.isHexDigit || $0 == ":" || $0 == "." }
            return isAddress && isPortSuffix(text[text.index(after: end)...])
        }
        let host = text.prefix { $0 != ":" }
        let isHost = host.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
                true
            default: false
            }
        }
        return !host.isEmpty && !host.hasPrefix("-") && isHost && isPortSuffix(text[host.endIndex...])
    }

    /// Nothing, or a colon and a port.
    private static func isPortSuffix(_ text: Substring) -> Bool {
        guard !text.isEmpty else { return true }
        let digits = text.dropFirst()
        guard text.first == ":", digits.utf8.allSatisfy({ (48...57).contains($0) }), let port = Int(digits) else {
            return false
        }
        return (1...65_535).contains(port)
    }
}
