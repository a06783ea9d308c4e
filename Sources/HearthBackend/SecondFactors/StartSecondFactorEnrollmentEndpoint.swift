internal import HearthCore
internal import HearthCrypto
internal import HearthDatabase
internal import HearthWire

/// Texts a code to a telephone that is to be a second factor, or makes the key of an authenticator app.
struct StartSecondFactorEnrollmentEndpoint: Endpoint {
    typealias Op = StartSecondFactorEnrollment

    let policy: Policy
    let rule: FactorEnrollment
    let store: Store
    let identityTokens: IdentityTokenReader
    let phoneCodes: PhoneCodeIssuer
    let blocking: BlockingFunctions
    let apps: AuthenticatorApps

    func respond(
        to request: StartSecondFactorEnrollment.Request,
        in call: Call
    ) async throws(APIError) -> StartSecondFactorEnrollment.Response {
        let isApp = request.totpEnrollmentInfo != nil && request.phoneEnrollmentInfo == nil
        try rule.refuseDisabled(isApp ? .totp : .phone)
        guard let token = request.idToken else { throw APIError(.missingIDToken) }
        var call = call
        let caller = try await identityTokens.read(token, in: &call)
        try FirstFactorRule.check(caller.signInProvider)
        if isApp { return try await startApp(caller, in: call) }
        return try await startPhone(request.phoneEnrollmentInfo, caller, in: call)
    }

    private func startPhone(
        _ start: PhoneFactor.Start?,
        _ caller: IdentityToken,
        in call: Call
    ) async throws(APIError) -> StartSecondFactorEnrollment.Response {
        let issued = try await store.write(call) { tx in
            let account = try identityTokens.account(of: caller, tx)
            try policy.checkRecentLogin(caller, of: account, now: tx.now)
            try rule.refuse(account)
            guard let start else { throw APIError(.invalidArgument, "((Missing phoneEnrollmentInfo.))") }
            let number = try PhoneRule.parse(start.phoneNumber ?? "", policy)
            try rule.refuse(number, account)
            return try phoneCodes.issue(.enrollment, to: number, account: account.id, tx)
        }
        // A code that is never texted is of no use.
        try await blocking.checkSending(
            .beforeSendSms,
            to: issued.code.phoneNumber.text,
            kind: "MULTI_FACTOR_ENROLLMENT",
            in: call
        )
        phoneCodes.deliver(issued, in: call)
        return StartSecondFactorEnrollment.Response {
            $0.phoneSessionInfo = PhoneFactor.Session { $0.sessionInfo = issued.session }
        }
    }

    private func startApp(
        _ caller: IdentityToken,
        in call: Call
    ) async throws(APIError) -> StartSecondFactorEnrollment.Response {
        let draft = try await store.write(call) { tx in
            let account = try identityTokens.account(of: caller, tx)
            try policy.checkRecentLogin(caller, of: account, now: tx.now)
            try rule.refuse(account)
            return try apps.start(for: account, tx)
        }
        return StartSecondFactorEnrollment.Response {
            $0.totpSessionInfo = StartSecondFactorEnrollment.TOTPSession {
                $0.sharedSecretKey = draft.key
                $0.verificationCodeLength = TOTP.digits
                $0.hashingAlgorithm = "SHA1"
                $0.periodSec = Int(TOTP.period.wholeSeconds)
                $0.sessionInfo = draft.session
                $0.finalizeEnrollmentTime = CivilTime(draft.end).rfc3339
            }
        }
    }
}
