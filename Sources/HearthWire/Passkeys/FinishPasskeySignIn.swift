package import HearthCore
internal import HearthHTTP

/// `passkeySignIn:finalize`: starts a session with what a passkey signed.
package enum FinishPasskeySignIn: Operation {
    package static let routes = [Route(.post, "/v2/accounts/passkeySignIn:finalize", access: .apiKey)]

    package struct Request: Message {
        package var authenticatorAuthenticationResponse: AuthenticationResponse?
        package var sessionId: String?
        package var tenantId: String?
        package var targetProjectId: String?

        package init() {}
    }

    /// What `PublicKeyCredential.toJSON()` gives after `get`; bytes in base64 or base64url, further members ignored.
    package struct AuthenticationResponse: Message {
        /// The passkey's identifier.
        package var id: String?
        package var response: AssertionResponse?

        package init() {}
    }

    /// What the passkey signed.
    package struct AssertionResponse: Message {
        package var clientDataJSON: String?
        package var authenticatorData: String?
        package var signature: Secret<String>?
        package var userHandle: String?

        package init() {}
    }

    package struct Response: TokenFields, SecondFactorFields {
        package var localId: String?
        package var idToken: Secret<String>?
        package var refreshToken: Secret<String>?
        package var expiresIn: DecimalString?
        package var mfaPendingCredential: Secret<String>?
        package var mfaInfo: [SecondFactorInfo]?

        package init() {}
    }
}
