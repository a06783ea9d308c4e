import HearthHTTP
import HearthJSON
import HearthTesting
import Testing

@Suite("GET /v2/passwordPolicy", .inProcessAndLiveInLongRuns)
struct GetPasswordPolicyEndpointTests {
    @Test func `says what holds without a policy`() async throws {
        let answer = try await TestClient(try await TestBackend()).read2("passwordPolicy?tenantId=t")
        #expect(answer["customStrengthOptions"] == ["minPasswordLength": 6])
        #expect(answer["enforcementState"] == "OFF" && answer["forceUpgradeOnSignin"] == false)
        #expect(answer["schemaVersion"] == 1)
        let characters = try #require(answer["allowedNonAlphanumericCharacters"]?.array)
        #expect(characters.contains("\"") && characters.contains("_"))
        #expect(characters.allSatisfy { $0.text.count == 1 })
    }

    @Test func `says what an administrator wrote`() async throws {
        let client = TestClient(try await TestBackend())
        let options: JSONValue = [
            "minPasswordLength": 8, "maxPasswordLength": 64, "containsLowercaseCharacter": true,
            "containsNumericCharacter": true,
        ]
        _ = try await client.enforcePasswords(options, forceUpgrade: true)
        let answer = try await client.read2("passwordPolicy")
        #expect(answer["customStrengthOptions"] == options)
        #expect(answer["enforcementState"] == "ENFORCE" && answer["forceUpgradeOnSignin"] == true)
    }

    @Test func `needs a key`() async throws {
        let client = TestClient(try await TestBackend())
        #expect(try await client.send(.get, "/identitytoolkit.googleapis.com/v2/passwordPolicy").status == 403)
    }
}
