internal import HearthHTTP

/// Where a page may send the user.
enum Redirect {
    /// An absolute web address, split as far as a decision needs.
    struct Target: Sendable, Hashable {
        /// `http` or `https`.
        let scheme: String
        /// The host in lower case, without port.
        let host: String
        /// The port, if the address names one.
        let port: Substring?

        /// Whether the address is encrypted on the port of its scheme, or on this machine.
        fileprivate var isOrdinary: Bool {
            scheme == "https" && (port == nil || port == "443") || host == "localhost" || host.hasSuffix(".localhost")
                || IPAddress(host)?.isLoopback == true
        }

        /// Whether an entry of a list means exactly this origin: `host:port`, or with its scheme before it.
        fileprivate func isNamed(by entry: String) -> Bool {
            let authority = port.map { "\(host):\($0)" } ?? host
            return entry == "\(scheme)://\(authority)" || port != nil && entry == authority
        }
    }

    /// Reads an absolute `http` or `https` URL, strictly: what browsers read in more than one way is refused.
    static func parse(_ url: String) -> Target? {
        guard url.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") }) else { return nil }
        guard let colon = url.firstIndex(of: ":") else { return nil }
        let scheme = url[..<colon].lowercased()
        let remainder = url[url.index(after: colon)...]
        guard scheme == "http" || scheme == "https", remainder.hasPrefix("//") else { return nil }
        let authority = remainder.dropFirst(2).prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        guard !authority.isEmpty, !authority.contains("@") else { return nil }
        var host = authority
        var port: Substring?
        if authority.hasPrefix("[") {
            guard let end = authority.firstIndex(of: "]") else { return nil }
            host = authority[...end]
        } else if let colon = authority.firstIndex(of: ":") {
            host = authority[..<colon]
        }
        let rest = authority[host.endIndex...]
        if !rest.isEmpty {
            port = rest.dropFirst()
            guard rest.first == ":", port?.utf8.allSatisfy({ (48...57).contains($0) }) == true else { return nil }
            if port?.isEmpty == true { port = nil }
        }
        guard !host.isEmpty, host != "." else { return nil }
        return Target(scheme: scheme, host: host.lowercased(), port: port)
    }

    /// Whether an address is one to which the user may be sent.
    ///
    /// A host in the list stands for its HTTPS address on the usual port; this machine's names stand for any port and
    /// for plain HTTP too. Another port or plain HTTP has to be listed: `host:8443`, `http://host` or
    /// `http://host:8080`. With `anyPort`, as in the emulator, a host stands for all of its ports and for plain HTTP.
    static func isAllowed(_ url: String, hosts: [String], anyPort: Bool = false) -> Bool {
        guard let target = parse(url) else { return false }
        return hosts.contains { entry in
            let entry = entry.lowercased()
            return entry == target.host && (anyPort || target.isOrdinary) || target.isNamed(by: entry)
        }
    }
}
