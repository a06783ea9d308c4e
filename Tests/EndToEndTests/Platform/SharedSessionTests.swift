import Foundation
import HearthAuth
import HearthCore
import HearthTesting
import Testing

/// What the model of two processes has found, one case each.
@Suite("Two processes with one session")
struct SharedSessionTests {
    private static let google = GoogleAuthProvider.credential(withIDToken: #"{"sub":"g1"}"#, accessToken: nil)
    private let directory = NSTemporaryDirectory() + "hearth-shared-" + UUID().uuidString

    @Test func `a link whose answer is lost keeps the session, also where the other process has newer tokens`()
        async throws
    {
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let backend = try await TestBackend()
        let first = ClientProcess(backend, directory: directory)
        let second = ClientProcess(backend, directory: directory)
        let auth = try #require(first.auth)
        let user = try await auth.signIn(with: Self.google).user
        await first.settle()
        let other = try #require(second.auth)
        await other.retryRestoring()
        backend.clock.advance(by: .seconds(2))
        try await other.currentUser?.reauthenticate(with: Self.google)
        await second.settle()
        backend.clock.advance(by: .seconds(2))
        let linked = Locked<Result<String, AuthError>?>(nil)
        await first.run([.lost]) {
        } _: {
            let outcome = await Action.link(email: "eve@example.com", password: "correct horse").perform(auth)
            linked.withLock { $0 = outcome.map { $0 ?? "" } }
        }
        await first.settle()
        #expect(try linked.withLock { try $0?.get() } == user.uid)
        #expect(auth.currentUser?.uid == user.uid && auth.currentUser?.email == "eve@example.com")
        await other.retryRestoring()
        #expect(other.currentUser?.uid == user.uid)
    }

    @Test func `a provider that the other process has unlinked is linked anew`() async throws {
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let backend = try await TestBackend()
        let first = try #require(ClientProcess(backend, directory: directory).auth)
        try await first.createUser(withEmail: "eve@example.com", password: "correct horse")
        _ = try await MethodAction.linkGoogle("one").perform(first)
        let second = try #require(ClientProcess(backend, directory: directory).auth)
        #expect(await second.ready().user?.providerData.count == 2)
        _ = try await MethodAction.unlinkGoogle.perform(first)
        #expect(try await MethodAction.linkGoogle("two").perform(second) == first.currentUser?.uid)
    }
}
