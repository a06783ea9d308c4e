internal import HearthCore
internal import HearthDatabase
internal import HearthWire

/// Texts a code to the second factor of a sign-in that waits.
struct StartSecondFactorSignInEndpoint: Endpoint {
    typealias Op = StartSecondFactorSignIn

    let rule: FactorEnrollment
    let store: Store
    let pendingSignIns: PendingSignIns
    let phoneCodes: PhoneCodeIssuer
    let blocking: BlockingFunctions

    func respond(
        to request: StartSecondFactorSignIn.Request,
        in call: Call
    ) async throws(APIError) -> StartSecondFactorSignIn.Response {
        try rule.refuseDisabled(.phone)
        guard let credential = request.mfaPendingCredential, !credential.reveal().isEmpty else {
            throw APIError(.missingMFAPendingCredential, "Request does not have MFA pending credential.")
        }
        guard let id = request.mfaEnrollmentId, !id.isEmpty else {
            throw APIError(.missingMFAEnrollmentID, "No second factor identifier is provided.")
        }
        let issued = try await store.write(call) { tx in
            let (_, account) = try pendingSignIns.find(credential, tx)
            guard let factor = account.secondFactors.first(where: { $0.id.rawValue == id }) else {
                throw APIError(.mfaEnrollmentNotFound)
            }
            // The number is the enrolled one, whatever the request says: clients only know its end.
            guard let number = factor.phoneNumber else {
                throw APIError(.invalidArgument, "MFA provider not supported!")
            }
            return try phoneCodes.issue(.secondFactor, to: number, account: account.id, tx)
        }
        // A code that is never texted is of no use.
        try await blocking.checkSending(
            .beforeSendSms,
            to: issued.code.phoneNumber.text,
            kind: "MULTI_FACTOR_SIGN_IN",
            in: call
        )
        phoneCodes.deliver(issued, in: call)
        return StartSecondFactorSignIn.Response {
            $0.phoneResponseInfo = PhoneFactor.Session { $0.sessionInfo = issued.session }
        }
    }
}
