import HearthAuth
import HearthBackend
import HearthCore
import HearthHTTP
import HearthTesting
import Testing

/// The client against the whole backend, in one process.
@Suite("A client and its backend")
struct AccountTests {
    let backend: TestBackend
    let storage = InMemorySessionStorage()
    let auth: Auth

    init() async throws {
        let backend = try await TestBackend()
        self.backend = backend
        auth = Self.client(of: backend, storage)
    }

    /// A client whose clocks are the backend's.
    private static func client(of backend: TestBackend, _ storage: InMemorySessionStorage) -> Auth {
        let clock = backend.clock
        let start = clock.now
        return Auth(
            .emulator(project: "demo-test"),
            storage: storage,
            transport: backend.transport,
            retry: .never,
            clock: AuthClock(now: { clock.now }, uptime: { clock.now - start }, sleep: { _ in })
        )
    }

    private func error<Value>(of work: () async throws(AuthError) -> Value) async -> AuthError.Code? {
        do throws(AuthError) {
            _ = try await work()
            return nil
        } catch {
            return error.code
        }
    }

    @Test func `a new customer verifies her address`() async throws {
        let user = try await auth.createUser(withEmail: "Eve@Example.com", password: "correct horse").user
        #expect(user.email == "eve@example.com" && !user.isEmailVerified && !user.isAnonymous)
        try await user.sendEmailVerification()
        let mail = try await backend.inbox.next(.verifyEmail, to: "eve@example.com")
        #expect(try await auth.checkActionCode(mail.code).operation == .verifyEmail)
        try await auth.applyActionCode(mail.code)
        #expect(try await user.reload().isEmailVerified)
        #expect(auth.currentUser?.isEmailVerified == true)
    }

    @Test func `a session survives a restart, and its token an hour`() async throws {
        let user = try await auth.createUser(withEmail: "eve@example.com", password: "correct horse").user
        let token = try await auth.idToken().reveal()
        backend.clock.advance(by: .hours(2))
        let later = Self.client(of: backend, storage)
        #expect(await later.ready().user?.uid == user.uid)
        #expect(try await later.idToken().reveal() != token)
        #expect(try await later.idTokenResult().signInProvider == "password")
    }

    @Test func `a guest becomes a lasting user, and signs in again`() async throws {
        let guest = try await auth.signInAnonymously().user
        #expect(guest.isAnonymous)
        let user = try await guest.link(withEmail: "eve@example.com", password: "correct horse").user
        #expect(user.uid == guest.uid && !user.isAnonymous && user.providerData.map(\.providerID) == ["password"])
        try await auth.signOut()
        #expect(try await auth.signIn(withEmail: "eve@example.com", password: "correct horse").user.uid == guest.uid)
    }

    @Test func `a profile is set and cleared`() async throws {
        let user = try await auth.createUser(withEmail: "eve@example.com", password: "correct horse").user
        let named = try await user.updateProfile(displayName: .set("Eve"), photoURL: .set("https://example.com/e.png"))
        #expect(named.displayName == "Eve" && named.photoURL == "https://example.com/e.png")
        let cleared = try await named.updateProfile(displayName: .cleared, photoURL: .cleared)
        #expect(cleared.displayName == nil && cleared.photoURL == nil)
    }

    @Test func `a forgotten password is set anew`() async throws {
        try await auth.createUser(withEmail: "eve@example.com", password: "correct horse")
        try await auth.signOut()
        try await auth.sendPasswordReset(withEmail: "eve@example.com")
        let mail = try await backend.inbox.next(.passwordReset, to: "eve@example.com")
        #expect(try await auth.verifyPasswordResetCode(mail.code) == "eve@example.com")
        try await auth.confirmPasswordReset(withCode: mail.code, newPassword: "battery staple")
        let old = await error { () throws(AuthError) in
            try await auth.signIn(withEmail: "eve@example.com", password: "correct horse")
        }
        #expect(old == .invalidCredential || old == .wrongPassword)
        try await auth.signIn(withEmail: "eve@example.com", password: "battery staple")
        #expect(auth.state.isSignedIn)
    }

    @Test func `a password and an address are changed, and the session goes on`() async throws {
        let user = try await auth.createUser(withEmail: "eve@example.com", password: "correct horse").user
        try await user.updatePassword(to: "battery staple")
        _ = try await auth.idToken(forcingRefresh: true)
        #expect(try await user.updateEmail(to: "new@example.com").email == "new@example.com")
        _ = try await auth.idToken(forcingRefresh: true)
        #expect(auth.currentUser?.email == "new@example.com")
    }

    @Test func `a deleted account is gone`() async throws {
        let user = try await auth.createUser(withEmail: "eve@example.com", password: "correct horse").user
        let other = Self.client(of: backend, InMemorySessionStorage())
        try await other.signIn(withEmail: "eve@example.com", password: "correct horse")
        try await user.delete()
        #expect(auth.state.isSignedIn == false)
        let code = await error { () throws(AuthError) in try await other.idToken(forcingRefresh: true) }
        #expect(code == .userNotFound || code == .invalidRefreshToken || code == .userTokenExpired)
        #expect(!other.state.isSignedIn)
    }

    @Test func `refusals keep their meaning`() async throws {
        try await auth.createUser(withEmail: "eve@example.com", password: "correct horse")
        let taken = await error { () throws(AuthError) in
            try await auth.createUser(withEmail: "eve@example.com", password: "correct horse")
        }
        let weak = await error { () throws(AuthError) in
            try await auth.createUser(withEmail: "eva@example.com", password: "short")
        }
        let malformed = await error { () throws(AuthError) in
            try await auth.createUser(withEmail: "nobody", password: "correct horse")
        }
        let code = await error { () throws(AuthError) in try await auth.applyActionCode("nonsense") }
        #expect(
            [taken, weak, malformed, code] == [.emailAlreadyInUse, .weakPassword, .invalidEmail, .invalidActionCode]
        )
        #expect(auth.currentUser?.email == "eve@example.com")
    }
}
