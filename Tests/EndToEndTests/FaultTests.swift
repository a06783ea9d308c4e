import HearthAuth
import HearthBackend
import HearthCore
import HearthHTTP
import HearthTesting
import Testing

/// A network that is lost once an account was changed: what it is now cannot be asked.
private final class NetworkAfterChange: HTTPTransport {
    let isLostAfterChange = Locked(false)
    private let wasChanged = Locked(false)
    private let transport: any HTTPTransport

    init(_ transport: any HTTPTransport) {
        self.transport = transport
    }

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        let isLost = isLostAfterChange.withLock { $0 }
        if isLost, wasChanged.withLock({ $0 }) { throw TransportError(.unreachable) }
        wasChanged.withLock { $0 = isLost && request.path.hasSuffix("accounts:update") }
        return try await transport.send(request)
    }
}

/// A service that fails when a test wants it to.
@Suite("A client and a failing service")
struct FaultTests {
    let backend: TestBackend
    let auth: Auth

    init() async throws {
        backend = try await TestBackend()
        auth = Auth(backend)
    }

    @Test func `offline is not signed out`() async throws {
        try await auth.createUser(withEmail: "eve@example.com", password: "correct horse")
        backend.clock.advance(by: .hours(2))
        backend.fail(next: .token, with: .offline)
        let error = await failure { () throws(AuthError) in try await auth.idToken() }
        #expect(error?.code == .networkError && error?.transport == .unreachable)
        #expect(auth.state.isSignedIn)
        #expect(await code { () throws(AuthError) in try await auth.idToken() } == nil)
    }

    @Test func `a quota is told, as often as it is asked`() async throws {
        backend.fail(next: 3, of: .signInWithPassword, with: .error("QUOTA_EXCEEDED"))
        for _ in 0..<3 {
            let error = await failure { () throws(AuthError) in
                try await auth.signIn(withEmail: "eve@example.com", password: "correct horse")
            }
            #expect(error?.serverCode == "QUOTA_EXCEEDED")
        }
    }

    @Test func `a service that asks to wait is heard`() async throws {
        backend.fail(next: .signUp, with: .status(503, retryAfter: .seconds(30)))
        let error = await failure { () throws(AuthError) in try await auth.signInAnonymously() }
        #expect(error?.httpStatus == 503 && error?.retryAfter == .seconds(30))
    }

    @Test func `a sign-up whose answer is lost has happened, and signs in`() async throws {
        backend.fail(next: .signUp, with: .drop)
        let user = try await auth.createUser(withEmail: "eve@example.com", password: "correct horse").user
        #expect(auth.currentUser?.uid == user.uid)
    }

    @Test func `a guest who was linked has an address, also before the account can be read again`() async throws {
        let guest = try await auth.signInAnonymously().user
        backend.fail(next: .lookUp, with: .offline)
        let user = try await guest.link(withEmail: "eve@example.com", password: "correct horse").user
        #expect(user.email == "eve@example.com" && !user.isAnonymous)
        // So a change of the password whose answer is lost is found out about.
        backend.fail(next: .update, with: .drop)
        try await user.updatePassword(to: "battery staple")
        try await auth.signIn(withEmail: "eve@example.com", password: "battery staple")
    }

    @Test func `a sign-in method that was taken away is gone, also before the account can be read again`() async throws
    {
        let network = NetworkAfterChange(backend.transport)
        let auth = Auth(
            .emulator(project: backend.project.rawValue),
            storage: InMemorySessionStorage(),
            transport: network,
            retry: .never,
            clock: backend.clientClock
        )
        func google(_ subject: String) -> AuthCredential {
            GoogleAuthProvider.credential(withIDToken: #"{"sub":"\#(subject)"}"#, accessToken: nil)
        }
        let user = try await auth.createUser(withEmail: "eve@example.com", password: "correct horse").user
        try await user.link(with: google("first"))
        network.isLostAfterChange.withLock { $0 = true }
        let left = try await user.unlink(fromProvider: "google.com")
        #expect(left.providerData.map(\.providerID) == ["password"])
        network.isLostAfterChange.withLock { $0 = false }
        // Another one takes its place.
        try await left.link(with: google("second"))
    }

    @Test func `a password counts as changed if it signs in, not if one of before does`() async throws {
        let network = FaultyTransport(backend.transport)
        let auth = Auth(
            .emulator(project: backend.project.rawValue),
            storage: InMemorySessionStorage(),
            transport: network,
            retry: .never,
            clock: backend.clientClock
        )
        let user = try await auth.createUser(withEmail: "eve@example.com", password: "correct horse").user
        // Changed, and the client cannot find out.
        network.disturb("accounts:update", by: .loseAnswer)
        network.disturb("accounts:signInWithPassword", by: .loseRequest)
        let first = await failure { () throws(AuthError) in try await user.updatePassword(to: "first staple") }
        #expect(first?.code == .networkError)
        // Not changed: the session goes on by the password of before.
        network.disturb("accounts:update", by: .loseRequest)
        let second = await failure { () throws(AuthError) in try await user.updatePassword(to: "second staple") }
        #expect(second?.code == .networkError)
        #expect(await code { () throws(AuthError) in try await user.idToken(forcingRefresh: true) } == nil)
        try await Auth(backend).signIn(withEmail: "eve@example.com", password: "first staple")
    }

    @Test func `a client that repeats its calls gets through`() async throws {
        let auth = Auth(backend, retry: RetryPolicy())
        backend.fail(next: 2, of: .signUp, with: .offline)
        try await auth.signInAnonymously()
        #expect(auth.state.isSignedIn)
    }

    @Test func `a slow answer arrives when the clock was moved`() async throws {
        backend.fail(next: .signUp, with: .delay(.seconds(10)))
        async let result = auth.signInAnonymously()
        await backend.clock.untilATaskSleeps()
        #expect(!auth.state.isSignedIn)
        backend.clock.advance(by: .seconds(10))
        _ = try await result
        #expect(auth.state.isSignedIn)
    }

    @Test func `a call that is given up does not wait for a slow answer`() async throws {
        backend.fail(next: .signUp, with: .delay(.seconds(10)))
        let call = Task { await code { () throws(AuthError) in try await auth.signInAnonymously() } }
        await backend.clock.untilATaskSleeps()
        call.cancel()
        #expect(await call.value == .cancelled)
    }
}
