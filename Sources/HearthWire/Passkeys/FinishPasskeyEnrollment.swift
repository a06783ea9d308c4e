package import HearthCore
internal import HearthHTTP

/// `passkeyEnrollment:finalize`: enrolls the passkey that an authenticator made.
package enum FinishPasskeyEnrollment: Operation {
    package static let routes = [Route(.post, "/v2/accounts/passkeyEnrollment:finalize", access: .apiKey)]

    package struct Request: Message {
        package var idToken: Secret<String>?
        package var authenticatorRegistrationResponse: RegistrationResponse?
        /// By which the user knows the passkey again.
        package var name: String?
        /// What the web client sends beside the name.
        package var displayName: String?
        package var tenantId: String?
        package var targetProjectId: String?

        package init() {}
    }

    /// What `PublicKeyCredential.toJSON()` gives after `create`; bytes in base64 or base64url, further members ignored.
    package struct RegistrationResponse: Message {
        /// The passkey's identifier.
        package var id: String?
        package var response: AttestationResponse?

        package init() {}
    }

    /// What the authenticator says of the passkey.
    package struct AttestationResponse: Message {
        package var clientDataJSON: String?
        package var attestationObject: String?

        package init() {}
    }

    package struct Response: TokenFields {
        package var localId: String?
        package var idToken: Secret<String>?
        package var refreshToken: Secret<String>?
        package var expiresIn: DecimalString?

        package init() {}
    }
}
