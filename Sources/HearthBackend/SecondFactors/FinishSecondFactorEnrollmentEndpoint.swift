internal import HearthCore
internal import HearthDatabase
internal import HearthWire

/// Enrolls a second factor whose first code is right.
struct FinishSecondFactorEnrollmentEndpoint: Endpoint {
    typealias Op = FinishSecondFactorEnrollment

    let configuration: BackendConfiguration
    let store: Store
    let identities: IdentityTokenReader
    let phoneCodes: PhoneCodeIssuer
    let apps: AuthenticatorApps
    let codes: CodeIssuer
    let starter: SessionStarter
    let random: RandomSource

    private var rule: FactorEnrollment { FactorEnrollment(configuration: configuration) }

    func respond(
        to request: FinishSecondFactorEnrollment.Request,
        in call: Call
    ) async throws(APIError) -> FinishSecondFactorEnrollment.Response {
        let isApp = request.totpVerificationInfo != nil && request.phoneVerificationInfo == nil
        try rule.refuseDisabled(isApp ? .totp : .phone)
        guard let token = request.idToken else { throw APIError("MISSING_ID_TOKEN") }
        var call = call
        let caller = try await identities.read(token, in: &call)
        try FirstFactorRule.check(caller.signInProvider)
        try RecentLogin.check(authTime: caller.authTime, now: call.now, configuration.profile)
        let typed = try Typed(request)
        let result = try await store.write { [call] db in
            try enroll(typed, name: request.displayName, for: caller, in: call, db)
        }
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
                guard case .phone(let code, let session) = try FactorCode(phone) else { throw APIError("MISSING_CODE") }
                (self.code, self.session, isApp) = (code, session, false)
            } else {
                guard let app = request.totpVerificationInfo else {
                    throw APIError("INVALID_ARGUMENT", "((Missing phoneVerificationInfo.))")
                }
                guard let code = app.verificationCode, !code.reveal().isEmpty else { throw APIError("MISSING_CODE") }
                guard let session = app.sessionInfo, !session.reveal().isEmpty else {
                    throw APIError("MISSING_SESSION_INFO")
                }
                (self.code, self.session, isApp) = (code, session, true)
            }
        }
    }

    private func enroll(
        _ typed: Typed,
        name: String?,
        for caller: IdentityToken,
        in call: Call,
        _ db: borrowing Connection
    ) throws -> Result<Enrolled, APIError> {
        let old = try identities.account(of: caller, in: call, db)
        try rule.refuse(old)
        var factor = SecondFactorInfo {
            $0.displayName = name
            $0.enrolledAt = CivilTime(call.now).rfc3339
        }
        if typed.isApp {
            switch try apps.finish(typed.session, typed.code, for: old, in: call, db) {
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
                in: call,
                db
            ) {
            case .failure(let refusal): return .failure(refusal)
            case .success(let number):
                try rule.refuse(number, old)
                factor.mfaEnrollmentId = random.alphanumeric(28)
                factor.phoneInfo = number
                factor.unobfuscatedPhoneInfo = number
            }
        }
        return .success(try save(factor, in: old, caller, in: call, db))
    }

    private func save(
        _ factor: SecondFactorInfo,
        in old: Account,
        _ caller: IdentityToken,
        in call: Call,
        _ db: borrowing Connection
    ) throws -> Enrolled {
        var account = old
        account.secondFactors.append(factor)
        // Sessions that have not shown the factor would go around it.
        if configuration.profile == .strict {
            account.validSince = call.now.seconds
            try store.sessions.endAll(of: account.id, now: call.now, in: call.scope, db)
        }
        let started = try starter.start(
            &account,
            provider: caller.signInProvider ?? ProviderName.password,
            proof: factor.mfaEnrollmentId.map { SecondFactorProof(kind: factor.kind.rawValue, id: $0) },
            in: call,
            db
        )
        try store.accounts.update(account, from: old, in: call.scope, db)
        return Enrolled(session: started, reversal: try reversal(of: factor, in: account, call, db))
    }
    /// In strict, whoever reads the mailbox learns of the factor: it may be a thief's.
    private func reversal(
        of factor: SecondFactorInfo,
        in account: Account,
        _ call: Call,
        _ db: borrowing Connection
    ) throws -> CodeIssuer.Issued? {
        guard configuration.profile == .strict, let email = account.email else { return nil }
        return try codes.issue(
            .revertSecondFactor,
            email: email,
            account: account.id,
            secondFactor: factor.mfaEnrollmentId,
            in: call,
            db
        )
    }
}
