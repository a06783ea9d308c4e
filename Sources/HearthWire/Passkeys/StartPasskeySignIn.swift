internal import HearthHTTP

/// `passkeySignIn:start`: asks for a challenge that any user's passkey may answer.
package enum StartPasskeySignIn: Operation {
    package static let routes = [Route(.post, "/v2/accounts/passkeySignIn:start", access: .apiKey)]

    package struct Request: Message {
        /// Must come back with the passkey's answer, if there is one.
        package var sessionId: String?
        package var tenantId: String?
        package var targetProjectId: String?

        package init() {}
    }

    package struct Response: Message {
        package var credentialRequestOptions: RequestOptions?

        package init() {}
    }

    /// The `PublicKeyCredentialRequestOptionsJSON` of
    /// [WebAuthn](https://www.w3.org/TR/webauthn-3/#dictdef-publickeycredentialrequestoptionsjson).
    package struct RequestOptions: Message {
        /// In base64url.
        package var challenge: String?
        package var rpId: String?
        /// Milliseconds.
        package var timeout: Int?
        package var userVerification: String?
        /// Which passkeys may answer; left out for any.
        package var allowCredentials: [PasskeyDescriptor]?

        package init() {}
    }
}
