internal import HearthCore
internal import HearthWire

/// Tells whether the backend can do its work: whether its storage takes a write.
///
/// Anyone may ask, so that one row is written, and at most once in a while: in between the last answer is repeated.
final class Readiness: Sendable {
    /// How long an answer is repeated.
    static let interval: Duration = .seconds(2)

    /// How long a disk that failed a request is waited for, though a small write works again.
    static let recovery: Duration = .seconds(30)

    private struct State: Sendable {
        var checkedAt: UnixTime?
        var isReady = false
        var failures = 0
        var failedAt: UnixTime?
    }

    private let store: Store
    private let now: @Sendable () -> UnixTime
    private let state = Locked(State())

    /// - Parameters:
    ///   - store: What has to take a write.
    ///   - now: The clock of the system, which no test of an app moves.
    init(store: Store, now: @escaping @Sendable () -> UnixTime) {
        self.store = store
        self.now = now
    }

    /// Checks, unless it was done a moment ago.
    ///
    /// - Throws: `APIError` with status 503.
    func check() async throws(APIError) {
        let moment = now()
        let known = state.withLock { state -> Bool? in
            guard let last = state.checkedAt, moment >= last, moment - last < Self.interval else { return nil }
            return state.isReady
        }
        let isReady: Bool
        if let known {
            isReady = known
        } else {
            let store = store
            let isWritable = (try? await store.write { db in try store.readiness.touch(moment, db) }) != nil
            let failures = store.diskFailures.withLock { $0 }
            isReady = state.withLock { state in
                if failures != state.failures { state.failedAt = moment }
                let isRecovering = state.failedAt.map { moment >= $0 && moment - $0 < Self.recovery } ?? false
                (state.checkedAt, state.failures, state.isReady) = (moment, failures, isWritable && !isRecovering)
                return state.isReady
            }
        }
        guard isReady else { throw .overloaded }
    }
}
