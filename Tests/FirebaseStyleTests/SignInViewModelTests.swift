import HearthFirebaseCompat
import Testing

@testable import FirebaseStyle

@Suite("The screen to sign in on")
@MainActor
struct SignInViewModelTests {
    private static let google = GoogleTokens(
        idToken: #"{"sub":"g1","email":"ada@gmail.com","email_verified":true}"#,
        accessToken: "access"
    )
    let app: TestApp
    let model: SignInViewModel

    init() async throws {
        app = try await TestApp()
        model = SignInViewModel(accounts: app.accounts)
    }

    @Test func `at first nothing happens and nothing is wrong`() {
        #expect(!model.isLoading && model.errorMessage == nil && model.googleTitle == "Sign in with Google")
    }

    @Test func `a guest keeps the account with Google`() async throws {
        await model.continueAsGuest()
        let guest = try #require(app.accounts.current)
        #expect(guest.isGuest && model.googleTitle == "Keep my data with Google")
        await model.signInWithGoogle(Self.google)
        let account = try #require(app.accounts.current)
        #expect(account.id == guest.id && !account.isGuest && account.email == "ada@gmail.com")
        #expect(model.errorMessage == nil && !model.isLoading)
    }

    @Test func `a guest whose Google account is taken gets that account`() async throws {
        await model.signInWithGoogle(Self.google)
        let owner = try #require(app.accounts.current)
        let device = FirebaseAccountRepository(auth: try app.anotherDevice())
        let other = SignInViewModel(accounts: device)
        await other.continueAsGuest()
        await other.signInWithGoogle(Self.google)
        #expect(device.current?.id == owner.id && other.errorMessage == nil)
    }

    @Test func `what goes wrong is said, and gone at the next attempt`() async {
        await model.signIn(email: "eve@example.com", password: "wrong horse")
        #expect(model.errorMessage == "The e-mail address or the password is wrong.")
        await model.continueAsGuest()
        #expect(model.errorMessage == nil)
    }

    @Test func `two presses are one sign-in`() async {
        async let first: Void = model.continueAsGuest()
        async let second: Void = model.continueAsGuest()
        _ = await (first, second)
        #expect(app.accounts.current?.isGuest == true && model.errorMessage == nil)
    }

    @Test func `an observer shows who is signed in`() async throws {
        let (states, continuation) = AsyncStream.makeStream(of: SessionState.self)
        let observer = SessionObserver(auth: app.auth)
        #expect(observer.state == .undetermined)
        observer.onChange = { continuation.yield($0) }
        var iterator = states.makeAsyncIterator()
        #expect(await iterator.next() == .signedOut)
        await model.continueAsGuest()
        #expect(await iterator.next() == app.accounts.current.map { .signedIn($0) })
        try app.accounts.signOut()
        #expect(await iterator.next() == .signedOut)
    }
}
