internal import HearthCore
internal import HearthDatabase
internal import HearthWire

/// Enrolls a second factor whose first code is right.
struct FinishSecondFactorEnrollmentEndpoint: Endpoint {
    typealias Op = FinishSecondFactorEnrollment

    let policy: Policy
    let rule: FactorEnrollment
    let store: Store
    let identities: IdentityTokenReader
    let phoneCodes: PhoneCodeIssuer
    let apps: AuthenticatorApps
    let codes: CodeIssuer
    let starter: SessionStarter
    let random: RandomSource

    func respond(
        to request: FinishSecondFactorEnrollment.Request,
        in call: Call
    ) async throws(APIError) -> FinishSecondFactorEnrollment.Response {
        let isApp = request.totpVerificationInfo != nil && request.phoneVerificationInfo == nil
        try rule.refuseDisabled(isApp ? .totp : .phone)
        guard let token = request.idToken else { throw APIError(.missingIDToken) }
        var call = call
        let caller = try await identities.read(token, in: &call)
        try FirstFactorRule.check(caller.signInProvider)
        let result = try await store.write(call) { tx in try enroll(request, for: caller, tx) }
        let enrolled = try result.get()
        if let code = enrolled.reversal { codes.deliver(code, in: call) }
        let tokens = try await starter.tokens(of: enrolled.session, in: call)
        return FinishSecondFactorEnrollment.Response {
            $0.idToken = tokens.idToken
            $0.refreshToken = tokens.refreshToken
        }
    }

    /// A factor that was enrolled.
    private struct Enrolled: Sendable {
        let session: SessionStarter.Started
        /// The code with which the owner of the mailbox can undo it.
        let reversal: CodeIssuer.Issued?
    }

    /// The first code of a factor.
    private struct Typed: Sendable {
        let code: Secret<String>
        let session: Secret<String>
        let isApp: Bool

        init(_ request: FinishSecondFactorEnrollment.Request) throws(APIError) {
            if let phone = request.phoneVerificationInfo {
                guard case .phone(let code, let session) = try FactorCode(phone) else { throw APIError(.missingCode) }
                (self.code, self.session, isApp) = (code, session, false)
            } else {
                guard let app = request.totpVerificationInfo else {
                    throw APIError(.invalidArgument, "((Missing phoneVerificationInfo.))")
                }
                guard let code = app.verificationCode, !code.reveal().isEmpty else { throw APIError(.missingCode) }
                guard let session = app.sessionInfo, !session.reveal().isEmpty else {
                    throw APIError(.missingSessionInfo)
                }
                (self.code, self.session, isApp) = (code, session, true)
            }
        }
    }

    private func enroll(
        _ request: FinishSecondFactorEnrollment.Request,
        for caller: IdentityToken,
        _ tx: borrowing Transaction
    ) throws -> Result<Enrolled, APIError> {
        let old = try identities.account(of: caller, tx)
        try policy.checkRecentLogin(caller, of: old, now: tx.now)
        let typed = try Typed(request)
        try rule.refuse(old)
        var factor = SecondFactorInfo {
            $0.displayName = request.displayName
            $0.enrolledAt = CivilTime(tx.now).rfc3339
        }
        if typed.isApp {
            switch try apps.finish(typed.session, typed.code, for: old, tx) {
            case .failure(let refusal): return .failure(refusal)
            case .success(let id):
                factor.mfaEnrollmentId = id
                factor.totpInfo = SecondFactorInfo.TOTPInfo()
            }
        } else {
            switch try phoneCodes.redeem(
                typed.session,
                typed.code,
                for: .enrollment,
                account: old.id,
                tx
            ) {
            case .failure(let refusal): return .failure(refusal)
            case .success(let number):
                try rule.refuse(number, old)
                factor.mfaEnrollmentId = random.alphanumeric(28)
                factor.phoneInfo = number
                factor.unobfuscatedPhoneInfo = number
            }
        }
        return .success(try save(factor, in: old, caller, tx))
    }

    private func save(
        _ factor: SecondFactorInfo,
        in old: Account,
        _ caller: IdentityToken,
        _ tx: borrowing Transaction
    ) throws -> Enrolled {
        var account = old
        account.secondFactors.append(factor)
        // Sessions that have not shown the factor would go around it.
        if policy.guardsAccounts {
            account.validSince = tx.now.seconds
            try store.sessions.endAll(of: account.id, tx)
        }
        let started = try starter.start(
            &account,
            provider: caller.signInProvider ?? ProviderName.password,
            proof: factor.mfaEnrollmentId.map { SecondFactorProof(kind: factor.kind.rawValue, id: $0) },
            tx
        )
        try store.accounts.update(account, from: old, tx)
        return Enrolled(session: started, reversal: try reversal(of: factor, in: account, tx.call, tx))
    }
    /// In strict, whoever reads the mailbox learns of the factor: it may be a thief's.
    private func reversal(
        of factor: SecondFactorInfo,
        in account: Account,
        _ call: Call,
        _ tx: borrowing Transaction
    ) throws -> CodeIssuer.Issued? {
        guard policy.guardsAccounts, let email = account.email else { return nil }
        return try codes.issue(
            .revertSecondFactor,
            email: email,
            account: account.id,
            secondFactor: factor.mfaEnrollmentId,
            tx
        )
    }
}
