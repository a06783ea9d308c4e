import HearthTesting
import Testing

@testable import FirebaseStyle

@Suite("The accounts of an app")
struct AccountTests {
    private static let eve = "eve@example.com"
    let app: TestApp
    let useCase: AccountUseCase

    init() async throws {
        app = try await TestApp()
        useCase = AccountUseCase(accounts: app.accounts)
    }

    private func failure(_ work: () async throws -> Account) async -> AppError? {
        await #expect(throws: AppError.self) { try await work() }
    }

    @Test func `someone signs up, out and in, and gets mail`() async throws {
        let account = try await useCase.signUp(email: Self.eve, password: "correct horse")
        _ = try await app.backend.inbox.next(.verifyEmail, to: Self.eve)
        #expect(account.email == Self.eve && !account.isGuest && !account.isVerified)
        try app.accounts.signOut()
        #expect(app.accounts.current == nil)
        #expect(try await useCase.signIn(email: Self.eve, password: "correct horse") == account)
        try await app.accounts.sendPasswordReset(to: Self.eve)
        _ = try await app.backend.inbox.next(.passwordReset, to: Self.eve)
    }

    @Test func `what is wrong before the server is asked is said`() async {
        let rules = [("eve", "correct horse"), ("@example.com", "correct horse"), (Self.eve, "short")]
        for (email, password) in rules {
            let error = await failure { try await useCase.signUp(email: email, password: password) }
            guard case .input = error else {
                Issue.record("\(email)")
                continue
            }
        }
    }

    @Test func `the server's refusals are the app's own errors`() async throws {
        _ = try await useCase.signUp(email: Self.eve, password: "correct horse")
        #expect(await failure { try await useCase.signUp(email: Self.eve, password: "correct horse") } == .addressTaken)
        #expect(await failure { try await useCase.signIn(email: Self.eve, password: "wrong") } == .badCredentials)
        let nobody = await failure { try await useCase.signIn(email: "ada@example.com", password: "wrong") }
        #expect(nobody == .badCredentials)
    }

    @Test func `a name is changed`() async throws {
        #expect(await failure { try await app.accounts.rename(to: "Eve") } == .noSession)
        _ = try await useCase.signUp(email: Self.eve, password: "correct horse")
        #expect(try await app.accounts.rename(to: "Eve").name == "Eve")
        #expect(app.accounts.current?.name == "Eve")
    }

    @Test func `an account is deleted by who knows the password`() async throws {
        _ = try await useCase.signUp(email: Self.eve, password: "correct horse")
        await #expect(throws: AppError.badCredentials) { try await app.accounts.deleteAccount(confirmedBy: "wrong") }
        try await app.accounts.deleteAccount(confirmedBy: "correct horse")
        #expect(app.accounts.current == nil)
        #expect(
            await failure { try await useCase.signIn(email: Self.eve, password: "correct horse") } == .badCredentials
        )
    }
}
