import HearthAuth
import HearthFlows
import HearthModels
import HearthTesting
import Testing

@Suite("AppError and AuthenticationUseCase")
struct AppErrorTests {
    @Test(arguments: [
        (AuthError.Code.invalidCredential, AppError.Kind.badCredentials), (.wrongPassword, .badCredentials),
        (.userNotFound, .badCredentials), (.invalidVerificationCode, .badCredentials), (.invalidEmail, .input),
        (.weakPassword, .input), (.emailAlreadyInUse, .conflict), (.requiresRecentLogin, .signInAgain),
        (.userTokenExpired, .signInAgain), (.sessionExpired, .expired), (.secondFactorRequired, .secondFactor),
        (.tooManyRequests, .wait), (.networkError, .noInternet), (.cancelled, .cancelled), (.superseded, .cancelled),
        (.operationNotAllowed, .notAllowed), (.storageUnavailable, .storage), (.internalError, .general),
    ])
    func `is of the kind that a screen decides on`(_ code: AuthError.Code, _ kind: AppError.Kind) {
        let error = AppError(FlowError(.refused, auth: AuthError(code)))
        #expect(error.kind == kind)
        #expect(error.cause?.auth?.code == code)
        #expect(error.isCancellation == (kind == .cancelled))
    }

    @Test func `matches by its kind`() {
        do { throw AppError.offline } catch AppError.Kind.noInternet {} catch { #expect(Bool(false)) }
    }

    @Test func `reaches the screen from the transport as it was`() async throws {
        let auth = Auth(.emulator(project: "demo"), storage: InMemorySessionStorage(), transport: DeadTransport())
        let repository = ManagedAuthRepository(AuthManager(auth))
        let error = await #expect(throws: AppError.self) {
            try await repository.signIn(with: .password(email: "eve@example.com", password: "correct horse"))
        }
        #expect(error?.kind == .noInternet && error?.message == Message(.unreachable))
    }

    @Test(arguments: [
        ("eve", "long enough", Message.Key.invalidEmail), ("eve@example.com", "short", .passwordTooShort),
    ])
    func `is thrown before anything is sent`(_ email: String, _ password: String, _ key: Message.Key) async {
        let repository = RecordingAuthRepository()
        let error = await #expect(throws: AppError.self) {
            try await AuthenticationUseCase(repository).signUp(email: email, password: password)
        }
        #expect(error?.kind == .input && error?.message.key == key)
        #expect(repository.calls.isEmpty)
    }

    @Test func `stays out of the way of what is right`() async throws {
        let repository = RecordingAuthRepository()
        let useCase = AuthenticationUseCase(repository)
        for _ in 0..<3 { repository.answer(.success(.signedIn(.eve, isNew: false))) }
        _ = try await useCase.signUp(email: "eve@example.com", password: "correct horse")
        _ = try await useCase.signIn(email: "eve@example.com", password: "old")
        _ = try await useCase.signInWithApple(token: "token", rawNonce: "nonce")
        #expect(useCase.currentUser == .eve)
        try await useCase.deleteAccount()
        #expect(useCase.currentUser == nil)
        #expect(
            repository.calls == [
                .signUp("password"), .signIn("password"), .signIn("apple.com"), .other("deleteAccount"),
            ]
        )
    }
}
