internal import HearthCore
internal import HearthDatabase
internal import HearthWire

/// Enrolls a second factor whose first code is right.
struct FinishSecondFactorEnrollmentEndpoint: Endpoint {
    typealias Op = FinishSecondFactorEnrollment

    let policy: Policy
    let rule: FactorEnrollment
    let store: Store
    let writer: AccountWriter
    let identityTokens: IdentityTokenReader
    let phoneCodes: PhoneCodeIssuer
    let apps: AuthenticatorApps
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
        let caller = try await identityTokens.read(token, in: &call)
        try FirstFactorRule.check(caller.signInProvider)
        let result = try await store.write(call) { tx in try enroll(request, for: caller, tx) }
        let enrolled = try result.get()
        writer.deliver(enrolled.mails, in: call)
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
        let mails: [CodeIssuer.Issued]
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
        let old = try identityTokens.account(of: caller, tx)
        try policy.checkRecentLogin(caller, of: old, now: tx.now)
        let typed = try Typed(request)
        try rule.refuse(old)
        let method: SecondFactor.Method
        if typed.isApp {
            switch try apps.finish(typed.session, typed.code, for: old, tx) {
            case .failure(let refusal): return .failure(refusal)
            case .success(let app): method = .totp(app)
            }
        } else {
            switch try phoneCodes.redeem(typed.session, typed.code, for: .enrollment, account: old.id, tx) {
            case .failure(let refusal): return .failure(refusal)
            case .success(let number):
                try rule.refuse(number, old)
                method = .phone(number)
            }
        }
        let factor = SecondFactor(
            id: FactorID(stored: random.alphanumeric(28)),
            name: request.displayName,
            enrolledAt: tx.now,
            method: method
        )
        return .success(try save(factor, in: old, caller, tx))
    }

    private func save(
        _ factor: SecondFactor,
        in old: Account,
        _ caller: IdentityToken,
        _ tx: borrowing Transaction
    ) throws -> Enrolled {
        var account = old
        account.secondFactors.append(factor)
        let written = try writer.change(old, to: account, by: .user(caller, getsSession: true), tx)
        let started = try starter.start(
            written.account,
            provider: caller.signInProvider ?? .password,
            proof: SecondFactorProof(kind: factor.kind.rawValue, id: factor.id),
            tx
        )
        return Enrolled(session: started, mails: written.mails)
    }
}
