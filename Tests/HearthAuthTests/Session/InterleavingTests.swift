@testable import HearthAuth
import HearthCore
import HearthTestSupport
import Testing

/// Many seeds, each a handful of actions that begin and are answered in an order that no one foresees.
@Suite("Interleavings")
struct InterleavingTests {
    struct Session: Sendable {
        var uid: String
        var epoch: UInt64
    }

    /// What the actions of one seed brought about, as their callers saw it.
    struct Outcome: Sendable {
        /// By ticket: who was signed in, or no one.
        var commits: [UInt64: Session?] = [:]
        var ended: [UInt64: SignOutReason] = [:]
        var violations: [String] = []
    }

    /// One keeper with a service that yields, refuses and rotates at random.
    final class World: Sendable {
        let outcome = Locked(Outcome())
        let storage = FaultyStorage()
        let broadcast = SessionBroadcast()
        let clock = TestClock(sleepsThrough: true)
        let random: Locked<SeededRandom>
        let keeper: SessionKeeper

        init(seed: Int) {
            let random = Locked(SeededRandom(seed))
            let clock = clock.clock
            self.random = random
            keeper = SessionKeeper(clock: clock, storage: storage, broadcast: broadcast) { token in
                let (pause, fate) = random.withLock { random in
                    (Int.random(in: 0...12, using: &random), Int.random(in: 0..<8, using: &random))
                }
                await stepAside(pause)
                switch fate {
                case 0: return .failure(AuthError(.networkError))
                case 1: return .failure(AuthError(.userTokenExpired))
                default:
                    let uid = String(token.reveal().prefix { $0 != "/" })
                    return World.tokens(uid, serial: fate, clock).map { .success($0) }
                        ?? .failure(AuthError(.malformedJWT))
                }
            }
        }

        static func tokens(_ uid: String, serial: Int, _ clock: AuthClock) -> TokenSet? {
            let token = Secret(FakeToken.make(uid, serial: serial))
            guard let claims = try? IDTokenClaims(reading: token) else { return nil }
            return TokenSet(claims: claims, idToken: token, refreshToken: Secret("\(uid)/\(serial)"), clock: clock)
        }

        func pick(_ range: ClosedRange<Int>) -> Int {
            random.withLock { Int.random(in: range, using: &$0) }
        }

        func act() async {
            await stepAside(pick(0...8))
            switch pick(0...9) {
            case 0...2: await signIn(["a", "b", "c"][pick(0...2)])
            case 3: await signOut()
            case 4...6: await refresh()
            case 7: await delete()
            default: await rename()
            }
        }

        private func signIn(_ uid: String) async {
            let ticket = await keeper.drawTicket()
            await stepAside(pick(0...12))
            let token = Secret(FakeToken.make(uid))
            guard let tokens = Self.tokens(uid, serial: 0, clock.clock),
                let claims = try? IDTokenClaims(reading: token),
                let live = try? await keeper.signIn(ticket, Account(claims: claims), tokens)
            else { return }
            outcome.withLock { $0.commits[ticket] = .some(Session(uid: uid, epoch: live.epoch)) }
        }

        private func signOut() async {
            let ticket = await keeper.drawTicket()
            await stepAside(pick(0...3))
            guard case .success = await result(of: { () throws(AuthError) in try await keeper.signOut(ticket) }) else {
                return
            }
            outcome.withLock { $0.commits[ticket] = .some(nil) }
        }

        private func refresh() async {
            guard let live = try? await keeper.live(nil) else { return }
            do throws(AuthError) {
                let fresh = try await keeper.fresh(live.epoch, .refreshed)
                if fresh.tokens.subject != live.account.uid || fresh.epoch != live.epoch {
                    outcome.withLock { $0.violations.append("a token of another session") }
                }
            } catch {
                guard error.code == .userTokenExpired else { return }
                outcome.withLock { $0.ended[live.epoch] = .revoked }
            }
        }

        private func delete() async {
            guard let live = try? await keeper.live(nil) else { return }
            await stepAside(pick(0...12))
            guard await keeper.endDeleted(live.epoch) != nil else { return }
            outcome.withLock { $0.ended[live.epoch] = .deleted }
        }

        private func rename() async {
            guard let live = try? await keeper.live(nil) else { return }
            await stepAside(pick(0...12))
            let changed = try? await keeper.update(live.epoch) { $0.displayName = live.account.uid }
            if let changed, changed.uid != live.account.uid {
                outcome.withLock { $0.violations.append("another account was changed") }
            }
        }

        /// Compares what is there with what the callers were told.
        func check() async -> [String] {
            _ = await keeper.persist().value()
            let outcome = outcome.withLock(\.self)
            var violations = outcome.violations
            let last = outcome.commits.max { $0.key < $1.key }
            let session = last?.value
            let stored = storage.bytes.flatMap { SessionEnvelope.decode(Secret($0))?.account }
            if let session, outcome.ended[session.epoch] == nil {
                guard case .signedIn(let live) = broadcast.snapshot else {
                    return violations + ["signed out without a reason"]
                }
                let account = live.account
                if account.uid != session.uid || live.epoch != session.epoch { violations.append("another session") }
                if account.displayName.map({ $0 != account.uid }) ?? false { violations.append("another's name") }
                if stored != account { violations.append("the storage holds something else") }
            } else {
                let reason = session.flatMap { outcome.ended[$0.epoch] } ?? (last == nil ? .never : .byUser)
                if broadcast.snapshot != .signedOut(reason) { violations.append("not \(reason)") }
                if stored != nil { violations.append("a session is stored") }
            }
            return violations
        }
    }

    @Test func `after 10,000 seeds the session is what the user decided last`() async {
        var outcomes: Set<String> = []
        await withTaskGroup(of: (Int, [String], String).self) { group in
            for seed in 0..<10_000 {
                if seed >= 16, let (seed, violations, end) = await group.next() {
                    #expect(violations.isEmpty, "seed \(seed)")
                    outcomes.insert(end)
                }
                group.addTask { await Self.run(seed) }
            }
            for await (seed, violations, end) in group {
                #expect(violations.isEmpty, "seed \(seed)")
                outcomes.insert(end)
            }
        }
        // The seeds reach every kind of end.
        #expect(outcomes.isSuperset(of: ["a", "b", "c", "byUser", "deleted", "revoked"]))
    }

    private static func run(_ seed: Int) async -> (Int, [String], String) {
        let world = World(seed: seed)
        await world.keeper.restore()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<world.pick(4...10) { group.addTask { await world.act() } }
        }
        let violations = await world.check()
        let end =
            switch world.broadcast.snapshot {
            case .signedIn(let live): live.account.uid
            case .signedOut(let reason): reason.rawValue
            default: ""
            }
        return (seed, violations, end)
    }
}
