@testable import HearthAuth
import HearthBackend
import HearthCore
import HearthTesting

extension World {
    /// What was so around an action.
    struct Observation {
        let action: Action
        /// The named session.
        let name: String
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
        /// Whether the other process has ended the account's sessions meanwhile without a new one in this place.
        var wasRevoked = false
        /// Whether the service had ended the stored session, and this process may have had other tokens of the user.
        var mayComeBack = false
    }

    /// One of the processes does something, and something may go wrong.
    func step() async {
        // Longer than a code of an authenticator app counts: none is used twice.
        backend.clock.advance(by: .seconds(pick(0...3) == 0 ? 61 : 2))
        let index = pick(0...1)
        if pick(0...4) == 0, let uid = processes[index].auth?.currentUser?.uid { await verify(uid) }
        let action = nextAction(of: index)
        let wasLocked = pick(0...9) == 0
        let wasOver = mayBeOver(processes[index].auth?.currentUser?.uid, processes[index].name)
        let observation = await act(index, action, wasLocked ? [] : fates(), isLocked: wasLocked)
        await check(observation, index)
        let isUnanswered = observation.result.error.map { $0.isAnswerLost || $0.code == .cancelled } ?? false
        guard action.isRecoverable, isUnanswered, !observation.wasKilled, pick(0...1) == 0,
            action.isSignIn || processes[index].auth?.currentUser?.uid == observation.shown
        else { return }
        backend.clock.advance(by: .seconds(2))
        let again = await act(index, action, [], isLocked: false)
        await check(again, index)
        let known = again.shown.flatMap { accounts[$0] }
        let mayBeGone = known.map { $0.deletion != .none } ?? false
        // A password does not bring new tokens where a second factor is asked for.
        let isRevoked = wasOver || known.map { $0.wasReset || !$0.methods.isPasswordEnough } ?? false
        let isExcused = again.isStale || isRevoked || (mayBeGone && action != .delete)
        if let error = again.result.error, !isExcused || action.isSignIn {
            if let auth = processes[index].auth, await mayBeTooOld(error, auth) { return }
            violate("the second \(action) ends with \(error)")
        }
    }

    private func act(_ index: Int, _ action: Action, _ fates: [Fate], isLocked: Bool) async -> Observation {
        switch action {
        case .restart: return await restart(index, isLocked: isLocked)
        case .activate, .removeSession: return await changeSession(index, action, isLocked: isLocked)
        default: break
        }
        let (process, other) = (processes[index], processes[1 - index])
        let name = process.name
        let elsewhere = await stored(besides: name)
        let counter = nextAction(of: 1 - index)
        let shown = process.auth?.currentUser?.uid
        var (wasOvertaken, wasRevoked) = (false, false)
        var isStale = await isStale(process)
        var before = await stored(name)
        let mayComeBack = await mayComeBack(shown, name)
        let overtaker = other.auth?.currentUser?.uid
        trace.append("\(index) \(action) \(fates.map { "\($0)" }) \(isLocked ? "locked" : "")")
        if isLocked { process.storage.mode.withLock { $0 = .locked } }
        let (result, overtaken) = await Self.perform(action, process, fates, meanwhile: counter, other)
        if isLocked { process.storage.mode.withLock { $0 = .open } }
        await process.settle()
        if let outcome = overtaken {
            trace.append("  meanwhile \(counter) \(outcome.map { $0 ?? "-" })")
            learn(counter, outcome, in: other.name, shown: overtaker, wasKilled: false)
            await note(other)
            wasRevoked = counter.changesCredentials && (other.name != name || counter.isPasswordReset)
            if other.name == name {
                isStale = true
                wasOvertaken = outcome.error == nil && (counter.isSignIn || counter.isSignOut)
                before = stored(after: counter, outcome, of: overtaker, before: before)
            }
        }
        let isSeparate = overtaken == nil || other.name == name
        if isSeparate, await stored(besides: name) != elsewhere { violate("\(action) has changed another session") }
        let wasKilled = process.isDead
        trace.append("  \(result.map { $0 ?? "-" })\(wasKilled ? " killed" : "")")
        learn(action, result, in: name, shown: shown, wasKilled: wasKilled)
        if let overtaken { doubt(counter, overtaken, action, result) }
        // The tokens of a sign-in may be those of before.
        if wasRevoked, case .success(let uid?) = result { accounts[uid]?.mayBeRevokedIn.insert(name) }
        await note(process)
        if wasKilled { await begin(index, isLocked: false) }
        return Observation(
            action: action,
            name: name,
            result: result,
            wasKilled: wasKilled,
            shown: shown,
            before: before,
            fates: fates,
            wasLocked: isLocked,
            isStale: isStale,
            wasOvertaken: wasOvertaken,
            wasRevoked: wasRevoked,
            mayComeBack: mayComeBack
        )
    }

    /// Makes a call, and one of the other process where that overtakes it.
    private static func perform(
        _ action: Action,
        _ process: ClientProcess,
        _ fates: [Fate],
        meanwhile counter: Action,
        _ other: ClientProcess
    ) async -> (Result<String?, AuthError>, Result<String?, AuthError>?) {
        let result = Locked<Result<String?, AuthError>>(.failure(AuthError(.cancelled)))
        let overtaken = Locked<Result<String?, AuthError>?>(nil)
        await process.run(fates) {
            guard overtaken.withLock({ $0 == nil }), !counter.isLocal, let auth = other.auth else { return }
            let done = await counter.perform(auth)
            overtaken.withLock { $0 = done }
            await other.settle()
        } _: {
            guard let auth = process.auth else { return }
            let done = await action.perform(auth)
            result.withLock { $0 = done }
        }
        return (result.withLock(\.self), overtaken.withLock(\.self))
    }

    /// Forgets what is not known after both processes have changed one account at the same moment.
    private func doubt(
        _ counter: Action,
        _ outcome: Result<String?, AuthError>,
        _ action: Action,
        _ result: Result<String?, AuthError>
    ) {
        if case .success = outcome, case .message(.resetPassword(let email, let password, _)) = counter {
            for (uid, known) in accounts where known.email == email { accounts[uid]?.passwords.insert(password) }
        }
        guard case .success(let uid?) = outcome else { return }
        switch (counter, action) {
        // Which of two passwords came last is not known.
        case (.updatePassword(let password), _): accounts[uid]?.passwords.insert(password)
        // Nor which of two addresses.
        case (_, _) where counter.addsAddress && action.addsAddress && (try? result.get()) == uid:
            accounts[uid]?.email = nil
            accounts[uid]?.passwords = []
            accounts[uid]?.methods.mailbox = nil
            accounts[uid]?.methods.isMailboxUnsure = true
        // Nor which of two subjects at Google: the later one took the other's place.
        case (.method(.linkGoogle), .method(.linkGoogle)) where (try? result.get()) == uid:
            accounts[uid]?.methods.google = nil
            accounts[uid]?.methods.isGoogleUnsure = true
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

    /// Keeps a session of anyone who is signed in, to ask with at the end.
    private func note(_ process: ClientProcess) async {
        guard let auth = process.auth, let uid = auth.currentUser?.uid, let session = await auth.exportSession() else {
            return
        }
        accounts[uid, default: Known()].probe = session
    }
}

extension World.Observation {
    /// Whether a guest's call kept the user of this process, whose stored session had been ended, and the service could
    /// not be asked whether this process's own tokens are over too.
    var keepsUnasked: Bool {
        guard mayComeBack, action == .guest, !fates.isEmpty, case .success(let uid?) = result else { return false }
        return uid == shown
    }

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
