internal import HearthHTTP

/// A client as it shows itself.
struct ClientDetails: Sendable, Hashable {
    /// The address that it calls from; `nil` within the process.
    let address: String?
    let userAgent: String?
}

/// Tells which client a request is from, for the limits that keep one client from locking others out.
struct ClientSource: Sendable {
    private let proxies: [IPRange]

    /// - Parameter proxies: The proxies whose word about their clients is believed.
    init(trusting proxies: [String]) {
        self.proxies = proxies.compactMap { IPRange($0) }
    }

    /// The client's network; `nil` if the request did not come over one.
    func network(of head: HTTPRequestHead) -> String? {
        address(of: head).map { $0.address?.network ?? $0.text }
    }

    /// The client's network, and what the client says of itself and its address, for those who decide about it.
    func client(of head: HTTPRequestHead) -> (network: String?, details: ClientDetails) {
        let found = address(of: head)
        let details = ClientDetails(address: found?.text, userAgent: head.fields["user-agent"])
        return (found.map { $0.address?.network ?? $0.text }, details)
    }

    private func address(of head: HTTPRequestHead) -> (text: String, address: IPAddress?)? {
        guard let peer = head.peer else { return nil }
        guard var address = IPAddress(peer) else { return (peer, nil) }
        if proxies.isEmpty { return (peer, address) }
        var text = peer
        // From the last proxy to the first: each that is trusted names the one before it.
        var hops = head.fields.values(of: "x-forwarded-for").flatMap { $0.split(separator: ",") }
        while proxies.contains(where: { $0.contains(address) }), let hop = hops.popLast() {
            let name = hop.drop { $0 == " " }.prefix { $0 != " " }
            guard let before = IPAddress(name) else { break }
            address = before
            text = String(name)
        }
        return (text, address)
    }

    /// Whether something in between has passed the request on.
    static func isForwarded(_ head: HTTPRequestHead) -> Bool {
        head.fields.all.contains { field in
            let name = field.name.lowercased()
            return name == "forwarded" || name == "via" || name == "x-real-ip" || name.hasPrefix("x-forwarded-")
        }
    }
}
