internal import HearthCore
internal import HearthDatabase
internal import HearthWire

/// Stores accounts: the only one to do so, and with each change all that ``Takeover`` says goes along with it.
final class AccountWriter: Sendable {
    /// Shows the tables that a write comes from here.
    struct Permit: Sendable {
        fileprivate init() {}
    }

    /// What a change led to.
    struct Written: Sendable {
        /// The account as it was stored.
        let account: Account
        /// The `auth_time` of a session that the change is answered with.
        let authTime: Int64
        /// Codes that wait to be mailed when the transaction is committed.
        var mails: [CodeIssuer.Issued] = []
    }

    let policy: Policy
    let store: Store
    let codes: CodeIssuer

    init(policy: Policy, store: Store, codes: CodeIssuer) {
        self.policy = policy
        self.store = store
        self.codes = codes
    }

    /// Adds an account.
    ///
    /// - Throws: `APIError` if another account owns its address, its number or a provider's user.
    func create(_ account: Account, isEvent: Bool = true, _ tx: borrowing Transaction) throws -> Account {
        try policy.checkProfile(of: account, from: Account(id: account.id))
        // A custom token is the project's own server's word.
        if !tx.call.isPrivileged, tx.scope.tenant == nil, account.hasCustomAuth != true,
            try !store.projects.settings(of: tx.scope.project, tx).allowsUserSignUp
        {
            throw APIError(.adminOnlyOperation)
        }
        var account = account
        if account.isEmailVerified {
            account.isEmailClaimed = true
            account.provedMethods = account.methods
        }
        try store.accounts.insert(account, tx, Permit())
        if isEvent { try tx.call.events?.add(.created, account, tx) }
        tx.call.record?.note([SecurityEvent(kind: .accountCreated, account: account.id)])
        return account
    }

    /// Puts a changed account in place of the old one, which was found in the same transaction.
    ///
    /// - Throws: `APIError` if the rules refuse the change, or if another account owns an address, a number or a
    ///   provider's user.
    func change(
        _ before: Account,
        to after: Account,
        by author: Takeover.Author,
        _ tx: borrowing Transaction
    ) throws -> Written {
        try policy.checkProfile(of: after, from: before)
        let verdict = try Takeover(policy: policy, before: before, after: after, author: author, now: tx.now).verdict()
        switch verdict.sessions {
        case .keep: break
        case .endAll: try store.sessions.endAll(of: before.id, tx)
        case .endAllBut(let session): try store.sessions.endAll(of: before.id, but: session, tx)
        }
        try void(verdict.voids, before, verdict.account, author, tx)
        try store.accounts.update(verdict.account, from: before, tx, Permit())
        tx.call.record?.note(
            SecurityEvent.all(from: before, to: verdict.account, endsSessions: verdict.sessions != .keep)
        )
        var written = Written(account: verdict.account, authTime: verdict.authTime)
        for notice in verdict.notices { written.mails += try mail(notice, to: verdict.account, before, tx) }
        return written
    }

    /// Puts an imported account in place of one with the same identifier, of which nothing stays.
    func replace(_ before: Account, with account: Account, _ tx: borrowing Transaction) throws {
        try policy.checkProfile(of: account, from: Account(id: account.id))
        try forget(before, tx)
        var account = account
        account.isEmailClaimed = account.isEmailVerified
        try store.accounts.update(account, from: before, tx, Permit())
        tx.call.record?.note(SecurityEvent.all(from: before, to: account, endsSessions: true))
    }

    /// Removes an account, and everything that was issued for it.
    func delete(_ account: Account, _ tx: borrowing Transaction) throws {
        try forget(account, tx)
        try store.accounts.delete(account, tx, Permit())
        try tx.call.events?.add(.deleted, account, tx)
        tx.call.record?.note([SecurityEvent(kind: .accountDeleted, account: account.id)])
    }

