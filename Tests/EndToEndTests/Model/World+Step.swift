@testable import HearthAuth
import HearthBackend
import HearthCore
import HearthTesting

extension World {
    /// What was so around an action.
    struct Observation {
        let action: Action
        let result: Result<String?, AuthError>
        let wasKilled: Bool
        /// Whom the acting process showed before.
        let shown: String?
        /// What was stored when the action took effect, if it had none itself.
        let before: String?
        let fates: [Fate]
        let wasLocked: Bool
        /// Whether the process acted in a session that was not the stored one any more, or became so meanwhile.
        let isStale: Bool
        /// Whether the other process decided meanwhile who is signed in.
        let wasOvertaken: Bool
    }

    /// One of the processes does something, and something may go wrong.
    func step() async {
        // Longer than a code of an authenticator app counts: none is used twice.
        backend.clock.advance(by: .seconds(pick(0...3) == 0 ? 61 : 2))
        let index = pick(0...1)
        if pick(0...4) == 0, let uid = processes[index].auth?.currentUser?.uid { await verify(uid) }
        let action = nextAction(of: index)
        let wasLocked = pick(0...9) == 0
        let observation = await act(index, action, wasLocked ? [] : fates(), isLocked: wasLocked)
        await check(observation, index)
        let isUnanswered = observation.result.error.map { $0.isAnswerLost || $0.code == .cancelled } ?? false
        guard action.isRecoverable, isUnanswered, !observation.wasKilled, pick(0...1) == 0,
            action.isSignIn || processes[index].auth?.currentUser?.uid == observation.shown
        else { return }
        backend.clock.advance(by: .seconds(2))
        let again = await act(index, action, [], isLocked: false)
        await check(again, index)
        let mayBeGone = again.shown.flatMap { accounts[$0] }.map { $0.deletion != .none } ?? false
        let isExcused = again.isStale || (mayBeGone && action != .delete)
        if let error = again.result.error, !isExcused || action.isSignIn {
            violate("the second \(action) ends with \(error)")
        }
    }

    private func act(_ index: Int, _ action: Action, _ fates: [Fate], isLocked: Bool) async -> Observation {
        if action == .restart { return await restart(index, isLocked: isLocked) }
        let (process, other) = (processes[index], processes[1 - index])
        let counter = nextAction(of: 1 - index)
        let shown = process.auth?.currentUser?.uid
        var wasOvertaken = false
        var isStale = await isStale(process)
        var before = await stored
        let result = Locked<Result<String?, AuthError>>(.failure(AuthError(.cancelled)))
        let overtaken = Locked<Result<String?, AuthError>?>(nil)
        let overtaker = other.auth?.currentUser?.uid
        trace.append("\(index) \(action) \(fates.map { "\($0)" }) \(isLocked ? "locked" : "")")
        if isLocked { process.storage.mode.withLock { $0 = .locked } }
        await process.run(fates) {
            guard overtaken.withLock({ $0 == nil }), counter != .restart, let auth = other.auth else { return }
            let done = await counter.perform(auth)
            overtaken.withLock { $0 = done }
            await other.settle()
        } _: {
            guard let auth = process.auth else { return }
            let done = await action.perform(auth)
            result.withLock { $0 = done }
        }
        if isLocked { process.storage.mode.withLock { $0 = .open } }
        await process.settle()
        if let outcome = overtaken.withLock(\.self) {
            trace.append("  meanwhile \(counter) \(outcome.map { $0 ?? "-" })")
            learn(counter, outcome, shown: overtaker, wasKilled: false)
            await note(other)
            isStale = true
            wasOvertaken = outcome.error == nil && (counter.isSignIn || counter.isSignOut)
            before = stored(after: counter, outcome, of: overtaker, before: before)
        }
        let wasKilled = process.isDead
        trace.append("  \(result.withLock(\.self).map { $0 ?? "-" })\(wasKilled ? " killed" : "")")
        learn(action, result.withLock(\.self), shown: shown, wasKilled: wasKilled)
        if let outcome = overtaken.withLock(\.self) { doubt(counter, outcome, action, result.withLock(\.self)) }
        await note(process)
        if wasKilled { await begin(index, isLocked: false) }
        return Observation(
            action: action,
            result: result.withLock(\.self),
            wasKilled: wasKilled,
            shown: shown,
            before: before,
            fates: fates,
            wasLocked: isLocked,
            isStale: isStale,
            wasOvertaken: wasOvertaken
        )
    }

