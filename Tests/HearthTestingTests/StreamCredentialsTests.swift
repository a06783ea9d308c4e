import HearthAuth
import HearthBackend
import HearthCore
import HearthFirestoreBackend
import HearthFirestoreModel
import HearthJSON
import HearthTesting
import Testing

@Suite("The credentials of a stream")
struct StreamCredentialsTests {
    private let now = Locked(UnixTime(seconds: 1_000_000))
    private static let refusal = FirestoreError(.unauthenticated, "no")

    /// Moves the clock a minute at each look, until the stream is refused.
    private func lifetime(of claims: Int64, _ isAccepted: @escaping @Sendable (UnixTime) -> Bool) async -> Duration {
        let now = now
        let start = now.withLock { $0 }
        let resolver = CallerResolver { _ throws(FirestoreError) in
            guard isAccepted(now.withLock { $0 }) else { throw Self.refusal }
            return .user(claims: ["exp": .integer(claims)])
        }
        let error = await #expect(throws: FirestoreError.self) {
            try await resolver.untilRefused(
                "Bearer x",
                .user(claims: ["exp": .integer(claims)]),
                now: { now.withLock { $0 } },
                sleep: { duration in
                    try Task.checkCancellation()
                    now.withLock { $0 = $0 + duration }
                }
            )
        }
        #expect(error?.code == .unauthenticated)
        return now.withLock { $0 } - start
    }

    @Test func `hold for five minutes after the token's end`() async {
        let end: Int64 = 1_000_000 + 600
        #expect(await lifetime(of: end) { $0.seconds < end } == .minutes(15))
    }

    @Test func `end at the next look when the user is revoked`() async {
        #expect(await lifetime(of: 2_000_000) { $0.seconds < 1_000_100 } == .minutes(2))
    }

    @Test func `of an administrator, and of nobody, never end`() async throws {
        let resolver = CallerResolver { _ throws(FirestoreError) in throw Self.refusal }
        for caller in [FirestoreCaller.administrator, .anonymous] {
            let ran = Locked(false)
            try await resolver.holding(nil, caller, now: { UnixTime(seconds: 0) }, sleep: { _ in }) {
                ran.withLock { $0 = true }
            }
            #expect(ran.withLock { $0 })
        }
    }

    @Test func `of a user who is disabled end a stream of a real session`() async throws {
        let backend = try await TestBackend { $0.profile = .strict }
        let auth = Auth(backend)
        let token = try await auth.signInAnonymously().user.idToken()
        guard case .user(let claims)? = await backend.backend.bearer(of: token) else {
            Issue.record("the token is refused")
            return
        }
        #expect(claims["sub"]?.string == auth.currentUser?.uid)
        try await auth.currentUser?.delete()
        if await backend.backend.bearer(of: token) != nil { Issue.record("the token is still accepted") }
    }
}
