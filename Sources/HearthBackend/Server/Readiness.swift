internal import HearthCore
internal import HearthWire

/// Tells whether the backend can do its work: whether its storage takes a write.
///
/// Anyone may ask, so that one row is written, and at most once in a while: in between the last answer is repeated.
final class Readiness: Sendable {
    /// How long an answer is repeated.
    static let interval: Duration = .seconds(2)

    private struct State: Sendable {
        var checkedAt: UnixTime?
        var isReady = false
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
            isReady = (try? await store.write { db in try store.readiness.touch(moment, db) }) != nil
            state.withLock { $0 = State(checkedAt: moment, isReady: isReady) }
        }
        guard isReady else { throw .overloaded }
    }
}