    /// Removes every account; mailed codes stay, as in the official emulator.
    func deleteAll(_ tx: borrowing Transaction) throws {
        try store.accounts.deleteAll(tx, Permit())
        try store.sessions.deleteAll(tx)
        try store.passwordSchemes.deleteAll(tx)
        tx.call.record?.note([SecurityEvent(kind: .allAccountsDeleted)])
    }

    /// Mails the codes of a change whose transaction is committed.
    func deliver(_ mails: [CodeIssuer.Issued], in call: Call) {
        for mail in mails { codes.deliver(mail, in: call) }
    }

    private func forget(_ account: Account, _ tx: borrowing Transaction) throws {
        try store.sessions.endAll(of: account.id, tx)
        guard policy.guardsAccounts else { return }
        try voidPending(account, account, keepsVerification: false, tx)
        try store.codes.deleteUndo(of: account.id, tx)
        try store.codes.forgetSpent(of: account.id, tx)
    }

    private func void(
        _ voids: Verdict.Voids,
        _ before: Account,
        _ after: Account,
        _ author: Takeover.Author,
        _ tx: borrowing Transaction
    ) throws {
        if voids.contains(.pending) {
            var keepsVerification = false
            if case .user = author {
                keepsVerification = !after.isEmailVerified && !MethodChange(from: before, to: after).isAddressChanged
            }
            try voidPending(before, after, keepsVerification: keepsVerification, tx)
        }
        if voids.contains(.unprovedRecoveries) { try store.codes.deleteUnprovedRecoveries(of: before.id, tx) }
        if voids.contains(.reversals) { try store.codes.deleteAll(.revertSecondFactor, of: before.id, tx) }
        if voids.contains(.recoveries) { try store.codes.deleteAll(.recoverEmail, of: before.id, tx) }
        if voids.contains(.undoIssuedLater), case .mailReader(let code, _) = author {
            try store.codes.deleteUndo(of: before.id, issuedAfter: code.sequence, tx)
        }
    }

    private func voidPending(
        _ before: Account,
        _ after: Account,
        keepsVerification: Bool,
        _ tx: borrowing Transaction
    ) throws {
        try store.codes.deletePending(of: before.id, keepsVerification: keepsVerification, tx)
        for email in [before.email, after.email].compactMap(\.self) {
            try store.codes.deleteAll(.emailSignIn, email: email, tx)
        }
        try store.pendingSignIns.deleteAll(of: before.id, tx)
        try store.passkeyChallenges.deleteAll(of: before.id, tx)
        try store.authenticatorDrafts.deleteAll(of: before.id, tx)
        try store.phoneCodes.void(of: before.id, tx)
        guard let number = before.phoneNumber else { return }
        try store.phoneCodes.voidSignIns(with: number, tx)
        try store.phoneProofs.deleteAll(of: number, tx)
    }

    private func mail(
        _ notice: Verdict.Notice,
        to account: Account,
        _ before: Account,
        _ tx: borrowing Transaction
    ) throws -> [CodeIssuer.Issued] {
        switch notice {
        case .replacedAddress(let email, let methods):
            return [try codes.issue(.recoverEmail, email: email, account: account.id, methods: methods, tx)]
        case .newFactor(let id):
            guard let email = account.email else { return [] }
            return [try codes.issue(.revertSecondFactor, email: email, account: account.id, secondFactor: id, tx)]
        }
    }
}

extension Policy {
    /// Refuses names and picture addresses that are longer than the tokens that carry them can bear.
    func checkProfile(of account: Account, from old: Account) throws(APIError) {
        guard let limit = profileTextLimit else { return }
        let texts = [
            ("displayName", account.displayName, old.displayName), ("photoUrl", account.photoURL, old.photoURL),
            ("screenName", account.screenName, old.screenName),
        ]
        for (name, text, oldText) in texts where text != oldText && text?.utf8.count ?? 0 > limit {
            throw .invalidArgument("\(name) is longer than \(limit) bytes.")
        }
    }
}
