internal import HearthCore
internal import HearthDatabase
internal import HearthWire

/// Starts the session of a sign-in that waited for its second factor.
struct FinishSecondFactorSignInEndpoint: Endpoint {
    typealias Op = FinishSecondFactorSignIn

    let rule: FactorEnrollment
    let store: Store
    let pendingSignIns: PendingSignIns
    let phoneCodes: PhoneCodeIssuer
    let apps: AuthenticatorApps
    let starter: SessionStarter
    let blocking: BlockingFunctions

    func respond(
        to request: FinishSecondFactorSignIn.Request,
        in call: Call
    ) async throws(APIError) -> FinishSecondFactorSignIn.Response {
        let isApp = request.totpVerificationInfo != nil && request.phoneVerificationInfo == nil
        try rule.refuseDisabled(isApp ? .totp : .phone)
        guard let credential = request.mfaPendingCredential, !credential.reveal().isEmpty else {
            throw APIError(.missingCredential, "Please set MFA Pending Credential.")
        }
        let code = try code(of: request)
        let result = try await blocking.write(call, as: BlockingContext(method: "")) { tx in
            try finish(credential, code, request.mfaEnrollmentId.map { FactorID(stored: $0) }, tx)
        }
        let tokens = try await starter.tokens(of: try result.get(), in: call)
        return FinishSecondFactorSignIn.Response {
            $0.idToken = tokens.idToken
            $0.refreshToken = tokens.refreshToken
        }
    }

    private func code(of request: FinishSecondFactorSignIn.Request) throws(APIError) -> FactorCode {
        if let phone = request.phoneVerificationInfo { return try FactorCode(phone) }
        guard let app = request.totpVerificationInfo else {
            throw APIError(.invalidArgument, "MFA provider not supported!")
        }
        guard request.mfaEnrollmentId?.isEmpty == false else {
            throw APIError(.missingMFAEnrollmentID, "No second factor identifier is provided.")
        }
        return try FactorCode(app: app.verificationCode)
    }

    private func finish(
        _ credential: Secret<String>,
        _ code: FactorCode,
        _ id: FactorID?,
        _ tx: borrowing Transaction
    ) throws -> Result<SessionStarter.Started, APIError> {
        let (pending, account) = try pendingSignIns.find(credential, tx)
        switch try prove(code, id, account, tx) {
        case .failure(let refusal):
            // A wrong code must be remembered: it is an answer, and the transaction goes on.
            try store.pendingSignIns.countFailure(of: credential, tx)
            return .failure(refusal)
        case .success(let proof):
            try store.pendingSignIns.delete(credential, tx)
            tx.call.blocking?.note(BlockingContext(method: pending.provider.rawValue))
            let started = try starter.signIn(
                account,
                provider: pending.provider,
                claims: pending.claims,
                attributes: pending.attributes,
                proof: proof,
                tx
            )
            return .success(started)
        }
    }

    /// The factor that the code is of.
    private func prove(
        _ code: FactorCode,
        _ id: FactorID?,
        _ account: Account,
        _ tx: borrowing Transaction
    ) throws -> Result<SecondFactorProof, APIError> {
        switch code {
        case .phone(let typed, let session):
            let redeemed = try phoneCodes.redeem(
                session,
                typed,
                for: .secondFactor,
                account: account.id,
                tx
            )
            switch redeemed {
            case .failure(let refusal): return .failure(refusal)
            case .success(let number):
                guard let factor = account.secondFactors.first(where: { $0.phoneNumber == number }) else {
                    return .failure(APIError(.mfaEnrollmentNotFound))
                }
                return .success(SecondFactorProof(kind: "phone", id: factor.id))
            }
        case .app(let typed):
            guard let id, account.secondFactors.contains(where: { $0.id == id && $0.kind == .totp }) else {
                return .failure(APIError(.mfaEnrollmentNotFound))
            }
            if let refusal = try apps.check(typed, of: id, account, tx) { return .failure(refusal) }
            return .success(SecondFactorProof(kind: "totp", id: id))
        }
    }
}
