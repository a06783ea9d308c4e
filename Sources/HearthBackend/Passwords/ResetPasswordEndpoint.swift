internal import HearthCore
internal import HearthDatabase
internal import HearthWire

/// Checks a mailed code, and with a new password uses it.
struct ResetPasswordEndpoint: Endpoint {
    typealias Op = ResetPassword

    let profile: BackendConfiguration.Profile
    let store: Store
    let passwords: Passwords
    let codes: CodeIssuer

    func respond(to request: ResetPassword.Request, in call: Call) async throws(APIError) -> ResetPassword.Response {
        guard let secret = request.oobCode, !secret.reveal().isEmpty else { throw APIError("MISSING_OOB_CODE") }
        let (code, factor, policy) = try await store.read { db in
            let code = try codes.inspect(secret, in: call, db)
            return (code, try factorTaken(by: code, in: call, db), try store.projects.passwordPolicy(in: call, db))
        }
        if let password = request.newPassword, !password.reveal().isEmpty {
            guard code.type == .passwordReset else { throw APIError("INVALID_OOB_CODE") }
            try PasswordRule.check(password, policy)
            let hash = try await passwords.hash(password)
            try await store.write { db in try reset(secret, hash, in: call, db) }
        }
        return ResetPassword.Response {
            $0.kind = "identitytoolkit#ResetPasswordResponse"
            $0.requestType = code.type
            // Who holds a sign-in link must also know whose it is.
            $0.email = code.type == .emailSignIn ? nil : code.email
            $0.newEmail = code.newEmail
            $0.mfaInfo = factor
        }
    }

    /// The second factor that a code takes away, its number obfuscated.
    private func factorTaken(by code: Code, in call: Call, _ db: borrowing Connection) throws -> SecondFactorInfo? {
        guard let id = code.secondFactor else { return nil }
        return try codes.holder(of: code, in: call, db).secondFactors.first { $0.mfaEnrollmentId == id }?.obfuscated
    }

    /// Who reads the mailbox owns the account: every other way in goes, and with it whoever came by it.
    private func reset(
        _ secret: Secret<String>,
        _ hash: Secret<String>,
        in call: Call,
        _ db: borrowing Connection
    ) throws {
        let code = try codes.redeem(secret, in: call, db)
        guard code.type == .passwordReset else { throw APIError("INVALID_OOB_CODE") }
        let old = try codes.holder(of: code, in: call, db)
        var account = old
        // A second factor outlasts the password, but not if whoever enrolled it never read this mailbox.
        if profile == .strict, old.isEmailVerified != true { account.secondFactors = [] }
        if profile == .strict { account.passkeys = [] }
        account.isEmailVerified = true
        account.setPassword(hash, now: call.now)
        account.phoneNumber = nil
        account.hasEmailLink = nil
        account.updateProviders(removing: Set(account.providers.compactMap(\.providerId)))
        if profile == .strict { try store.sessions.endAll(of: account.id, now: call.now, in: call.scope, db) }
        try store.accounts.update(account, from: old, in: call.scope, db)
    }
}
