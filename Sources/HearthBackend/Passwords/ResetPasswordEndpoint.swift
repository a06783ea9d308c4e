internal import HearthCore
internal import HearthDatabase
internal import HearthWire

/// Checks a mailed code, and with a new password uses it.
struct ResetPasswordEndpoint: Endpoint {
    typealias Op = ResetPassword

    let policy: Policy
    let store: Store
    let writer: AccountWriter
    let passwords: Passwords
    let codes: CodeIssuer

    func respond(to request: ResetPassword.Request, in call: Call) async throws(APIError) -> ResetPassword.Response {
        guard let secret = request.oobCode, !secret.reveal().isEmpty else { throw APIError(.missingOOBCode) }
        let (code, factor, rules) = try await store.read(call) { tx in
            let code = try codes.inspect(secret, tx)
            return (code, try factorTaken(by: code, tx), try store.projects.passwordPolicy(tx))
        }
        if let password = request.newPassword, !password.reveal().isEmpty {
            guard code.type == .passwordReset else { throw APIError(.invalidOOBCode) }
            try PasswordRule.check(password, rules)
            try PasswordRule.refuseCommon(password, of: PasswordRule.Owner(email: code.email), rules, policy, in: call)
            let hash = try await passwords.hash(password)
            try await store.write(call) { tx in try reset(secret, hash, tx) }
        }
        return ResetPassword.Response {
            $0.kind = "identitytoolkit#ResetPasswordResponse"
            $0.requestType = code.type
            // The holder of a sign-in link must know its address too.
            $0.email = code.type == .emailSignIn ? nil : code.email.text
            $0.newEmail = code.newEmail?.text
            $0.mfaInfo = factor
        }
    }

    /// The second factor that a code takes away, its number obfuscated.
    private func factorTaken(by code: Code, _ tx: borrowing Transaction) throws -> SecondFactorInfo? {
        guard let id = code.secondFactor else { return nil }
        let factor = try codes.holder(of: code, tx).secondFactors.first { $0.id == id }
        return factor.map { SecondFactorInfo(obfuscating: $0) }
    }

    /// The reader of the mailbox owns the account: the new password is its only sign-in method.
    private func reset(
        _ secret: Secret<String>,
        _ hash: Secret<String>,
        _ tx: borrowing Transaction
    ) throws {
        let code = try codes.redeem(secret, tx)
        guard code.type == .passwordReset else { throw APIError(.invalidOOBCode) }
        let old = try codes.holder(of: code, tx)
        var account = old
        account.isEmailVerified = true
        account.setPassword(hash, now: tx.now)
        account.phoneNumber = nil
        account.hasEmailLink = false
        account.linked = []
        // The emulator keeps what it never checks.
        if policy.guardsAccounts { account.passkeys = [] }
        try store.passwordFailures.deleteAll(of: code.email, tx)
        _ = try writer.change(old, to: account, by: .mailReader(code), tx)
    }
}
