import Bookshelf
import Testing

/// The screens, tested with a mock: no server, no library.
@MainActor
@Suite("Bookshelf's screens")
struct SignInViewModelTests {
    let accounts = MockAccounts()
    let model: SignInViewModel

    init() {
        model = AppContainer(accounts).makeSignInModel()
    }

    @Test func `shows the reader after signing in with Google`() async {
        let reader = Reader(id: "1", name: "Eve")
        accounts.willAnswer(.success(.done(reader)))
        await model.signInWithGoogle()
        #expect(model.reader == reader && model.error == nil && model.progress == .idle)
        #expect(accounts.calls == ["google"])
    }

    @Test func `shows what went wrong, and forgets it when something is tried again`() async {
        accounts.willAnswer(.failure(.badCredentials))
        accounts.willAnswer(.success(.done(Reader(id: "1", name: "Guest", isGuest: true))))
        await model.signIn(email: "eve@example.com", password: "wrong horse")
        #expect(model.error == .badCredentials && model.reader == nil)
        await model.continueAsGuest()
        #expect(model.error == nil && model.reader?.isGuest == true)
    }

    @Test func `asks for a code, and goes on with it`() async {
        accounts.willAnswer(.success(.needsCode))
        accounts.willAnswer(.success(.done(Reader(id: "1", name: "Eve"))))
        await model.signIn(email: "eve@example.com", password: "correct horse")
        #expect(model.asksForCode && model.reader == nil)
        await model.enter(code: "123456")
        #expect(!model.asksForCode && model.reader?.name == "Eve")
        #expect(accounts.calls == ["signIn", "code 123456"])
    }

    @Test(arguments: [("eve", "long enough"), ("eve@example.com", "short")])
    func `sends nothing that cannot be right`(_ email: String, _ password: String) async {
        await model.join(email: email, password: password)
        guard case .input = model.error else { return #expect(Bool(false)) }
        #expect(accounts.calls.isEmpty)
    }
}
