internal import HearthHTTP
internal import HearthWire

/// Decides whether a request may have the emulator's privileges: `Bearer owner`, the codes that were sent, the clock
/// and the faults.
///
/// They are for programs of the developer's own. A web page that the developer happens to visit is not one: it can
/// call this server from any origin, and by a name of its own that leads to this machine (DNS rebinding). Nor is a
/// request that a proxy passed on: it may come from anywhere.
struct LocalClient: Sendable {
    /// Hosts beside those of this machine, with or without a port.
    let hosts: [String]
    let allowsProxies: Bool

    init(_ configuration: BackendConfiguration) {
        hosts =
            configuration.authorizedDomains
            + [configuration.publicURL.flatMap { Redirect.parse($0)?.host }].compactMap(\.self)
        allowsProxies = configuration.allowsProxiedEmulator
    }

    /// Refuses a request that is not of this machine.
    ///
    /// - Throws: `APIError` with status 403.
    func check(_ head: HTTPRequestHead) throws(APIError) {
        if !allowsProxies, ClientSource.isForwarded(head) {
            throw Self.refusal(
                """
                The emulator's privileges are for requests of this machine, and this one came through a proxy. Run the \
                server in production mode, or let its configuration allow a proxied emulator.
                """
            )
        }
        if let host = head.fields["host"], !isKnown(host: host) {
            throw Self.refusal(
                "The emulator's privileges are not given to the host '\(Self.printable(host))'. Call it as localhost, "
                    + "by its address, or add the host to the authorized domains."
            )
        }
        if let origin = head.fields["origin"] {
            guard isKnown(origin: origin) else {
                throw Self.refusal(
                    "The emulator's privileges are not given to pages of '\(Self.printable(origin))'. Add its host to the "
                        + "authorized domains if the page is your own."
                )
            }
        } else if Self.isOfUnnamedPage(head) {
            throw Self.refusal("The emulator's privileges are not given to a page of another site without its origin.")
        }
    }

    /// Whether a page of another site asks without saying which.
    ///
    /// A browser sends no `Origin` with a request whose answer the page may not read, but it says that the request
    /// crosses sites ([Fetch Metadata](https://www.w3.org/TR/fetch-metadata/)). A user who follows a link is no page.
    private static func isOfUnnamedPage(_ head: HTTPRequestHead) -> Bool {
        head.fields["sec-fetch-site"]?.lowercased() == "cross-site"
            && head.fields["sec-fetch-mode"]?.lowercased() != "navigate"
    }

    /// Whether a page may read what only a developer may see.
    func isKnown(origin: String) -> Bool {
        guard let mark = origin.firstRange(of: "://") else { return false }
        let (host, _) = Self.split(origin[mark.upperBound...])
        return Self.isThisMachine(host) || isAuthorized(origin[mark.upperBound...])
    }

    /// No page can have an address, or a name without a dot, for its own and let it lead elsewhere.
    private func isKnown(host authority: String) -> Bool {
        let (host, _) = Self.split(authority[...])
        let isName = !host.isEmpty && host.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"./@:".utf8.contains($0) }
        return Self.isThisMachine(host) || IPAddress(host) != nil || isName || host == "host.docker.internal"
            || isAuthorized(authority[...])
    }

    private func isAuthorized(_ authority: Substring) -> Bool {
        let (host, _) = Self.split(authority)
        return hosts.contains { $0.lowercased() == host || $0.lowercased() == authority.lowercased() }
    }

    private static func isThisMachine(_ host: String) -> Bool {
        host == "localhost" || host.hasSuffix(".localhost") || IPAddress(host)?.isLoopback == true
    }

    /// The host in lower case, and what follows it.
    private static func split(_ authority: Substring) -> (host: String, rest: Substring) {
        if authority.hasPrefix("["), let end = authority.firstIndex(of: "]") {
            return (authority[...end].lowercased(), authority[authority.index(after: end)...])
        }
        let host = authority.prefix { $0 != ":" }
        return (host.lowercased(), authority[host.endIndex...])
    }

    private static func printable(_ text: String) -> String {
        String(text.unicodeScalars.prefix(100).filter { $0.value > 0x20 && $0.value < 0x7F }.map(Character.init))
    }

    private static func refusal(_ words: String) -> APIError {
        APIError(
            APIError.Code(rawValue: words),
            httpStatus: 403,
            status: "PERMISSION_DENIED",
            item: APIError.Item(reason: "forbidden")
        )
    }
}
