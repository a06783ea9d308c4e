import HearthAuth
import HearthBackend
import HearthCore
import HearthJSON
import HearthTesting
import Testing

extension TestClient {
    /// Starts a strict backend with passkeys for `shop.example`, and with a second project, `demo-other`.
    static func withPasskeys(
        _ verification: RelyingParty.UserVerification = .required
    ) async throws -> (TestBackend, TestClient) {
        try await strict {
            var party = RelyingParty(id: "shop.example", name: "Shop")
            party.userVerification = verification
            $0.relyingParty = party
            $0.projects += [ProjectID(rawValue: "demo-other")].compactMap(\.self)
        }
    }

    /// Asks for the options of a new passkey.
    func creationOptions(_ user: TestUser) async throws -> PasskeyCreationOptions {
        let answer = try await user2("accounts/passkeyEnrollment:start", ["idToken": .string(user.idToken)])
        let options = try #require(answer["credentialCreationOptions"], "\(answer.error ?? "")")
        return PasskeyCreationOptions(
            relyingPartyID: options["rp"]?["id"]?.text ?? "",
            relyingPartyName: options["rp"]?["name"]?.text ?? "",
            userID: Base64.decode((options["user"]?["id"]?.text ?? "").utf8) ?? [],
            userName: options["user"]?["name"]?.text ?? "",
            userDisplayName: options["user"]?["displayName"]?.text ?? "",
            challenge: Base64.decode((options["challenge"]?.text ?? "").utf8) ?? [],
            algorithms: (options["pubKeyCredParams"]?.array ?? []).compactMap { $0["alg"]?.integer.map(Int.init) }
        )
    }

    /// Asks for the options of a sign-in.
    func requestOptions(session: String? = nil) async throws -> PasskeyRequestOptions {
        let body: [String: JSONValue] = session.map { ["sessionId": .string($0)] } ?? [:]
        let answer = try await user2("accounts/passkeySignIn:start", JSONValue(body))
        let options = try #require(answer["credentialRequestOptions"], "\(answer.error ?? "")")
        return PasskeyRequestOptions(
            relyingPartyID: options["rpId"]?.text ?? "",
            challenge: Base64.decode((options["challenge"]?.text ?? "").utf8) ?? []
        )
    }

    /// Sends a new passkey.
    func finish(
        _ registration: PasskeyRegistration,
        _ user: TestUser,
        name: String = "My key",
        _ alphabet: Base64.Alphabet = .url
    ) async throws -> Answer {
        try await user2(
            "accounts/passkeyEnrollment:finalize",
            [
                "idToken": .string(user.idToken), "name": .string(name),
                "authenticatorRegistrationResponse": [
                    "id": .string(Base64.encode(registration.credentialID, alphabet)),
                    "rawId": .string(Base64.encode(registration.credentialID, alphabet)), "type": "public-key",
                    "clientExtensionResults": [:],
                    "response": [
                        "clientDataJSON": .string(Base64.encode(registration.clientDataJSON, alphabet)),
                        "attestationObject": .string(Base64.encode(registration.attestationObject, alphabet)),
                        "transports": ["internal"],
                    ],
                ],
            ]
        )
    }

    /// Sends what a passkey signed.
    func finish(
        _ assertion: PasskeyAssertion,
        session: String? = nil,
        tenant: String? = nil,
        _ alphabet: Base64.Alphabet = .url
    ) async throws -> Answer {
        var body: [String: JSONValue] = [
            "authenticatorAuthenticationResponse": [
                "id": .string(Base64.encode(assertion.credentialID, alphabet)), "type": "public-key",
                "response": [
                    "clientDataJSON": .string(Base64.encode(assertion.clientDataJSON, alphabet)),
                    "authenticatorData": .string(Base64.encode(assertion.authenticatorData, alphabet)),
                    "signature": .string(Base64.encode(assertion.signature.reveal(), alphabet)),
                    "userHandle": assertion.userHandle.map { .string(Base64.encode($0, alphabet)) } ?? .null,
                ],
            ]
        ]
        body["sessionId"] = session.map { .string($0) }
        body["tenantId"] = tenant.map { .string($0) }
        return try await user2("accounts/passkeySignIn:finalize", JSONValue(body))
    }

    /// Makes and enrolls a passkey.
    func enrollPasskey(
        _ user: TestUser,
        _ authenticator: SoftwareAuthenticator,
        name: String = "My key"
    ) async throws -> Answer {
        try await finish(try await authenticator.register(try await creationOptions(user)), user, name: name)
    }

    /// Signs in with a passkey.
    func signInWithPasskey(_ authenticator: SoftwareAuthenticator) async throws -> Answer {
        try await finish(try await authenticator.authenticate(try await requestOptions()))
    }
}
