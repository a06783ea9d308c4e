import HearthAuth
import HearthCore
import HearthJSON
import HearthTesting
import Testing

/// What the official emulator's own tests do, and that it ends where something can be verified.
@Suite("Passkeys by their identifier alone, as in the official emulator", .inProcessAndLiveInLongRuns)
struct EmulatorPasskeyTests {
    private func enroll(
        _ client: TestClient,
        _ user: TestUser,
        _ id: String,
        _ more: [String: JSONValue] = [:]
    ) async throws -> TestClient.Answer {
        var body = more
        body["idToken"] = .string(user.idToken)
        body["authenticatorRegistrationResponse"] = ["id": .string(id)]
        return try await client.user2("accounts/passkeyEnrollment:finalize", JSONValue(body))
    }

    private func signIn(_ client: TestClient, _ id: String) async throws -> TestClient.Answer {
        let body: JSONValue = ["authenticatorAuthenticationResponse": ["id": .string(id)]]
        return try await client.user2("accounts/passkeySignIn:finalize", body)
    }

    @Test func `are for this machine unless something else is set`() async throws {
        let client = TestClient(try await TestBackend())
        let user = try await client.signUp("ada@example.com")
        let start = try await client.user2("accounts/passkeyEnrollment:start", ["idToken": .string(user.idToken)])
        #expect(start["credentialCreationOptions"]?["rp"]?["id"] == "localhost")
        #expect(try await client.requestOptions().relyingPartyID == "localhost")
    }

    @Test(arguments: ["test_credential_id_1", "cred_4_A", "fallback_cred_2", "not base64!"])
    func `are enrolled, sign in, and are taken away`(_ id: String) async throws {
        let client = TestClient(try await TestBackend())
        let user = try await client.signUp("ada@example.com")
        let enrolled = try TestUser(try await enroll(client, user, id, ["name": "My Key"]))
        let info = try await client.lookUp(enrolled)["users"]?.array?.first?["passkeyInfo"]
        #expect(info == [["credentialId": .string(id), "name": "My Key"]])
        let session = try await signIn(client, id)
        #expect(session["localId"] == .string(user.uid))
        #expect(try claims(of: try TestUser(session).idToken)["firebase"]?["sign_in_provider"] == "passkey")
        #expect(try await client.update(enrolled, ["deletePasskey": [.string(id)]]).status == 200)
        #expect(try await signIn(client, id).error == "PASSKEY_CREDENTIAL_NOT_FOUND")
    }

    @Test func `have a name in any case`() async throws {
        let client = TestClient(try await TestBackend())
        let user = try await client.signUp("ada@example.com")
        _ = try await enroll(client, user, "one", ["displayName": "Ada"])
        _ = try await enroll(client, user, "two", ["name": "", "displayName": ""])
        _ = try await enroll(client, user, "three", ["name": .string(String(repeating: "x", count: 101))])
        let info = try await client.account(user.uid)["passkeyInfo"]?.array ?? []
        #expect(info.map { $0["name"]?.text } == ["Ada", "Unnamed Passkey", String(repeating: "x", count: 100)])
    }

    @Test func `have one owner, and an identifier`() async throws {
        let client = TestClient(try await TestBackend())
        let ada = try await client.signUp("ada@example.com")
        let eve = try await client.signUp("eve@example.com")
        #expect(try await enroll(client, ada, "one").status == 200)
        #expect(try await enroll(client, eve, "one").error == "CREDENTIAL_ALREADY_IN_USE")
        #expect(try await enroll(client, ada, "").error == "INVALID_CREDENTIAL_ID")
    }

    @Test func `are not a way around a key`() async throws {
        let client = TestClient(try await TestBackend())
        let user = try await client.signUp("ada@example.com")
        let authenticator = SoftwareAuthenticator()
        #expect(try await client.enrollPasskey(user, authenticator).status == 200)
        let id = Base64.encode(try #require(authenticator.credentialIDs.first))
        #expect(try await signIn(client, id).error == "MISSING_AUTHENTICATOR_RESPONSE")
        authenticator.behaviour.misbehaviour = .foreignKey
        #expect(
            try await client.signInWithPasskey(authenticator).error
                == "INVALID_AUTHENTICATOR_RESPONSE : invalidSignature"
        )
        authenticator.behaviour.misbehaviour = nil
        #expect(try await client.signInWithPasskey(authenticator).status == 200)
    }

    @Test func `do not exist in strict`() async throws {
        let (_, client) = try await TestClient.withPasskeys()
        let user = try await client.signUp("ada@example.com")
        #expect(try await enroll(client, user, "one").error == "MISSING_AUTHENTICATOR_RESPONSE")
        #expect(try await signIn(client, "one").error == "MISSING_AUTHENTICATOR_RESPONSE")
    }
}
