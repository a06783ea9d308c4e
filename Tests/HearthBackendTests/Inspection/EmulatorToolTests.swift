import HearthCore
import HearthTesting
import Testing

@testable import HearthBackend

@Suite("What the emulator's tools do for no one on a server for real users")
struct EmulatorToolTests {
    private static let tools: [(String, @Sendable (Backend, UserID, ProjectID) async throws -> Void)] = [
        (
            "shows an app's code",
            { backend, user, project in
                let factor = try #require(FactorID(rawValue: "app"))
                _ = try await backend.currentCode(of: factor, of: user, project: project, tenant: nil)
            }
        ),
        (
            "makes tokens",
            { backend, user, project in
                _ = try await backend.negativeTokens(of: user, project: project, tenant: nil)
            }
        ),
        (
            "keeps an account",
            { backend, user, project in _ = try await backend.keepAccount(user, project: project, tenant: nil) }
        ),
        ("puts one back", { backend, _, _ in _ = try await backend.restoreAccount("any") }),
        ("shows messages", { backend, _, project in _ = try await backend.inbox(of: project) }),
        ("ends a code", { backend, _, project in _ = try await backend.expireMessage("any", of: project) }),
        ("sends again", { backend, _, project in _ = try await backend.repeatMessage("any", of: project) }),
    ]

    @Test(arguments: tools.indices)
    func `is refused`(_ index: Int) async throws {
        let (what, tool) = Self.tools[index]
        let (backend, client) = try await TestClient.strict { $0.isEmulator = false }
        let user = try #require(UserID(rawValue: try await client.signUp("ada@example.com").uid))
        let error = await #expect(throws: BackendError.self, "\(what)") {
            try await tool(backend.backend, user, backend.project)
        }
        #expect(error?.code == .configuration, "\(what)")
    }
}
