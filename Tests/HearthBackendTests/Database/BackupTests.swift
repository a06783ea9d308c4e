import HearthBackend
import HearthHTTP
import HearthJSON
import HearthTesting
import Testing

@Suite("A copy of the storage")
struct BackupTests {
    /// What an administrator sees of every account, with its password.
    private static func accounts(_ client: TestClient) async throws -> JSONValue? {
        let page = try await client.admin("accounts:batchGet?maxResults=1000", method: .get)
        #expect(page.status == 200)
        return page["users"]
    }

    @Test(arguments: BackendConfiguration.Profile.allCases)
    func `is the same users, passwords, sessions and secrets on another machine`(
        _ profile: BackendConfiguration.Profile
    ) async throws {
        let (folder, elsewhere) = (try TestFolder(), try TestFolder())
        let first = try await TestBackend {
            $0.profile = profile
            $0.storage = .sqlite(path: folder.path + "/hearth.db")
        }
        let client = TestClient(first)
        var users: [TestUser] = []
        for index in 0..<30 { users.append(try await client.signUp("user\(index)@example.com")) }
        let provider: JSONValue = [
            "enabled": true, "clientId": "app", "clientSecret": "a provider's secret", "name": "x",
        ]
        let path = "/identitytoolkit.googleapis.com/v2/projects/demo-test/defaultSupportedIdpConfigs"
        let owner: HTTPFields = ["Authorization": "Bearer owner"]
        #expect(try await client.send(.post, "\(path)?idpId=google.com", provider, owner).status == 200)
        // Nothing is written while the files are copied; what is in the log beside the database belongs to it.
        try folder.copyFiles(to: elsewhere)
        let before = try await Self.accounts(client)
        // What happens afterwards is not in the copy.
        _ = try await client.signUp("late@example.com")
        await first.backend.close()

        let second = try await TestBackend {
            $0.profile = profile
            $0.storage = .sqlite(path: elsewhere.path + "/hearth.db")
        }
        let restored = TestClient(second)
        #expect(before?.array?.count == 30)
        #expect(try await Self.accounts(restored) == before)
        #expect(try await restored.signIn("late@example.com").status == 400)
        let secret = try await restored.send(.get, "\(path)/google.com", nil, owner)
        #expect(secret["clientSecret"] == "a provider's secret")
        for (index, user) in users.enumerated() {
            #expect(try await restored.refresh(user.refreshToken).status == 200)
            if index < 3 {
                #expect(try await restored.signIn("user\(index)@example.com")["localId"] == .string(user.uid))
            }
        }
        await second.backend.close()
    }
}
