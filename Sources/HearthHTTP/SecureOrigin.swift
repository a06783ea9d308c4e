/// Scheme, host and port of a server to which secrets may be sent: HTTPS, or plain HTTP to this machine alone.
package struct SecureOrigin: Sendable, Hashable {
    /// The origin, without a slash at the end.
    package let text: String

    /// Accepts an origin.
    ///
    /// - Parameter text: For example `https://identity.example.com` or `http://127.0.0.1:9099`; one slash at the end
    ///   is dropped.
    package init?(_ text: String) {
        let origin = text.hasSuffix("/") ? String(text.dropLast()) : text
        let scheme = origin.prefix { $0 != ":" }
        guard origin.hasPrefix(scheme + "://") else { return nil }
        let authority = origin.dropFirst(scheme.count + "://".count)
        let isPlain = authority.utf8.allSatisfy { byte in
            byte > 0x20 && byte < 0x7F && !#"@\/?#"#.utf8.contains(byte)
        }
        guard !authority.isEmpty, authority.first != ":", isPlain else { return nil }
        guard scheme == "https" || scheme == "http" && Self.isLoopback(authority) else { return nil }
        self.text = origin
    }

    private static func isLoopback(_ authority: some StringProtocol) -> Bool {
        ["localhost", "127.0.0.1", "[::1]"].contains { host in
            guard authority.hasPrefix(host) else { return false }
            let port = authority.dropFirst(host.count)
            return port.isEmpty || port.first == ":" && port.dropFirst().utf8.allSatisfy { (48...57).contains($0) }
        }
    }
}
