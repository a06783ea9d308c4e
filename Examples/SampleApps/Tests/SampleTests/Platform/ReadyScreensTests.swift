import Foundation
import HearthCore
import HearthFirebaseCompat
import HearthTesting
import ReadyScreens
import Testing

@Suite("A service of ready-made screens", .timeLimit(.minutes(5)))
@MainActor
struct ReadyScreensTests {
    private static let eve = "eve@example.com"
    private let app: SampleApp
    private let service: ScreenService

    init() async throws {
        app = try await SampleApp()
        service = ScreenService(auth: app.auth)
    }

    private struct Passwords: ScreenProvider {
        let id = "password"
        let email: String
        let password: String

        func createCredential() async throws -> AuthCredential {
            EmailAuthProvider.credential(withEmail: email, password: password)
        }
    }

    /// Waits until the listener has told the service who is signed in.
    private func follow(_ uid: String?) async {
        while service.currentUser?.uid != uid { await Task.yield() }
    }

    private func code(_ key: String) throws -> String {
        try #require(AuthenticatorApp(key: key)?.code(at: app.backend.clock.now))
    }

    @Test func `a guest keeps the account, and signs in to one that exists`() async throws {
        let guest = try await app.auth.signInAnonymously().user.uid
        await follow(guest)
        let provider = Passwords(email: Self.eve, password: "correct horse")
        guard case .signedIn(let linked) = try await service.register(provider).signIn(provider) else {
            Issue.record("not signed in")
            return
        }
        #expect(linked?.user.uid == guest && linked?.user.isAnonymous == false)
        try await service.signOut()
        #expect(service.state == .unauthenticated)
        let second = try await app.auth.signInAnonymously().user.uid
        await follow(second)
        do {
            _ = try await service.signIn(provider)
            Issue.record("linked twice")
        } catch ScreenError.conflict(let conflict) {
            #expect(conflict.kind == .anonymousUpgrade)
            #expect(try await app.auth.signIn(with: conflict.credential).user.uid == guest)
        }
        try await service.deleteUser()
        #expect(app.auth.currentUser == nil)
    }

    @Test func `a mailed link makes the guest a user`() async throws {
        let settings = ActionCodeSettings()
        settings.url = URL(string: "https://localhost/finish")
        settings.handleCodeInApp = true
        service.configuration.linkSettings = settings
        let guest = try await app.auth.signInAnonymously().user.uid
        await follow(guest)
        try await service.sendSignInLink(to: Self.eve)
        let mail = try await app.backend.inbox.next(.emailSignIn, to: Self.eve)
        try await service.open(try #require(URL(string: mail.link)))
        #expect(app.auth.currentUser?.uid == guest && app.auth.currentUser?.email == Self.eve)
        #expect(app.auth.currentUser?.isEmailVerified == true && service.linkAddress == nil)
    }

    @Test func `an authenticator app is added, asked for, and taken away after the password`() async throws {
        let user = try await verifiedUser()
        let enrollment = try await service.startEnrollment(withApp: true, issuer: "Screens")
        let key = try #require(enrollment.key)
        #expect(enrollment.keyURL?.scheme == "otpauth")
        try await service.finish(enrollment, code: code(key), name: "My app")
        #expect(service.currentUser?.multiFactor.enrolledFactors.map(\.displayName) == ["My app"])
        try await service.signOut()
        app.backend.clock.advance(by: .seconds(60))
        let outcome = try await service.signIn(email: Self.eve, password: "correct horse")
        guard case .secondFactorRequired(let hints) = outcome, case .app(let name, let factor) = hints.first else {
            Issue.record("no second factor")
            return
        }
        #expect(name == "My app")
        await #expect(throws: ScreenError.self) { try await service.resolve(code: "000000", hint: 0) }
        app.backend.clock.advance(by: .seconds(60))
        try await service.resolve(code: code(key), hint: 0)
        #expect(app.auth.currentUser?.uid == user.uid)
        #expect(try await service.unenroll(factor).isEmpty)
    }

    @Test func `a telephone is a second factor`() async throws {
        let user = try await verifiedUser()
        let enrollment = try await service.startEnrollment(withApp: false, issuer: "")
        let number = "+15555550100"
        let id = try await service.sendCode(to: number, for: enrollment)
        let code = try await app.backend.inbox.nextText(to: number).code
        try await service.finish(enrollment, verificationID: id, code: code, name: "My telephone")
        try await service.signOut()
        let outcome = try await service.signIn(email: Self.eve, password: "correct horse")
        guard case .secondFactorRequired(let hints) = outcome, case .phone(_, _, let shown) = hints.first else {
            Issue.record("no second factor")
            return
        }
        #expect(shown.hasSuffix("0100") && shown != number)
        let again = try await service.sendCode(toHint: 0)
        let typed = try await app.backend.inbox.nextText(to: number).code
        try await service.resolve(code: typed, hint: 0, verificationID: again)
        #expect(app.auth.currentUser?.uid == user.uid)
    }

    @Test func `a sign-in that is too long ago is confirmed by the password`() async throws {
        _ = try await verifiedUser()
        app.backend.fail(next: .update, with: .error("CREDENTIAL_TOO_OLD_LOGIN_AGAIN"))
        var asked = 0
        service.confirmPassword = {
            asked += 1
            return "correct horse"
        }
        try await service.updatePassword(to: "another horse")
        #expect(asked == 1)
        try await service.signOut()
        guard case .signedIn = try await service.signIn(email: Self.eve, password: "another horse") else {
            Issue.record("not signed in")
            return
        }
    }

    private func verifiedUser() async throws -> User {
        _ = try await service.createUser(email: Self.eve, password: "correct horse")
        let user = try #require(app.auth.currentUser)
        await follow(user.uid)
        try await service.sendEmailVerification()
        try await app.auth.applyActionCode(try await app.backend.inbox.next(.verifyEmail, to: Self.eve).code)
        try await user.reload()
        return user
    }
}
