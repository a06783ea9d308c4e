package import HearthCore
internal import HearthHTTP

/// `mfaSignIn:start`: texts a code to the second factor of a sign-in that waits.
package enum StartSecondFactorSignIn: Operation {
    package static let routes = [Route(.post, "/v2/accounts/mfaSignIn:start", access: .apiKey)]

    package struct Request: Message {
        package var mfaPendingCredential: Secret<String>?
        package var mfaEnrollmentId: String?
        package var phoneSignInInfo: PhoneFactor.Start?
        package var tenantId: String?
        package var targetProjectId: String?

        package init() {}
    }

    package struct Response: Message {
        package var phoneResponseInfo: PhoneFactor.Session?

        package init() {}
    }
}
