@testable import HearthAuth
import HearthCore
import HearthTesting

extension World {
    /// What the model learns of the accounts from an action in a named session and what its caller was told.
    func learn(
        _ action: Action,
        _ result: Result<String?, AuthError>,
        in name: String,
        shown: String?,
        wasKilled: Bool
    ) {
        let uid = (try? result.get()) ?? nil
        // A guest's call that keeps the user brings no new tokens.
        if let uid, action.isSignIn, action != .guest || uid != shown { accounts[uid]?.mayBeRevokedIn.remove(name) }
        if action.changesCredentials, let changed = uid ?? shown {
            accounts[changed]?.mayBeRevokedIn.formUnion(Self.names.filter { $0 != name })
        }
        learn(action, result, shown: shown, wasKilled: wasKilled)
    }

    private func learn(_ action: Action, _ result: Result<String?, AuthError>, shown: String?, wasKilled: Bool) {
        let isUnknown = wasKilled || (result.error.map { $0.isAnswerLost || $0.code == .cancelled } ?? false)
        switch (action, result) {
        case (.method(let method), _): learn(method, result, shown: shown, isUnknown: isUnknown)
        case (.message(let message), _): learn(message, result, shown: shown, isUnknown: isUnknown)
        case (.createUser(let email, let password), .success(let uid?)):
            maybeCreated[email] = nil
            accounts[uid, default: Known()].email = email
            accounts[uid]?.passwords = [password]
        case (.createUser(let email, let password), _):
            if isUnknown { maybeCreated[email] = password }
        case (.guest, .success(let uid?)):
            if accounts[uid] == nil { accounts[uid] = Known() }
        case (.link(let email, let password), .success(let uid?)):
            accounts[uid, default: Known()].email = email
            accounts[uid]?.passwords = [password]
            accounts[uid]?.maybeLinked = nil
            accounts[uid]?.mayBeRevoked = false
        case (.link(let email, let password), _):
            guard let shown, isUnknown else { return }
            accounts[shown]?.maybeLinked = (email, password)
            accounts[shown]?.mayBeRevoked = true
        case (.updatePassword(let password), .success(let uid?)):
            accounts[uid]?.passwords = [password]
            accounts[uid]?.mayBeRevoked = false
        case (.updatePassword(let password), _):
            guard let shown, isUnknown else { return }
            accounts[shown]?.passwords.insert(password)
            accounts[shown]?.mayBeRevoked = true
        case (.delete, .success):
            if let shown { accounts[shown]?.deletion = .done }
        case (.delete, _):
            if let shown, accounts[shown]?.deletion == Deletion.none { accounts[shown]?.deletion = .asked }
        default: break
        }
    }

    /// Whether an account may have no session that counts.
    func mayBeOver(_ uid: String?, _ name: String) -> Bool {
        guard let uid, let known = accounts[uid] else { return true }
        return known.deletion != .none || known.mayBeRevoked || known.mayBeRevokedIn.contains(name)
    }

