package import HearthHTTP
internal import Synchronization

/// What the loops of one server share.
package final class Service: Sendable {
    /// What one client may cost.
    package let limits: ServerLimits
    /// Answers requests.
    package let handler: HTTPHandler
    /// What pays for the bodies of requests, and for answers that wait.
    package let requestMemory: MemoryBudget
    package let responseMemory: MemoryBudget
    /// What clients may speak beside HTTP/1.1.
    let protocols: [WireProtocol]
    let sweepInterval: UInt64
    private let admission: (@Sendable (HTTPRequestHead) -> HTTPAdmission)?
    private let count = Atomic<Int>(0)

    init(
        limits: ServerLimits,
        protocols: [WireProtocol] = [],
        admission: (@Sendable (HTTPRequestHead) -> HTTPAdmission)? = nil,
        handler: @escaping HTTPHandler
    ) {
        self.limits = limits
        self.protocols = protocols
        self.admission = admission
        self.handler = handler
        requestMemory = MemoryBudget(limit: limits.requestMemory)
        responseMemory = MemoryBudget(limit: limits.responseMemory)
        sweepInterval = Self.sweepInterval(limits)
    }

    /// Decides what becomes of a request.
    package func admit(_ head: @autoclosure () -> HTTPRequestHead) -> HTTPAdmission {
        guard let admission else { return .accept() }
        return admission(head())
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
            limits.writeTimeout,
            limits.streamTimeout
        )
        return UInt64(min(500, max(5, Int64(shortest.deadline / 4))))
    }
}
