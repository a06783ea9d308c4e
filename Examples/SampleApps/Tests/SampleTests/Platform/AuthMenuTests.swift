import AuthMenu
import Foundation
import HearthFirebaseCompat
import HearthTesting
import Testing

@Suite("A menu of every way to sign in", .timeLimit(.minutes(5)))
@MainActor
struct AuthMenuTests {
    private static let eve = "eve@example.com"
    private let app: SampleApp
    private let menu: AccountController

    init() async throws {
        app = try await SampleApp()
        menu = AccountController(auth: app.auth)
    }

    @Test func `each action gets what FirebaseAuth gives it`() async throws {
        menu.observe()
        await done(menu.anonymous)
        await done { menu.startPhone("+15555550100", $0) }
        let code = try await app.backend.inbox.nextText(to: "+15555550100").code
        await done { menu.finishPhone(code: "000000", $0) }
        await done { menu.finishPhone(code: code, $0) }
        await done { menu.link(email: Self.eve, password: "correct horse", $0) }
        await done(menu.verifyEmail)
        let mail = try await app.backend.inbox.next(.verifyEmail, to: Self.eve)
        await done { menu.apply(mail.code, $0) }
        await done { menu.changeName(to: "Eve", $0) }
        await done(menu.refreshToken)
        await done { menu.unlink("phone", $0) }
        #expect(
            app.auth.currentUser?.rows == [
                MenuRow(title: "Eve", detail: "Name"), MenuRow(title: "–", detail: "Photo"),
                MenuRow(title: Self.eve, detail: "verified"), MenuRow(title: "–", detail: "Telephone"),
                MenuRow(title: "password", detail: "Firebase"), MenuRow(title: "created", detail: ""),
            ]
        )
        await done { menu.custom(token: "nonsense", $0) }
        await done(menu.delete)
        // The names and numbers of FirebaseAuth's documentation.
        #expect(
            menu.log == [
                "anonymous true", "texted", "phone : ERROR_INVALID_VERIFICATION_CODE (17044)", "phone +15555550100",
                "linked eve@example.com", "verification", "code true", "applied", "verified true", "name Eve",
                "token true", "of password eve@example.com", "left [\"password\"]",
                "custom: ERROR_INVALID_CUSTOM_TOKEN (17000)", "deleted",
            ]
        )
        #expect(app.auth.currentUser == nil && menu.changes > 0)
    }

    @Test func `tokens of providers sign in`() async throws {
        await done {
            menu.google(idToken: #"{"sub":"g1","email":"eve@example.com","email_verified":true}"#, accessToken: "a", $0)
        }
        menu.signOut()
        await done { menu.apple(idToken: #"{"sub":"a1"}"#, nonce: "n", $0) }
        menu.signOut()
        await done { menu.sendLink(to: Self.eve, $0) }
        app.auth.webAuthenticator = nil
        await done { menu.page(of: .microsoft, $0) }
        #expect(menu.log == ["google.com", "apple.com", "link", "page: ERROR_WEB_INTERNAL_ERROR (17062)"])
    }

    @Test func `the delegate and the settings are taken`() throws {
        let delegate = MenuDelegate(auth: app.auth)
        delegate.didRegister(deviceToken: Data([1, 2, 3]))
        delegate.changeSettings()
        #expect(delegate.settings.map(\.title).prefix(3) == ["de", "auth.shop.example", "3 bytes"])
        #expect(!delegate.didReceive(["aps": ["alert": "hello"]]))
        #expect(!delegate.open(try #require(URL(string: "com.example.menu://signed-in"))))
    }
}