    /// Compares what is stored and shown with what may be.
    func check(_ seen: Observation, _ index: Int) async {
        let now = await stored(seen.name)
        var allowed: Set<String?> = []
        switch (seen.action, seen.result) {
        case (_, .success) where seen.action.isSignIn && seen.wasOvertakenAfterwards: allowed = [seen.before]
        case (_, .success(let uid)) where seen.action.isSignIn:
            allowed = [uid]
            if uid.flatMap({ accounts[$0] })?.deletion != Deletion.none { allowed.insert(nil) }
            if seen.keepsUnasked { allowed.insert(nil) }
        case (_, _) where seen.action.isSignIn:
            allowed = [seen.before]
            if seen.wasKilled { allowed.formUnion(targets(of: seen.action, now)) }
            // The new session had taken the stored one's place when the service ended it.
            if seen.wasRevoked, seen.result.error?.endOfSession == .revoked { allowed.insert(nil) }
            if mayBeOver(seen.before, seen.name) { allowed.insert(nil) }
        case (.signOut, _), (.signOutNow, _): allowed = [nil]
        case (.delete, .success): allowed = seen.before == seen.shown ? [nil] : [seen.before]
        case (.delete, _): allowed = [seen.before, nil]
        default:
            allowed = [seen.before]
            if mayBeOver(seen.before, seen.name) || mayBeOver(seen.shown, seen.name) { allowed.insert(nil) }
            if seen.mayComeBack { allowed.insert(seen.shown) }
        }
        if !allowed.contains(now) { violate("\(now ?? "nobody") is stored, not \(allowed.map { $0 ?? "nobody" })") }
        guard let auth = processes[index].auth else { return }
        let shown = auth.currentUser?.uid
        guard processes[index].name == seen.name else {
            let there = await stored(processes[index].name)
            if shown != there { violate("\(shown ?? "nobody") is shown, \(there ?? "nobody") is stored") }
            return
        }
        let isDecided =
            (seen.action.isSignIn && !seen.keepsUnasked) || seen.action.isSignOut
            || (seen.action == .look && !seen.wasLocked)
        if shown != now, shown != seen.shown || (isDecided && seen.result.error == nil) {
            violate("\(shown ?? "nobody") is shown, \(now ?? "nobody") is stored")
        }
        if case .success(let uid?) = seen.result, !seen.action.isSignIn, uid != seen.shown {
            violate("\(seen.action) was done to \(uid) and not to \(seen.shown ?? "nobody")")
        }
        let isQuiet =
            seen.fates.isEmpty && !seen.wasLocked && !seen.isStale && !mayBeOver(seen.shown ?? seen.before, seen.name)
        if let error = seen.result.error, isQuiet, !isExpected(error, seen), await !mayBeTooOld(error, auth) {
            violate("\(seen.action) without a fault ends with \(error)")
        }
    }

    /// Who may be signed in by a sign-in whose process did not live to tell.
    private func targets(of action: Action, _ now: String?) -> Set<String?> {
        switch action {
        case .signIn(let email, _): Set(accounts.filter { $0.value.email == email }.map { $0.key })
        case .method(let method) where owner(of: method) != nil: [owner(of: method)]
        case .message(let message) where owner(of: message) != nil: [owner(of: message)]
        // An account that the model has not seen.
        default: now.map { accounts[$0] == nil ? [$0] : [] } ?? []
        }
    }

    /// Refusals that come of what the model does not know: whether a change without an answer was made.
    private func isExpected(_ error: AuthError, _ seen: Observation) -> Bool {
        switch (seen.action, error.code) {
        case (.signIn, .invalidCredential), (.reauthenticate, .invalidCredential): true
        case (.createUser(let email, _), .emailAlreadyInUse): maybeCreated[email] != nil
        default: seen.shown == nil && error.code == .nullUser
        }
    }

    /// Whether a refusal is right about a sign-in that is no longer recent, by the time in the token that it came with.
    func mayBeTooOld(_ error: AuthError, _ auth: Auth) async -> Bool {
        guard isStrict, error.code == .requiresRecentLogin, let bytes = await auth.exportSession(),
            let token = SessionEnvelope.decode(bytes)?.tokens.idToken,
            let proof = try? IDTokenClaims(reading: token).authenticatedAt
        else { return false }
        // Policy.production.
        return backend.clock.now - proof > .minutes(5)
    }

    /// Asks the backend whether each account is there, and opens with what its user knows.
    func checkAccounts() async {
        for (uid, known) in accounts.sorted(by: { $0.key < $1.key }) where known.deletion == .none {
            if let probe = known.probe {
                let auth = observer().detached(probe)
                _ = await auth.ready()
                let error = await failure { () throws(AuthError) in try await auth.currentUser?.reload() }
                if error?.endOfSession == .deleted { violate("\(uid) is gone, and nobody asked for that") }
            }
            if let email = known.email, await !opens(uid, email, known.passwords) {
                violate("\(uid) opens with none of its passwords")
            }
        }
        for (uid, known) in accounts where known.deletion == .done {
            guard let email = known.email else { continue }
            if await opens(uid, email, known.passwords) { violate("\(uid) is alive after it was deleted") }
        }
    }

    private func opens(_ uid: String, _ email: String, _ passwords: Set<String>) async -> Bool {
        for password in passwords {
            do throws(AuthError) {
                return try await observer().signIn(withEmail: email, password: password).user.uid == uid
            } catch {
                // The password was right, and more is asked for.
                if error.code == .secondFactorRequired { return accounts[uid]?.methods.isPasswordEnough == false }
            }
        }
        return false
    }
}
