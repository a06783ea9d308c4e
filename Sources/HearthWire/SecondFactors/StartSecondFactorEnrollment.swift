package import HearthCore
internal import HearthHTTP

/// `mfaEnrollment:start`: texts a code to a telephone, or makes the key of an authenticator app.
package enum StartSecondFactorEnrollment: Operation {
    package static let routes = [Route(.post, "/v2/accounts/mfaEnrollment:start", access: .apiKey)]

    package struct Request: Message {
        package var idToken: Secret<String>?
        package var phoneEnrollmentInfo: PhoneFactor.Start?
        package var totpEnrollmentInfo: EmptyMessage?
        package var tenantId: String?
        package var targetProjectId: String?

        package init() {}
    }

    package struct Response: Message {
        package var phoneSessionInfo: PhoneFactor.Session?
        package var totpSessionInfo: TOTPSession?

        package init() {}
    }

    /// The key of an authenticator app, and how the app is to make codes of it.
    package struct TOTPSession: Message {
        /// The key in base32.
        package var sharedSecretKey: Secret<String>?
        package var verificationCodeLength: Int?
        package var hashingAlgorithm: String?
        package var periodSec: Int?
        package var sessionInfo: Secret<String>?
        /// RFC 3339 text.
        package var finalizeEnrollmentTime: String?

        package init() {}
    }
}
