import HearthCore
import HearthHTTP
import HearthJSON
import HearthTesting
import Testing

@Suite("Enrolling passkeys", .inProcessAndLiveInLongRuns)
struct PasskeyEnrollmentTests {
    private let authenticator = SoftwareAuthenticator()

    @Test func `says how the passkey is to be made`() async throws {
        let (_, client) = try await TestClient.withPasskeys()
        let user = try await client.signUp("ada@example.com")
        let start = try await client.user2(
            "accounts/passkeyEnrollment:start",
            ["idToken": .string(user.idToken)]
        )
        let options = try #require(start["credentialCreationOptions"])
        #expect(options["rp"] == ["id": "shop.example", "name": "Shop"])
        #expect(options["user"]?["id"] == .string(Base64.encode(Array(user.uid.utf8))))
        #expect(options["user"]?["name"] == "ada@example.com")
        #expect(options["pubKeyCredParams"]?.array?.map { $0["alg"] } == [-7, -257])
        #expect(options["excludeCredentials"] == [])
        #expect(options["authenticatorSelection"]?["residentKey"] == "required")
        #expect(options["authenticatorSelection"]?["userVerification"] == "required")
        #expect(options["attestation"] == "none")
        #expect(options["timeout"] == 300_000)
        // Clients write base64 or base64url: this is both.
        let challenge = try #require(options["challenge"]?.string)
        #expect(Base64.decode(challenge.utf8, .standard)?.count == 33)
        #expect(Base64.decode(challenge.utf8, .url) == Base64.decode(challenge.utf8, .standard))
    }

