internal import HearthCore
internal import HearthDatabase
internal import HearthWire

/// Finds the sign-ins that wait for a second factor.
struct PendingSignIns: Sendable {
    let policy: Policy
    let store: Store

    /// Finds a sign-in and its account, if it still waits.
    ///
    /// - Throws: `APIError` `INVALID_MFA_PENDING_CREDENTIAL`, `INVALID_PROJECT_ID` or `USER_DISABLED`.
    func find(
        _ credential: Secret<String>,
        _ tx: borrowing Transaction
    ) throws -> (pending: PendingSignIn, account: Account) {
        guard let (pending, scope) = try store.pendingSignIns.find(credential, tx) else { throw Self.invalid }
        guard scope == tx.scope else {
            throw APIError(.invalidProjectID, "Project ID does not match MFA pending credential.")
        }
        if let end = pending.expiresAt, tx.now >= end { throw Self.invalid }
        guard !policy.proofs.isExhausted(pending.tries) else { throw Self.invalid }
        guard let account = try store.accounts.find(pending.account, tx) else { throw Self.invalid }
        guard !account.isDisabled else { throw APIError(.userDisabled) }
        return (pending, account)
    }

    private static let invalid = APIError(.invalidMFAPendingCredential)
}
