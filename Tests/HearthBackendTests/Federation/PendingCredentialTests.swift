import HearthCore
import HearthHTTP
import HearthJSON
import HearthTesting
import Testing

@Suite("A credential that waits until a conflict is settled", .inProcessAndLiveInLongRuns)
struct PendingCredentialTests {
    static let email = "ada@shop.example"

    private struct Conflict {
        let bench: ProviderBench
        let owner: TestClient.Answer
        let pendingToken: JSONValue
    }

    /// An owner with a password, and a provider's user with the same address.
    private func conflict() async throws -> Conflict {
        let bench = try await ProviderBench()
        let owner = try await bench.client.user(
            "accounts:signUp",
            ["email": .string(Self.email), "password": "the owner's"]
        )
        let token = try bench.token("facebook.com", ["email": .string(Self.email), "nonce": .string(NonceTests.hash)])
        let answer = try await bench.signIn("facebook.com", token: token, form: ["nonce": NonceTests.raw])
        #expect(answer["needConfirmation"] == true)
        #expect(answer["email"] == .string(Self.email))
        #expect(answer["oauthIdToken"] == .string(token))
        return Conflict(bench: bench, owner: owner, pendingToken: try #require(answer["pendingToken"]))
    }

    private func use(
        _ token: JSONValue,
        _ client: TestClient,
        as caller: JSONValue? = nil
    ) async throws -> TestClient.Answer {
        var body: JSONObject = JSONObject()
        body["requestUri"] = "http://localhost"
        body["pendingToken"] = token
        body["returnIdpCredential"] = true
        body["idToken"] = caller
        return try await client.user("accounts:signInWithIdp", .object(body))
    }

    @Test func `is linked by the owner, once`() async throws {
        let conflict = try await conflict()
        let client = conflict.bench.client
        let linked = try await use(conflict.pendingToken, client, as: conflict.owner["idToken"])
        #expect(linked["localId"] == conflict.owner["localId"])
        #expect(linked.claims["firebase"]?["identities"]?["facebook.com"] == ["u1"])
        #expect(try await use(conflict.pendingToken, client).error == "INVALID_PENDING_TOKEN")
        let later = try await conflict.bench.signIn("facebook.com", token: try conflict.bench.token("facebook.com"))
        #expect(later["localId"] == conflict.owner["localId"])
    }

    @Test func `opens no account by itself`() async throws {
        let conflict = try await conflict()
        let answer = try await use(conflict.pendingToken, conflict.bench.client)
        #expect(answer["needConfirmation"] == true)
        #expect(answer["idToken"] == nil)
        // The conflict is still there to be settled.
        #expect(answer["pendingToken"] == conflict.pendingToken)
    }

    @Test func `ends after an hour`() async throws {
        let conflict = try await conflict()
        conflict.bench.backend.clock.advance(by: .hours(1))
        #expect(try await use(conflict.pendingToken, conflict.bench.client).error == "INVALID_PENDING_TOKEN")
    }

    @Test func `survives a link that was refused`() async throws {
        let conflict = try await conflict()
        let client = conflict.bench.client
        conflict.bench.backend.clock.advance(by: .minutes(6))
        let stale = try await use(conflict.pendingToken, client, as: conflict.owner["idToken"])
        #expect(stale.error == "CREDENTIAL_TOO_OLD_LOGIN_AGAIN")
        let owner = try await client.user(
            "accounts:signInWithPassword",
            ["email": .string(Self.email), "password": "the owner's"]
        )
        #expect(try await use(conflict.pendingToken, client, as: owner["idToken"]).status == 200)
    }

    @Test func `is good in its own project and tenant only`() async throws {
        let conflict = try await conflict()
        let other = try await conflict.bench.client.makeTenant()
        let answer = try await conflict.bench.client.user(
            "accounts:signInWithIdp",
            ["requestUri": "http://localhost", "pendingToken": conflict.pendingToken, "tenantId": .string(other)]
        )
        #expect(answer.error == "INVALID_PENDING_TOKEN")
    }

    @Test func `is left behind by a guest whose provider has an account`() async throws {
        let bench = try await ProviderBench()
        let owner = try await bench.signIn("apple.com", token: try bench.token("apple.com"))
        let guest = try await bench.client.user("accounts:signUp", [:])
        let form: FormParameters = ["nonce": NonceTests.raw]
        let token = try bench.token("apple.com", ["nonce": .string(NonceTests.hash)])
        let answer = try await bench.signIn("apple.com", token: token, form: form, idToken: guest["idToken"]?.text)
        #expect(answer.status == 200)
        #expect(answer["errorMessage"] == "FEDERATED_USER_ID_ALREADY_LINKED")
        #expect(answer["idToken"] == nil)
        // The token itself was used up by the attempt.
        let replay = try await bench.signIn("apple.com", token: token, form: form)
        #expect(replay.error?.hasPrefix("MISSING_OR_INVALID_NONCE") == true)
        let recovered = try await use(try #require(answer["pendingToken"]), bench.client)
        #expect(recovered["localId"] == owner["localId"])
    }
}