    /// Forgets what is not known after both processes have changed one account at the same moment.
    private func doubt(
        _ counter: Action,
        _ outcome: Result<String?, AuthError>,
        _ action: Action,
        _ result: Result<String?, AuthError>
    ) {
        guard case .success(let uid?) = outcome else { return }
        switch (counter, action) {
        // Which of two passwords came last is not known.
        case (.updatePassword(let password), _): accounts[uid]?.passwords.insert(password)
        // Nor which of two addresses.
        case (.link, .link(let email, let password)) where (try? result.get()) == uid:
            accounts[uid]?.email = nil
            accounts[uid]?.passwords = []
            accounts[uid]?.maybeLinked = (email, password)
        default: break
        }
    }

    /// Who is stored after the other process has acted.
    private func stored(
        after counter: Action,
        _ outcome: Result<String?, AuthError>,
        of overtaker: String?,
        before: String?
    ) -> String? {
        switch (outcome, counter) {
        case (.success(let uid), _) where counter.isSignIn: uid
        case (.success, _) where counter.isSignOut: nil
        case (.success, .delete) where before == overtaker: nil
        default: before
        }
    }

    private func begin(_ index: Int, isLocked: Bool) async {
        processes[index].end()
        processes[index] = ClientProcess(backend, directory: directory, isLocked: isLocked)
        _ = await processes[index].auth?.ready()
    }

    /// An orderly end, and a start at which the storage may be locked: then a guest must wait.
    private func restart(_ index: Int, isLocked: Bool) async -> Observation {
        let before = await stored
        trace.append("\(index) restart \(isLocked ? "locked" : "")")
        await processes[index].settle()
        await begin(index, isLocked: isLocked)
        var result: Result<String?, AuthError> = .success(nil)
        if isLocked, let auth = processes[index].auth {
            if case .success(let uid) = await Action.guest.perform(auth) {
                violate("a guest \(uid ?? "") behind a lock")
            }
            if auth.currentUser != nil || auth.state.isSignedOut { violate("a locked storage says who is there") }
            processes[index].storage.mode.withLock { $0 = .open }
            result = await Action.look.perform(auth)
        }
        if processes[index].auth?.currentUser?.uid != before { violate("the start shows another user than is stored") }
        return Observation(
            action: .look,
            result: result,
            wasKilled: false,
            shown: nil,
            before: before,
            fates: [],
            wasLocked: isLocked,
            isStale: false,
            wasOvertaken: false
        )
    }

    /// Keeps a session of anyone who is signed in, to ask with at the end.
    private func note(_ process: ClientProcess) async {
        guard let auth = process.auth, let uid = auth.currentUser?.uid, let session = await auth.exportSession() else {
            return
        }
        accounts[uid, default: Known()].probe = session
    }
}

extension World.Observation {
    /// Whether the other process acted when the sign-in was stored already.
    var wasOvertakenAfterwards: Bool {
        guard wasOvertaken, let index = fates.firstIndex(of: .overtaken) else { return false }
        return fates[..<index].count { $0 == .passes } >= action.callsUntilTokens
    }
}

extension Result where Failure == AuthError {
    var error: AuthError? {
        if case .failure(let error) = self { error } else { nil }
    }
}

extension SessionState {
    fileprivate var isSignedOut: Bool {
        if case .signedOut = self { true } else { false }
    }
}
