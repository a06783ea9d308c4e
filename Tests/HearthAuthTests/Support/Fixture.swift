@testable import HearthAuth
import HearthCore
import HearthTestSupport

/// A client with everything around it under a test's control.
struct Fixture: Sendable {
    let clock: TestClock
    let service: FakeService
    let storage: FaultyStorage
    let auth: Auth

    init(storage: FaultyStorage = FaultyStorage(), retry: RetryPolicy = .never, service: FakeService? = nil) {
        let clock = TestClock()
        self.clock = clock
        self.service = service ?? FakeService(now: { clock.now })
        self.storage = storage
        auth = Auth(
            .emulator(project: "demo-test"),
            storage: storage,
            transport: self.service,
            retry: retry,
            clock: clock.clock
        )
    }

    /// Another start of the app, with the same storage and service.
    func restarted(storage: FaultyStorage? = nil) -> Fixture {
        Fixture(clock: clock, service: service, storage: storage ?? self.storage)
    }

    private init(clock: TestClock, service: FakeService, storage: FaultyStorage) {
        self.clock = clock
        self.service = service
        self.storage = storage
        auth = Auth(
            .emulator(project: "demo-test"),
            storage: storage,
            transport: service,
            retry: .never,
            clock: clock.clock
        )
    }

    /// The identifier in the storage, or `nil` if it is empty.
    var storedUser: String? {
        storage.bytes.flatMap { SessionEnvelope.decode(Secret($0))?.account.uid }
    }

    /// A signed-in account of its own.
    func signIn(_ email: String = "eve@example.com") async throws -> User {
        service.add(email, password: "correct horse")
        return try await auth.signIn(withEmail: email, password: "correct horse").user
    }
}

extension SessionState {
    var reason: SignOutReason? {
        if case .signedOut(let reason) = self { reason } else { nil }
    }

    var unavailability: StorageUnavailability? {
        if case .storageUnavailable(let reason) = self { reason } else { nil }
    }
}

/// What an operation returns or throws.
func result<Value>(of work: () async throws(AuthError) -> Value) async -> Result<Value, AuthError> {
    do throws(AuthError) {
        return .success(try await work())
    } catch {
        return .failure(error)
    }
}

/// The error that an operation throws.
func failure<Value>(of work: () async throws(AuthError) -> Value) async -> AuthError? {
    if case .failure(let error) = await result(of: work) { error } else { nil }
}
