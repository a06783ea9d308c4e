internal import HearthHTTP

/// Where a page may send the user.
enum Redirect {
    /// An absolute web address, split as far as a decision needs.
    struct Target: Sendable, Hashable {
        /// `http` or `https`.
        let scheme: String
        /// The host in lower case, without port.
        let host: String
    }

    /// Reads an absolute `http` or `https` URL, strictly: what browsers read in more than one way is refused.
    static func parse(_ url: String) -> Target? {
        guard url.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") }) else { return nil }
        guard let colon = url.firstIndex(of: ":") else { return nil }
        let scheme = url[..<colon].lowercased()
        let rest = url[url.index(after: colon)...]
        guard scheme == "http" || scheme == "https", rest.hasPrefix("//") else { return nil }
        let authority = rest.dropFirst(2).prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        guard !authority.isEmpty, !authority.contains("@") else { return nil }
        var host = authority
        if authority.hasPrefix("[") {
            guard let end = authority.firstIndex(of: "]") else { return nil }
            host = authority[...end]
        } else if let port = authority.firstIndex(of: ":") {
            host = authority[..<port]
            guard authority[authority.index(after: port)...].allSatisfy(\.isNumber) else { return nil }
        }
        guard !host.isEmpty, host != "." else { return nil }
        return Target(scheme: scheme, host: host.lowercased())
    }

    /// Whether an address is of one of the hosts, exactly.
    static func isAllowed(_ url: String, hosts: [String]) -> Bool {
        guard let target = parse(url) else { return false }
        return hosts.contains { $0.lowercased() == target.host }
    }
}
