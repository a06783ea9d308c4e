import HearthJSON
import HearthTesting
import Testing

@Suite("accounts:signUp")
struct SignUpEndpointTests {
    @Test func `creates an account with a password`() async throws {
        let client = TestClient(try await TestBackend())
        let answer = try await client.user("accounts:signUp", ["email": "Ada@Example.com", "password": "secret1"])
        #expect(answer.status == 200)
        #expect(answer["kind"] == "identitytoolkit#SignupNewUserResponse")
        #expect(answer["email"] == "ada@example.com")
        #expect(answer["localId"]?.text.count == 28)
        #expect(answer["expiresIn"] == "3600")
        #expect(answer["idToken"]?.text.split(separator: ".").count == 3)
        #expect(answer["refreshToken"]?.text.isEmpty == false)
    }

    @Test(
        arguments: [
            (["email": "x", "password": "secret1"], "INVALID_EMAIL"),
            (["email": "a@b.co"], "MISSING_PASSWORD"),
            (["password": "secret1"], "MISSING_EMAIL"),
            (["email": "a@b.co", "password": "short"], "WEAK_PASSWORD : Password should be at least 6 characters"),
            (["localId": "mine"], "UNEXPECTED_PARAMETER : User ID"),
            (["email": "taken@b.co", "password": "secret1"], "EMAIL_EXISTS"),
            (["email": "TAKEN@b.co", "password": "short"], "EMAIL_EXISTS"),
        ] as [(JSONValue, String)]
    )
    func `refuses what cannot become an account`(_ body: JSONValue, _ error: String) async throws {
        let client = TestClient(try await TestBackend())
        _ = try await client.user("accounts:signUp", ["email": "taken@b.co", "password": "secret1"])
        let answer = try await client.user("accounts:signUp", body)
        #expect(answer.status == 400)
        #expect(answer.error == error)
    }
}
