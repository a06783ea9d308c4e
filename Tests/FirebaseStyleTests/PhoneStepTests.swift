import HearthFirebaseCompat
import HearthTesting
import Testing

@testable import FirebaseStyle

@Suite("A telephone as the second step")
struct PhoneStepTests {
    @Test func `who enrolled a telephone signs in with it`() async throws {
        let (email, number) = ("eve@example.com", "+15555550100")
        let app = try await TestApp()
        let inbox = app.backend.inbox
        let account = try await app.accounts.signUp(email: email, password: "correct horse")
        try await app.auth.applyActionCode(try await inbox.next(.verifyEmail, to: email).code)
        try await app.auth.currentUser?.reload()

        let step = PhoneStep(auth: app.auth)
        let enrollment = try await step.beginEnrollment(of: number)
        let first = try await inbox.nextText(to: number).code
        try await step.finishEnrollment(enrollment, code: first, name: "Eve's phone")
        try app.accounts.signOut()

        let pending = try #require(try await step.signIn(email: email, password: "correct horse"))
        #expect(pending.hint.hasSuffix("0100") && app.accounts.current == nil)
        let second = try await inbox.nextText(to: number).code
        #expect(try await step.finish(pending, code: second).id == account.id)
    }

    @Test func `who has none is signed in at once, and a wrong password is one`() async throws {
        let app = try await TestApp()
        _ = try await app.accounts.signUp(email: "eve@example.com", password: "correct horse")
        let step = PhoneStep(auth: app.auth)
        #expect(try await step.signIn(email: "eve@example.com", password: "correct horse") == nil)
        await #expect(throws: AppError.badCredentials) {
            _ = try await step.signIn(email: "eve@example.com", password: "wrong")
        }
    }
}