    @Test(
        arguments: SoftwareAuthenticator.Algorithm.allCases,
        SoftwareAuthenticator.Attestation.allCases
    )
    func `a passkey is enrolled, shown, and signs in`(
        _ algorithm: SoftwareAuthenticator.Algorithm,
        _ attestation: SoftwareAuthenticator.Attestation
    ) async throws {
        authenticator.behaviour.algorithm = algorithm
        authenticator.behaviour.attestation = attestation
        let (_, client) = try await TestClient.withPasskeys()
        let user = try await client.signUp("ada@example.com")
        let answer = try await client.enrollPasskey(user, authenticator, name: "Ada's key")
        #expect(answer["localId"] == .string(user.uid))
        #expect(answer["expiresIn"] == "3600")
        let enrolled = try TestUser(answer)
        #expect(try claims(of: enrolled.idToken)["firebase"]?["sign_in_provider"] == "passkey")
        let id = Base64.encode(try #require(authenticator.credentialIDs.first))
        let info: JSONValue = [["credentialId": .string(id), "name": "Ada's key"]]
        #expect(try await client.lookUp(enrolled)["users"]?.array?.first?["passkeyInfo"] == info)
        #expect(try await client.account(user.uid)["passkeyInfo"] == info)

        let signIn = try await client.signInWithPasskey(authenticator)
        #expect(signIn["localId"] == .string(user.uid))
        let session = try TestUser(signIn)
        #expect(session.uid == user.uid)
        #expect(try claims(of: session.idToken)["firebase"]?["sign_in_provider"] == "passkey")
        #expect(try await client.refresh(session.refreshToken).status == 200)
    }

    @Test(arguments: [Base64.Alphabet.standard, .url])
    func `bytes come in either alphabet`(_ alphabet: Base64.Alphabet) async throws {
        let (_, client) = try await TestClient.withPasskeys()
        let user = try await client.signUp("ada@example.com")
        let registration = try await authenticator.register(try await client.creationOptions(user))
        #expect(try await client.finish(registration, user, alphabet).status == 200)
        let assertion = try await authenticator.authenticate(try await client.requestOptions())
        #expect(try await client.finish(assertion, alphabet).status == 200)
    }

    @Test func `the account's passkeys are not to be made again`() async throws {
        let (_, client) = try await TestClient.withPasskeys()
        let user = try await client.signUp("ada@example.com")
        _ = try await client.enrollPasskey(user, authenticator)
        let start = try await client.user2(
            "accounts/passkeyEnrollment:start",
            ["idToken": .string(user.idToken)]
        )
        let id = Base64.encode(try #require(authenticator.credentialIDs.first))
        #expect(
            start["credentialCreationOptions"]?["excludeCredentials"] == [["type": "public-key", "id": .string(id)]]
        )
    }

    @Test func `a passkey has one owner`() async throws {
        let (_, client) = try await TestClient.withPasskeys()
        let ada = try await client.signUp("ada@example.com")
        let eve = try await client.signUp("eve@example.com")
        let twin = SoftwareAuthenticator(random: RandomSource { [UInt8](repeating: 7, count: $0) })
        let other = SoftwareAuthenticator(random: RandomSource { [UInt8](repeating: 7, count: $0) })
        #expect(try await client.enrollPasskey(ada, twin).status == 200)
        #expect(try await client.enrollPasskey(eve, other).error == "CREDENTIAL_ALREADY_IN_USE")
        #expect(try await client.enrollPasskey(ada, other).error == "CREDENTIAL_ALREADY_IN_USE")
        #expect(try await client.account(eve.uid)["passkeyInfo"] == nil)
    }

    @Test func `needs a recent sign-in, but of a guest`() async throws {
        let (backend, client) = try await TestClient.withPasskeys()
        let ada = try await client.signUp("ada@example.com")
        let guest = try await client.signUpGuest()
        let early = try await authenticator.register(try await client.creationOptions(ada))
        backend.clock.advance(by: .seconds(4 * 60 + 59))
        let late = try await authenticator.register(try await client.creationOptions(ada))
        backend.clock.advance(by: .seconds(2))
        let start = try await client.user2("accounts/passkeyEnrollment:start", ["idToken": .string(ada.idToken)])
        #expect(start.error == "CREDENTIAL_TOO_OLD_LOGIN_AGAIN")
        #expect(try await client.finish(early, ada).error == "SESSION_EXPIRED")
        #expect(try await client.finish(late, ada).error == "CREDENTIAL_TOO_OLD_LOGIN_AGAIN")
        #expect(try await client.enrollPasskey(guest, authenticator).status == 200)
    }

    @Test func `a guest becomes a lasting user, and the guest's session ends`() async throws {
        let (_, client) = try await TestClient.withPasskeys()
        let guest = try await client.signUpGuest()
        let user = try TestUser(try await client.enrollPasskey(guest, authenticator))
        #expect(user.uid == guest.uid)
        #expect(try claims(of: user.idToken)["provider_id"] == nil)
        #expect(try await client.refresh(guest.refreshToken).status == 400)
        #expect(try await client.refresh(user.refreshToken).status == 200)
        #expect(try TestUser(try await client.signInWithPasskey(authenticator)).uid == guest.uid)
    }

    @Test func `strict voids the challenge of another enrollment that waits`() async throws {
        let (_, client) = try await TestClient.withPasskeys()
        let user = try await client.signUp("ada@example.com")
        let late = try await authenticator.register(try await client.creationOptions(user))
        #expect(try await client.enrollPasskey(user, SoftwareAuthenticator()).status == 200)
        #expect(try await client.finish(late, user).error?.hasPrefix("INVALID_SESSION_INFO") == true)
    }

    @Test func `an account has twenty passkeys at most`() async throws {
        let (_, client) = try await TestClient.withPasskeys()
        let user = try await client.signUp("ada@example.com")
        for _ in 0..<20 { #expect(try await client.enrollPasskey(user, SoftwareAuthenticator()).status == 200) }
        let start = try await client.user2("accounts/passkeyEnrollment:start", ["idToken": .string(user.idToken)])
        #expect(start.error == "PASSKEY_LIMIT_EXCEEDED")
    }

    @Test func `a passkey is taken away by its owner, soon after a sign-in, or by an administrator`() async throws {
        let (backend, client) = try await TestClient.withPasskeys()
        let ada = try await client.signUp("ada@example.com")
        let eve = try await client.signUp("eve@example.com")
        _ = try await client.enrollPasskey(ada, authenticator)
        let id = JSONValue.string(Base64.encode(try #require(authenticator.credentialIDs.first), .standard))
        #expect(try await client.update(eve, ["deletePasskey": [id]]).status == 200)
        #expect(try await client.signInWithPasskey(authenticator).status == 200)
        backend.clock.advance(by: .minutes(6))
        #expect(try await client.update(ada, ["deletePasskey": [id]]).error == "CREDENTIAL_TOO_OLD_LOGIN_AGAIN")
        let fresh = try TestUser(try await client.signInWithPasskey(authenticator))
        #expect(try await client.update(fresh, ["deletePasskey": [id, "unknown"]]).status == 200)
        #expect(try await client.account(ada.uid)["passkeyInfo"] == nil)
        #expect(try await client.signInWithPasskey(authenticator).error == "PASSKEY_CREDENTIAL_NOT_FOUND")

        let second = SoftwareAuthenticator()
        _ = try await client.enrollPasskey(fresh, second)
        let other = JSONValue.string(Base64.encode(try #require(second.credentialIDs.first)))
        let change: JSONValue = ["localId": .string(ada.uid), "deletePasskey": [other]]
        #expect(try await client.admin("accounts:update", change).status == 200)
        #expect(try await client.signInWithPasskey(second).error == "PASSKEY_CREDENTIAL_NOT_FOUND")
    }

    @Test func `an account's passkeys go with it, and can be enrolled anew`() async throws {
        let (_, client) = try await TestClient.withPasskeys()
        let fixed = RandomSource { [UInt8](repeating: 7, count: $0) }
        let ada = try await client.signUp("ada@example.com")
        let gone = SoftwareAuthenticator(random: fixed)
        _ = try await client.enrollPasskey(ada, gone)
        _ = try await client.admin("accounts:delete", ["localId": .string(ada.uid)])
        #expect(try await client.signInWithPasskey(gone).error == "PASSKEY_CREDENTIAL_NOT_FOUND")
        let eve = try await client.signUp("eve@example.com")
        #expect(try await client.enrollPasskey(eve, SoftwareAuthenticator(random: fixed)).status == 200)
        let clear = try await client.send(.delete, "/emulator/v1/projects/demo-test/accounts")
        #expect(clear.status == 200)
        let bob = try await client.signUp("bob@example.com")
        #expect(try await client.enrollPasskey(bob, SoftwareAuthenticator(random: fixed)).status == 200)
    }

    @Test func `a reset of the password takes the passkeys away`() async throws {
        let (_, client) = try await TestClient.withPasskeys()
        let ada = try await client.signUpVerified("ada@example.com")
        _ = try await client.enrollPasskey(ada, authenticator)
        let code = try await client.code("PASSWORD_RESET", ["email": "ada@example.com"])
        let reset = try await client.user(
            "accounts:resetPassword",
            ["oobCode": .string(code), "newPassword": "new one"]
        )
        #expect(reset.status == 200)
        #expect(try await client.account(ada.uid)["passkeyInfo"] == nil)
        #expect(try await client.signInWithPasskey(authenticator).error == "PASSKEY_CREDENTIAL_NOT_FOUND")
    }

    @Test(
        arguments: [
            ("passkeyEnrollment:start", [:], "MISSING_ID_TOKEN"),
            ("passkeyEnrollment:finalize", [:], "MISSING_ID_TOKEN"),
            ("passkeyEnrollment:start", ["idToken": "x"], "INVALID_ID_TOKEN"),
            ("passkeyEnrollment:finalize", ["idToken": "x"], "MISSING_AUTHENTICATOR_RESPONSE"),
            ("passkeySignIn:finalize", [:], "MISSING_AUTHENTICATOR_RESPONSE"),
            ("passkeySignIn:finalize", ["authenticatorAuthenticationResponse": [:]], "INVALID_CREDENTIAL_ID"),
            ("passkeySignIn:finalize", ["authenticatorAuthenticationResponse": ["id": ""]], "INVALID_CREDENTIAL_ID"),
            (
                "passkeySignIn:finalize", ["authenticatorAuthenticationResponse": ["id": "AAAA"]],
                "MISSING_AUTHENTICATOR_RESPONSE"
            ),
            (
                "passkeySignIn:finalize", ["authenticatorAuthenticationResponse": ["id": "AAAA", "response": [:]]],
                "MISSING_AUTHENTICATOR_RESPONSE"
            ),
        ] as [(String, JSONValue, String)]
    )
    func `says what is missing`(_ operation: String, _ body: JSONValue, _ error: String) async throws {
        let (_, client) = try await TestClient.withPasskeys()
        #expect(try await client.user2("accounts/\(operation)", body).error == error)
    }
}
