internal import HearthCore
internal import HearthWire

/// The rules against account takeover: what a change of an account means for everything that others may hold of it.
///
/// A pure function of the account before, the account after, and the author of the change. ``AccountWriter`` applies
/// the verdict in the transaction that stores the account; there is no other way to store one.
struct Takeover: Sendable {
    /// The author of a change, by what was proved.
    enum Author: Sendable {
        /// A credential that the account has already: a sign-in, which changes no credential.
        case credential
        /// The user, by an identity token; `provesAddress` if a mailed link proved the new address too, and
        /// `getsSession` if the change is answered with a new session.
        case user(IdentityToken, provesAddress: Bool = false, getsSession: Bool)
        /// A reader of the mailbox, by a mailed code; `isUser` if an identity token of the account came with it.
        case mailReader(Code, isUser: Bool = false)
        /// A provider's final word that its user owns the address; `isRecycled` if the account has another user of it.
        case provider(isRecycled: Bool)
        /// An administrator; `revokes` if every token issued until now is to be void.
        case administrator(revokes: Bool)
    }

    let policy: Policy
    let before: Account
    let after: Account
    let author: Author
    let now: UnixTime

    /// Judges the change.
    ///
    /// - Throws: `APIError` `CREDENTIAL_TOO_OLD_LOGIN_AGAIN` or `EMAIL_CHANGE_NEEDS_VERIFICATION`.
    func verdict() throws(APIError) -> Verdict {
        guard policy.guardsAccounts else { return emulatorVerdict() }
        var verdict = Verdict(after, authTime: now.seconds)
        switch author {
        case .credential: break
        case .user(let token, let provesAddress, let getsSession):
            try judge(&verdict, token, provesAddress: provesAddress, getsSession: getsSession)
        case .mailReader(let code, let isUser): judge(&verdict, code, isUser: isUser)
        case .provider(let isRecycled):
            verdict.voids.insert(.pending)
            if !before.isEmailClaimed || isRecycled { verdict.reclaim(before, isRecycled: isRecycled) }
            verdict.prove()
        case .administrator(let revokes): judge(&verdict, revokes: revokes)
        }
        // For every author: sessions end with a sign-in method that is replaced or taken away.
        if !isSignIn, change.losesMethod, verdict.sessions == .keep { verdict.endSessions() }
        // A guest's tokens may be in other hands since before there was a user.
        if before.isAnonymous, !after.isAnonymous { verdict.endSessions() }
        if verdict.sessions != .keep { verdict.account.validSince = max(verdict.authTime, after.validSince ?? 0) }
        return verdict
    }

    /// A user changes sign-in methods soon after a sign-in, and a proved address only by proving the next one.
    private func judge(
        _ verdict: inout Verdict,
        _ token: IdentityToken,
        provesAddress: Bool,
        getsSession: Bool
    ) throws(APIError) {
        if provesAddress { verdict.prove() }
        guard change.isAny else { return }
        try policy.checkRecentLogin(token, of: before, now: now)
        if change.isAddressChanged, before.isEmailVerified, !provesAddress {
            throw APIError(.emailChangeNeedsVerification)
        }
        // Only a proved credential makes a session young.
        if !change.isPasswordChanged, change.newFactors.isEmpty, !provesAddress, change.endsSessions {
            verdict.authTime = token.authTime
        }
        verdict.voids.insert(.pending)
        if change.endsSessions { verdict.sessions = getsSession ? .endAll : .endAllBut(token.session) }
        if change.isAddressChanged, !before.isAnonymous { verdict.tell(before) }
        for factor in change.newFactors { verdict.notices.append(.newFactor(factor.id)) }
    }

    /// The reader of the mailbox gets the account, and others lose it.
    private func judge(_ verdict: inout Verdict, _ code: Code, isUser: Bool) {
        verdict.voids.insert(.pending)
        switch code.type {
        case .passwordReset:
            before.isEmailClaimed ? verdict.endSessions() : verdict.reclaim(before)
            verdict.account.isEmailClaimed = true
            verdict.prove()
        case .emailSignIn:
            if !before.isEmailClaimed {
                verdict.reclaim(before)
                verdict.account.hasEmailLink = true
            } else if !change.isAny {
                verdict.voids = []
            }
            verdict.prove()
        case .verifyEmail:
            if isUser { verdict.account.isEmailClaimed = true }
            if !before.isEmailVerified || isUser { verdict.account.provedMethods = after.methods }
            verdict.voids.insert(.unprovedRecoveries)
        case .verifyAndChangeEmail:
            verdict.endSessions()
            verdict.account.provedMethods = after.methods
            verdict.voids.insert(.unprovedRecoveries)
            if before.isEmailVerified { verdict.tell(before) }
        case .recoverEmail:
            verdict.endSessions()
            verdict.account.restore(code.methods ?? SignInMethods())
            verdict.account.initialEmail = nil
            verdict.voids.insert(.undoIssuedLater)
            verdict.prove()
        default: verdict.endSessions()
        }
    }

    /// An administrator may do everything; what was issued under the old state goes.
    private func judge(_ verdict: inout Verdict, revokes: Bool) {
        if change.isAddressChanged || after.isEmailVerified != before.isEmailVerified {
            verdict.account.isEmailClaimed = after.isEmailVerified
            verdict.account.provedMethods = after.isEmailVerified ? after.methods : nil
        }
        let isShutOut = after.isDisabled && !before.isDisabled
        if change.isAny { verdict.voids.insert(.pending) }
        if change.isAddressChanged { verdict.voids.insert(.recoveries) }
        if revokes || isShutOut { verdict.endSessions() }
    }

    private var change: MethodChange { MethodChange(from: before, to: after) }

    private var isSignIn: Bool {
        if case .credential = author { true } else { false }
    }

    /// As the official emulator: sessions and codes outlive nearly everything.
    private func emulatorVerdict() -> Verdict {
        var verdict = Verdict(after, authTime: now.seconds)
        verdict.account.isEmailClaimed = after.isEmailVerified
        switch author {
        case .provider where !before.isEmailClaimed: verdict.reclaim(before)
        case .user(let token, _, _) where token.signInProvider != .anonymous: verdict.tellInitial(before)
        case .administrator: verdict.tellInitial(before)
        default: break
        }
        return verdict
    }
}
