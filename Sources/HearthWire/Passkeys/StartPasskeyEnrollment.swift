package import HearthCore
internal import HearthHTTP

/// `passkeyEnrollment:start`: asks for a challenge, and for how the new passkey is to be.
///
/// No released client of Firebase calls it. The names are those of the preview branches of its iOS and web clients, of
/// the public description of Identity Toolkit v2, and of the official emulator.
package enum StartPasskeyEnrollment: Operation {
    package static let routes = [Route(.post, "/v2/accounts/passkeyEnrollment:start", access: .apiKey)]

    package struct Request: Message {
        package var idToken: Secret<String>?
        package var tenantId: String?
        package var targetProjectId: String?

        package init() {}
    }

    package struct Response: Message {
        package var credentialCreationOptions: CreationOptions?

        package init() {}
    }

    /// The `PublicKeyCredentialCreationOptionsJSON` of
    /// [WebAuthn](https://www.w3.org/TR/webauthn-3/#dictdef-publickeycredentialcreationoptionsjson).
    package struct CreationOptions: Message {
        package var rp: RelyingParty?
        package var user: User?
        /// In base64url.
        package var challenge: String?
        package var pubKeyCredParams: [Parameter]?
        /// Milliseconds.
        package var timeout: Int?
        package var excludeCredentials: [PasskeyDescriptor]?
        package var authenticatorSelection: Selection?
        package var attestation: String?

        package init() {}
    }

    /// The user of the passkey.
    package struct RelyingParty: Message {
        package var name: String?
        /// A domain.
        package var id: String?

        package init() {}
    }

    /// Whose the passkey is.
    package struct User: Message {
        /// The user handle in base64url, 64 bytes at most.
        package var id: String?
        package var name: String?
        package var displayName: String?

        package init() {}
    }

    /// An algorithm that the passkey may sign with.
    package struct Parameter: Message {
        package var type: String?
        /// A number of [COSE](https://www.iana.org/assignments/cose/cose.xhtml#algorithms).
        package var alg: Int?

        package init() {}
    }

    /// Which authenticators may make the passkey.
    package struct Selection: Message {
        package var residentKey: String?
        package var requireResidentKey: Bool?
        package var userVerification: String?

        package init() {}
    }
}
