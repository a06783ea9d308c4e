internal import HearthCore
internal import HearthHTTP

/// Which addresses this server calls because an administrator wrote them down while it runs.
///
/// In strict they are `https` and public, but for the hosts that the operator allows: an administrator of accounts must
/// not reach what only this machine and its network can reach.
struct OutboundRule: Sendable {
    let isStrict: Bool
    /// In lower case, without ports.
    let allowedHosts: Set<String>

    init(_ configuration: BackendConfiguration) {
        isStrict = !configuration.policy.believesEveryProvider
        allowedHosts = Set(configuration.internalHosts.map { $0.lowercased() })
    }

    /// Why an address is not called; `nil` if it is.
    func refusal(of url: String) -> String? {
        let parts = HTTPAddress(url)
        guard let parts, parts.isPlain else { return "the address has a user, a fragment, or no host" }
        guard parts.scheme == "https" || parts.scheme == "http" else { return "the address is no http address" }
        guard isStrict, !allowedHosts.contains(parts.host) else { return nil }
        guard parts.scheme == "https" else {
            return "the address is not https; the operator may allow its host, '\(parts.host)'"
        }
        guard !Self.isInternal(parts.host) else {
            return "the address is not public; the operator may allow its host, '\(parts.host)'"
        }
        return nil
    }

    /// Whether a host is this machine or a private address by its spelling; what a name leads to is found out where the
    /// connection is made.
    private static func isInternal(_ host: String) -> Bool {
        if let address = IPAddress(host) { return !address.isPublic }
        // A last label of digits, or 0x…, is an IPv4 address in one of its other spellings.
        let last = host.split(separator: ".", omittingEmptySubsequences: false).last ?? ""
        let isNumber = last.utf8.first.map { (48...57).contains($0) } ?? true
        return isNumber || !host.contains(".") || host == "localhost" || host.hasSuffix(".localhost")
            || host.hasSuffix(".internal") || host.hasSuffix(".local")
    }
}

/// An address, taken apart.
struct HTTPAddress: Sendable, Hashable {
    /// In lower case.
    let scheme: String
    /// In lower case, without a port; an IPv6 address is in brackets.
    let host: String
    /// Scheme, host and port.
    let origin: String
    /// The path and the query.
    let target: String
    /// Whether nothing stands where readers of addresses disagree.
    let isPlain: Bool

    init?(_ url: String) {
        guard let mark = url.firstRange(of: "://"), mark.lowerBound > url.startIndex else { return nil }
        scheme = url[..<mark.lowerBound].lowercased()
        let rest = url[mark.upperBound...]
        let authority = rest.prefix { !"/?#".contains($0) }
        guard !authority.isEmpty else { return nil }
        let tail = rest[authority.endIndex...]
        origin = "\(scheme)://\(authority)"
        target = tail.isEmpty ? "/" : tail.hasPrefix("/") ? String(tail) : "/\(tail)"
        if authority.hasPrefix("["), let end = authority.firstIndex(of: "]") {
            host = authority[...end].lowercased()
        } else {
            host = authority.prefix { $0 != ":" }.lowercased()
        }
        isPlain =
            !host.isEmpty && !tail.contains("#")
            && url.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") && $0 != UInt8(ascii: "@") }
    }
}

extension IPAddress {
    /// Networks that are not everybody's, beside those that no address of the Internet is in
    /// ([RFC 6890](https://www.rfc-editor.org/rfc/rfc6890)).
    private static let reserved = [
        "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24",
        "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24",
        "224.0.0.0/3", "2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20",
    ].compactMap { IPRange($0) }
    /// What IPv6 has given out so far.
    private static let global = IPRange("2000::/3")

    /// Whether the address is one of the public Internet.
    var isPublic: Bool {
        guard !Self.reserved.contains(where: { $0.contains(self) }) else { return false }
        return bytes.count == 4 || Self.global?.contains(self) == true
    }
}

/// The addresses that a server may connect to because an administrator wrote down a name that leads to them.
public enum PublicAddress {
    /// Whether an address is one of the public Internet: neither this machine's, nor private, nor reserved.
    ///
    /// - Parameter bytes: The four bytes of an IPv4 address or the sixteen of an IPv6 address, in network order.
    /// - Returns: Whether it is.
    public static func contains(_ bytes: [UInt8]) -> Bool {
        IPAddress(bytes: bytes)?.isPublic ?? false
    }
}

/// Calls what an administrator wrote down: hosts that the operator allows over one transport, all others over one that
/// connects to public addresses alone.
struct OutboundTransport: HTTPTransport {
    let rule: OutboundRule
    /// Connects anywhere.
    let open: any HTTPTransport
    /// Connects to public addresses.
    let guarded: any HTTPTransport

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        let url = (request.origin ?? "") + request.target
        guard rule.refusal(of: url) == nil, let address = HTTPAddress(url) else {
            throw TransportError(.invalidRequest, "this server does not call the address")
        }
        let isOpen = !rule.isStrict || rule.allowedHosts.contains(address.host)
        return try await (isOpen ? open : guarded).send(request)
    }
}
