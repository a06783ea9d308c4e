import Bookshelf
import HearthAuth
import HearthBackend
import HearthFlows
import HearthTesting
import Testing

/// The production side of the seam, tested against a whole backend in this process.
@MainActor
@Suite("Bookshelf's accounts")
struct ManagedAccountsTests {
    let backend: TestBackend

    init() async throws {
        backend = try await TestBackend()
    }

    private func makeApp() -> AppContainer {
        AppContainer(Auth(backend)) {
            .google(idToken: #"{"sub":"g1","email":"eve@gmail.com","email_verified":true}"#)
        }
    }

    @Test func `a new reader joins, leaves, comes back and is deleted with the shelf`() async throws {
        let app = makeApp()
        let model = app.makeSignInModel()
        await model.join(email: "eve@example.com", password: "correct horse")
        let reader = try #require(model.reader)
        await app.shelf.add("Middlemarch", for: reader.id)
        try await app.accounts.signOut()
        #expect(app.accounts.current == nil)
        await model.signIn(email: "eve@example.com", password: "wrong horse")
        #expect(model.error == .badCredentials || model.error == .input("The e-mail address or the password is wrong."))
        await model.signIn(email: "eve@example.com", password: "correct horse")
        #expect(model.reader == reader)
        try await app.accounts.deleteAccount(password: "correct horse")
        #expect(app.accounts.current == nil)
        #expect(await app.shelf.titles(of: reader.id).isEmpty)
    }

    @Test func `a guest's books follow them into an account that exists`() async throws {
        _ = try await makeApp().accounts.signUp(email: "eve@example.com", password: "correct horse")
        let app = makeApp()
        guard case .done(let guest) = try await app.accounts.continueAsGuest() else { return #expect(Bool(false)) }
        await app.shelf.add("Emma", for: guest.id)
        let outcome = try await app.accounts.signUp(email: "eve@example.com", password: "correct horse")
        guard case .done(let reader) = outcome else { return #expect(Bool(false)) }
        #expect(reader.id != guest.id && !reader.isGuest)
        #expect(await app.shelf.titles(of: reader.id) == ["Emma"])
    }

    @Test func `being offline is the app's own error, and the same call succeeds later`() async throws {
        let app = makeApp()
        backend.fail(next: .any, with: .offline)
        await #expect(throws: AccountError.offline) { try await app.accounts.signInWithGoogle() }
        guard case .done(let reader) = try await app.accounts.signInWithGoogle() else { return #expect(Bool(false)) }
        #expect(reader.name == "eve@gmail.com")
        for await now in app.accounts.changes where now != nil {
            #expect(now == reader)
            break
        }
    }
}
