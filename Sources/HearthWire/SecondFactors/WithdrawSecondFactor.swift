package import HearthCore
internal import HearthHTTP

/// `mfaEnrollment:withdraw`: takes a second factor away.
package enum WithdrawSecondFactor: Operation {
    package static let routes = [Route(.post, "/v2/accounts/mfaEnrollment:withdraw", access: .apiKey)]

    package struct Request: Message {
        package var idToken: Secret<String>?
        package var mfaEnrollmentId: String?
        package var tenantId: String?
        package var targetProjectId: String?

        package init() {}
    }

    package struct Response: TokenFields {
        package var idToken: Secret<String>?
        package var refreshToken: Secret<String>?
        package var expiresIn: DecimalString?

        package init() {}
    }
}
