/// The URL of a document of keys, taken apart as a transport wants it.
struct KeyLocation: Sendable, Hashable {
    let origin: String
    let target: String

    /// Accepts HTTPS, and plain HTTP to this machine alone.
    init(_ url: String) throws(KeySourceError) {
        self.init(trusted: url)
        let scheme = origin.prefix { $0 != ":" }
        let authority = origin.dropFirst(scheme.count + 3)
        let isSafe = authority.utf8.allSatisfy { byte in
            byte > 0x20 && byte < 0x7F && !#"@\?#"#.utf8.contains(byte)
        }
        guard origin.hasPrefix(scheme + "://"), !authority.isEmpty, isSafe else {
            throw KeySourceError(.insecureLocation, "not a URL")
        }
        guard scheme == "https" || scheme == "http" && Self.isLoopback(authority) else {
            throw KeySourceError(.insecureLocation, "HTTPS is needed")
        }
    }

    /// Takes apart a URL that is written in the source.
    init(trusted url: String) {
        let scheme = url.prefix { $0 != ":" }.count + "://".count
        let rest = url.dropFirst(scheme)
        let authority = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        origin = String(url.prefix(scheme)) + authority
        target = authority.count < rest.count ? String(rest.dropFirst(authority.count)) : "/"
    }

    private static func isLoopback(_ authority: some StringProtocol) -> Bool {
        ["localhost", "127.0.0.1", "[::1]"].contains { host in
            guard authority.hasPrefix(host) else { return false }
            let port = authority.dropFirst(host.count)
            return port.isEmpty || port.first == ":" && port.dropFirst().utf8.allSatisfy { (48...57).contains($0) }
        }
    }
}
