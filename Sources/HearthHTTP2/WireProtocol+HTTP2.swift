public import HearthHTTP
public import HearthServer
internal import Synchronization

extension WireProtocol {
    /// HTTP/2 with prior knowledge ([RFC 9113 §3.3](https://www.rfc-editor.org/rfc/rfc9113#section-3.3)), beside HTTP/1.1
    /// on the same port.
    ///
    /// A request that `route` gives no handler goes the way of every other: through the server's admission to its
    /// handler. One service of both kinds, gRPC and REST on one port:
    ///
    /// ```swift
    /// let grpc = WireProtocol.http2 { head in
    ///     head.fields["Content-Type"]?.hasPrefix("application/grpc") == true ? firestore.handler(for: head.path) : nil
    /// }
    /// let server = HTTPServer(configuration: configuration, protocols: [grpc], admission: admission, handler: rest)
    /// ```
    ///
    /// Limits of time and size are the server's. A client that floods the connection with resets, pings, settings, empty
    /// frames or large heads is told ENHANCE_YOUR_CALM and cut off.
    ///
    /// - Parameters:
    ///   - limits: What one client may cost, beyond the limits of the server.
    ///   - route: Chooses the handler by the head of a request, on the thread of the connection's loop.
    /// - Returns: The protocol, for one server.
    public static func http2(
        limits: HTTP2Limits = HTTP2Limits(),
        route: @escaping @Sendable (HTTPRequestHead) -> HTTP2Handler? = { _ in nil }
    ) -> WireProtocol {
        let front = Front(limits: limits, route: route)
        return WireProtocol(preface: Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)) { connection, loop in
            Driver(connection, front, on: loop)
        }
    }
}

/// What the connections of one server share.
final class Front: Sendable {
    let limits: HTTP2Limits
    let route: @Sendable (HTTPRequestHead) -> HTTP2Handler?
    private let running = Atomic<Int>(0)

    init(limits: HTTP2Limits, route: @escaping @Sendable (HTTPRequestHead) -> HTTP2Handler?) {
        self.limits = limits
        self.route = route
    }

    /// Counts a stream in, unless there are too many.
    func enter() -> Bool {
        if running.add(1, ordering: .relaxed).newValue <= limits.totalStreams { return true }
        leave()
        return false
    }

    /// Counts a stream out, once its handler has returned.
    func leave() {
        running.subtract(1, ordering: .relaxed)
    }
}
