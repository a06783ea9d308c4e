internal import HearthAuth
internal import HearthCore

/// The callers who wait for the end of something; each is answered exactly once.
final class Calls<Outcome: Sendable>: Sendable {
    typealias Answer = Promise<Result<Outcome, FlowError>>

    private let open = Locked<[FlowID: Answer]>([:])

    /// Makes a place to wait in.
    func begin(_ id: FlowID) -> Answer {
        let answer = Answer()
        open.withLock { $0[id] = answer }
        return answer
    }

    /// Answers a caller; one who was answered before is not answered again.
    func finish(_ id: FlowID, _ result: Result<Outcome, FlowError>) {
        open.withLock { $0.removeValue(forKey: id) }?.fulfil(result)
    }

    /// How many wait, for tests of who was forgotten.
    var count: Int { open.withLock(\.count) }
}
