import Foundation
import HearthAuth
import HearthCore
import HearthFirebaseCompat
import HearthTesting
import Testing

@Suite("Sample apps that were written for FirebaseAuth", .timeLimit(.minutes(5)))
@MainActor
struct SampleAppTests {
    private static let eve = "eve@example.com"
    private let app: TestApp

    init() async throws {
        app = try await TestApp()
    }

    private struct Passwords: SignInProvider {
        let id = "password"
        let email: String
        let password: String

        func createCredential() async throws -> HearthFirebaseCompat.AuthCredential {
            EmailAuthProvider.credential(withEmail: email, password: password)
        }
    }

    @Test func `a service of ready-made screens keeps a guest's account, and signs in to one that exists`() async throws
    {
        let service = SignInService(auth: app.auth)
        let guest = try await app.auth.signInAnonymously().user.uid
        let provider = Passwords(email: Self.eve, password: "correct horse")
        guard case .signedIn(let linked) = try await service.register(provider).signIn(with: provider) else {
            Issue.record("not signed in")
            return
        }
        #expect(linked.user.uid == guest && !linked.user.isAnonymous)
        try service.signOut()
        _ = try await app.auth.signInAnonymously()
        guard case .signedIn(let back) = try await service.signIn(with: provider) else {
            Issue.record("not signed in")
            return
        }
        #expect(back.user.uid == guest)
        try await service.deleteUser()
        #expect(app.auth.currentUser == nil)
        service.stop()
    }

    @Test func `a service of ready-made screens signs in with a mailed link, and asks for a second factor`()
        async throws
    {
        let service = SignInService(auth: app.auth)
        try await service.sendEmailLink(to: Self.eve)
        let mail = try await app.backend.inbox.next(.emailSignIn, to: Self.eve)
        try await service.open(try #require(.init(string: mail.link)))
        let user = try #require(app.auth.currentUser)
        #expect(user.email == Self.eve && user.isEmailVerified)
        try await user.updatePassword(to: "correct horse")
        let clock = app.backend.clock
        var key: HearthFirebaseCompat.TOTPSecret?
        try await service.enrollApp(named: "My app") { secret in
            key = secret
            return AuthenticatorApp(key: secret.sharedSecretKey())?.code(at: clock.now) ?? ""
        }
        try service.signOut()
        clock.advance(by: .seconds(60))
        let credential = EmailAuthProvider.credential(withEmail: Self.eve, password: "correct horse")
        guard case .needsSecondFactor(let resolver) = try await service.signIn(with: credential) else {
            Issue.record("no second factor")
            return
        }
        let code = AuthenticatorApp(key: try #require(key).sharedSecretKey())?.code(at: clock.now) ?? ""
        #expect(try await service.resolve(resolver, code: code)?.user.uid == user.uid)
        service.stop()
    }

    @Test func `a notes app follows the user by handlers`() async throws {
        let session = NotesSession(auth: app.auth)
        session.listen()
        await withCheckedContinuation { done in
            session.signUp(email: Self.eve, password: "correct horse") { result, error in
                #expect(result?.user.email == Self.eve && error == nil)
                done.resume()
            }
        }
        await withCheckedContinuation { done in
            session.rename(to: "Eve") { error in
                #expect(error == nil)
                done.resume()
            }
        }
        let wrong = await withCheckedContinuation { done in
            session.changePassword(from: "wrong horse", to: "another horse") { done.resume(returning: $0) }
        }
        let right = await withCheckedContinuation { done in
            session.changePassword(from: "correct horse", to: "another horse") { done.resume(returning: $0) }
        }
        #expect(wrong == "wrong password" && right == nil)
        let header = await withCheckedContinuation { done in
            guard let url = URL(string: "https://api.example.com/notes") else { return done.resume(returning: "") }
            session.request(to: url) { request, _ in
                done.resume(returning: request?.value(forHTTPHeaderField: "Authorization") ?? "")
            }
        }
        #expect(header.hasPrefix("Bearer ey"))
        #expect(session.user?.email == Self.eve && session.tokens > 0 && app.auth.currentUser?.displayName == "Eve")
        await withCheckedContinuation { done in
            session.resetPassword(email: Self.eve) { _ in done.resume() }
        }
        _ = try await app.backend.inbox.next(.passwordReset, to: Self.eve)
        await withCheckedContinuation { done in
            session.didChange = { user in if user == nil { done.resume() } }
            #expect(session.signOut())
        }
        session.didChange = nil
        session.unbind()
    }

    @Test func `a menu of every way to sign in gets what FirebaseAuth gives it`() async throws {
        let menu = MenuController(auth: app.auth)
        menu.observe()
        await withCheckedContinuation { done in menu.performAnonymousLogin { done.resume() } }
        await withCheckedContinuation { done in menu.startPhone("+15555550100") { done.resume() } }
        let code = try await app.backend.inbox.nextText(to: "+15555550100").code
        await withCheckedContinuation { done in menu.finishPhone(code: "000000") { done.resume() } }
        await withCheckedContinuation { done in menu.finishPhone(code: code) { done.resume() } }
        try await app.auth.currentUser?.link(
            with: EmailAuthProvider.credential(withEmail: Self.eve, password: "correct horse")
        )
        await withCheckedContinuation { done in menu.verifyEmail { done.resume() } }
        let mail = try await app.backend.inbox.next(.verifyEmail, to: Self.eve)
        await withCheckedContinuation { done in menu.applyCode(mail.code) { done.resume() } }
        await withCheckedContinuation { done in menu.showToken { done.resume() } }
        await withCheckedContinuation { done in menu.unlink("phone") { done.resume() } }
        await withCheckedContinuation { done in menu.performCustomLogin(token: "nonsense") { done.resume() } }
        await withCheckedContinuation { done in menu.deleteAccount { done.resume() } }
        #expect(
            menu.log == [
                "anonymous true", "texted", "phone : ERROR_INVALID_VERIFICATION_CODE (17044)", "phone +15555550100",
                "verification", "code true", "applied", "verified true", "token of password eve@example.com",
                "left [\"password\"]", "custom: ERROR_INVALID_CUSTOM_TOKEN (17000)", "deleted",
            ]
        )
        #expect(app.auth.currentUser == nil)
    }
}
