import HearthAuth
import HearthFlows
import HearthTesting
import Testing

@Suite("Smoke") struct SmokeTests {
    @Test func `signs in`() async throws {
        let backend = try await TestBackend()
        let manager = AuthManager(Auth(backend))
        guard case .signedUp(let user) = try await manager.signUp(with: .password(email: "eve@example.com", password: "correct horse")) else { Issue.record("no"); return }
        #expect(manager.state.session.user?.uid == user.uid)
        try await manager.updateDisplayName(to: "Eve")
        #expect(manager.currentUser?.displayName == "Eve")
        try await manager.deleteAccount { Step("A") { _ in } }
        #expect(!manager.state.session.isSignedIn)
    }
}
