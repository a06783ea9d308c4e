import HearthCore
import HearthFlows

/// A user who gives one answer after the other.
final class Answers: Sendable {
    private let left: Locked<[ReauthenticationAnswer]>
    private let challenges = Locked<[ReauthenticationChallenge]>([])

    init(_ answers: [ReauthenticationAnswer]) {
        left = Locked(answers)
    }

    /// What the user was asked so far.
    var asked: [ReauthenticationChallenge] { challenges.withLock(\.self) }

    func next(to challenge: ReauthenticationChallenge) async throws -> ReauthenticationAnswer {
        challenges.withLock { $0.append(challenge) }
        return left.withLock { $0.isEmpty ? .cancel : $0.removeFirst() }
    }
}
