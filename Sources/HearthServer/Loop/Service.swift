internal import HearthHTTP
internal import Synchronization

/// What the loops of one server share.
final class Service: Sendable {
    let limits: ServerLimits
    let handler: @Sendable (HTTPRequest) async -> HTTPResponse
    let sweepInterval: UInt64
    private let count = Atomic<Int>(0)

    init(limits: ServerLimits, handler: @escaping @Sendable (HTTPRequest) async -> HTTPResponse) {
        self.limits = limits
        sweepInterval = Self.sweepInterval(limits)
        self.handler = handler
    }

    /// How many connections are open.
    var connections: Int {
        count.load(ordering: .relaxed)
    }

    /// Counts a connection in.
    ///
    /// - Returns: How many are open with it.
    func enter() -> Int {
        count.add(1, ordering: .relaxed).newValue
    }

    /// Counts a connection out.
    func leave() {
        count.subtract(1, ordering: .relaxed)
    }

    /// How often deadlines are looked at, in milliseconds: a quarter of the shortest, 5 to 500.
    private static func sweepInterval(_ limits: ServerLimits) -> UInt64 {
        let shortest = min(
            limits.headTimeout,
            limits.bodyTimeout,
            limits.idleTimeout,
            limits.writeTimeout
        )
        return UInt64(min(500, max(5, Int64(shortest.deadline / 4))))
    }
}
