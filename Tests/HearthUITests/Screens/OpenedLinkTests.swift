import HearthAuth
import Testing

@testable import HearthUI

@Suite("Links that the app is opened with")
struct OpenedLinkTests {
    private static func mail(_ mode: String) -> String {
        "https://demo.example/__/auth/action?mode=\(mode)&oobCode=code&apiKey=k"
    }

    @Test func `a link to sign in with leads to the screen that takes it`() {
        let link = Self.mail("signIn")
        #expect(OpenedLink(IncomingLink(link)) == .signIn(link))
    }

    @Test func `a link to reset a password leads to the screen that takes it`() {
        let link = Self.mail("resetPassword")
        #expect(OpenedLink(IncomingLink(link)) == .passwordReset(link))
    }

    @Test(arguments: [
        mail("verifyEmail"), mail("recoverEmail"), "https://demo.example/notes", "com.example.app:/back?x=1",
    ])
    func `every other link is left to the app`(_ link: String) {
        #expect(OpenedLink(IncomingLink(link, callbackScheme: "com.example.app")) == nil)
    }
}
