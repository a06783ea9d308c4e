internal import HearthHTTP
internal import HearthWire

/// Where the service is that an administrator speaks to.
enum AdminAddress: Sendable {
    /// A server that serves each of Google's hosts under a path of that name.
    case server(_ origin: String)
    /// Google itself.
    case google

    /// Where requests are made for, before ``readdress(_:over:)``.
    var origin: String {
        switch self {
        case .server(let origin): origin
        case .google: "https://"
        }
    }

    /// Turns the path that begins with a host into an address at that host, if the service is Google.
    func readdress(_ message: HTTPRequest, over route: Route) -> HTTPRequest {
        guard case .google = self else { return message }
        var message = message
        message.origin = "https://" + route.service.rawValue
        message.target = String(message.target.dropFirst(route.service.rawValue.count + 1))
        return message
    }
}
