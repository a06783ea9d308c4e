internal import HearthCore
internal import HearthDatabase
internal import HearthWire

/// Texts a code that proves who reads the telephone's messages.
struct SendVerificationCodeEndpoint: Endpoint {
    typealias Op = SendVerificationCode

    let policy: Policy
    let store: Store
    let phoneCodes: PhoneCodeIssuer
    let blocking: BlockingFunctions

    func respond(
        to request: SendVerificationCode.Request,
        in call: Call
    ) async throws(APIError) -> SendVerificationCode.Response {
        try call.refuseTenant()
        // Production says the same of a number that is missing.
        let number = try PhoneRule.parse(request.phoneNumber ?? "", policy)
        try await blocking.checkSending(.beforeSendSms, to: number.text, kind: "SIGN_IN_OR_SIGN_UP", in: call)
        let issued = try await store.write(call) { tx in
            let owner = try store.accounts.find(.phone(number), tx)
            // A caller who has not shown the code learns nothing of the account: the code is refused when it is used.
            if !policy.hidesEmails { try FirstFactorRule.refuseSecondFactors(of: owner) }
            return try phoneCodes.issue(.signIn, to: number, tx)
        }
        phoneCodes.deliver(issued, in: call)
        return SendVerificationCode.Response { $0.sessionInfo = issued.session }
    }
}
