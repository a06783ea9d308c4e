internal import HearthHTTP

/// Tells which client a request is from, for the limits that keep one client from locking others out.
struct ClientSource: Sendable {
    private let proxies: [IPRange]

    /// - Parameter proxies: The proxies whose word about their clients is believed.
    init(trusting proxies: [String]) {
        self.proxies = proxies.compactMap { IPRange($0) }
    }

    /// The client's network; `nil` if the request did not come over one.
    func network(of head: HTTPRequestHead) -> String? {
        guard let text = head.peer else { return nil }
        guard var address = IPAddress(text) else { return text }
        // From the last proxy to the first: each that is trusted names the one before it.
        var hops = head.fields.values(of: "x-forwarded-for").flatMap { $0.split(separator: ",") }
        while proxies.contains(where: { $0.contains(address) }), let hop = hops.popLast() {
            let name = hop.drop { $0 == " " }.prefix { $0 != " " }
            guard let before = IPAddress(name) else { break }
            address = before
        }
        return address.network
    }

    /// Whether something in between has passed the request on.
    static func isForwarded(_ head: HTTPRequestHead) -> Bool {
        head.fields.all.contains { field in
            let name = field.name.lowercased()
            return name == "forwarded" || name == "via" || name == "x-real-ip" || name.hasPrefix("x-forwarded-")
        }
    }
}
