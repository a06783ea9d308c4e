import HearthJSON
import HearthTesting
import Testing

@Suite("accounts:createAuthUri", .inProcessAndLiveInLongRuns)
struct CreateAuthURIEndpointTests {
    @Test func `tells the sign-in methods of an address in lenient`() async throws {
        let client = TestClient(try await TestBackend())
        _ = try await client.signUp("ada@example.com")
        let answer = try await client.user("accounts:createAuthUri", body("ada@example.com"))
        #expect(answer["kind"] == "identitytoolkit#CreateAuthUriResponse")
        #expect(answer["registered"] == true)
        #expect(answer["allProviders"] == ["password"])
        #expect(answer["signinMethods"] == ["password"])
        #expect(answer["sessionId"]?.text.count == 27)
    }

    @Test func `tells that no one has an address in lenient`() async throws {
        let client = TestClient(try await TestBackend())
        let answer = try await client.user("accounts:createAuthUri", body("absent@example.com"))
        #expect(answer["registered"] == false)
        #expect(answer["allProviders"] == [])
        #expect(answer["signinMethods"] == [])
    }

    @Test func `names the providers that know the address`() async throws {
        let client = TestClient(try await TestBackend())
        _ = try await client.admin("accounts", ["localId": "ada"])
        let link: JSONValue = ["providerId": "google.com", "rawId": "g-1", "email": "ada@gmail.com"]
        _ = try await client.admin("accounts:update", ["localId": "ada", "linkProviderUserInfo": link])
        let answer = try await client.user("accounts:createAuthUri", body("ada@gmail.com"))
        #expect(answer["signinMethods"] == ["google.com"])
    }

    @Test(arguments: ["ada@example.com", "absent@example.com"])
    func `tells nothing once addresses are hidden`(_ email: String) async throws {
        let (_, client) = try await TestClient.strict()
        _ = try await client.signUp("ada@example.com")
        let answer = try await client.user("accounts:createAuthUri", body(email))
        #expect(answer.document.object?.names.sorted() == ["kind", "sessionId"])
    }

    @Test(
        arguments: [
            (["continueUri": "http://localhost"], 400, "MISSING_IDENTIFIER"),
            (["identifier": "a@b.co"], 400, "MISSING_CONTINUE_URI"),
            (["identifier": "x", "continueUri": "http://localhost"], 400, "INVALID_IDENTIFIER"),
            (["identifier": "a@b.co", "continueUri": "x"], 400, "INVALID_CONTINUE_URI"),
            (["providerId": "google.com"], 400, "MISSING_CONTINUE_URI"),
        ] as [(JSONValue, Int, String)]
    )
    func `refuses what is incomplete`(_ body: JSONValue, _ status: Int, _ error: String) async throws {
        let client = TestClient(try await TestBackend())
        let answer = try await client.user("accounts:createAuthUri", body)
        #expect(answer.status == status)
        #expect(answer.error == error)
    }

    private func body(_ email: String) -> JSONValue {
        ["identifier": .string(email), "continueUri": "http://localhost"]
    }
}
