import Foundation
import HearthFirebaseCompat
import HearthTesting
import Testing

@Suite("Mailed codes")
struct CodesTests {
    private static let eve = "eve@example.com"
    let test: TestApp
    var auth: Auth { test.auth }

    init() async throws {
        test = try await TestApp()
        try await auth.createUser(withEmail: Self.eve, password: "correct horse")
    }

    @Test func `a password is set anew`() async throws {
        try await auth.sendPasswordReset(withEmail: Self.eve)
        let code = try await test.backend.inbox.next(.passwordReset, to: Self.eve).code
        #expect(try await auth.verifyPasswordResetCode(code) == Self.eve)
        let info = try await auth.checkActionCode(code)
        #expect(info.operation == .passwordReset && info.email == Self.eve && info.previousEmail == nil)
        try await auth.confirmPasswordReset(withCode: code, newPassword: "another horse")
        try await auth.signIn(withEmail: Self.eve, password: "another horse")
    }

    @Test func `Apple's consent ends for who is signed in, and no one waits for ever`() async throws {
        try await auth.revokeToken(withAuthorizationCode: "c0de")
        try auth.signOut()
        let error = await completed { auth.revokeToken(withAuthorizationCode: "c0de", completion: $0) }
        #expect((error as NSError?)?.code == AuthErrorCode.nullUser.rawValue)
    }

    @Test func `handlers get the same`() async throws {
        #expect(await completed { auth.sendPasswordReset(withEmail: Self.eve, completion: $0) } == nil)
        let code = try await test.backend.inbox.next(.passwordReset, to: Self.eve).code
        #expect(await completed { auth.verifyPasswordResetCode(code, completion: $0) }.value == Self.eve)
        #expect(await completed { auth.checkActionCode(code, completion: $0) }.value?.operation == .passwordReset)
        let error = await completed {
            auth.confirmPasswordReset(withCode: code, newPassword: "another horse", completion: $0)
        }
        #expect(error == nil)
        #expect(await completed { auth.verifyPasswordResetCode(code, completion: $0) }.code == .invalidActionCode)
        #expect(await completed { auth.applyActionCode("nonsense", completion: $0) }?.authCode == .invalidActionCode)
    }

    @Test func `settings arrive with the link`() async throws {
        let settings = ActionCodeSettings()
        settings.url = URL(string: "http://localhost/finish?step=2")
        settings.setIOSBundleID("com.example.shop")
        settings.setAndroidPackageName("com.example.shop", installIfNotAvailable: true, minimumVersion: "7")
        settings.linkDomain = "links.example.com"
        #expect(settings.url?.query() == "step=2" && settings.iOSBundleID == "com.example.shop")
        #expect(settings.androidPackageName == "com.example.shop" && settings.androidInstallIfNotAvailable)
        #expect(settings.androidMinimumVersion == "7" && settings.linkDomain == "links.example.com")
        #expect(!settings.handleCodeInApp)
        try await auth.sendPasswordReset(withEmail: Self.eve, actionCodeSettings: settings)
        let mail = try await test.backend.inbox.next(.passwordReset, to: Self.eve)
        let link = try #require(ActionCodeURL(link: mail.link))
        #expect(link.operation == .passwordReset && link.code == mail.code)
        #expect(link.continueURL == settings.url && link.apiKey != nil)
        #expect(ActionCodeURL(link: "https://example.com") == nil)
    }

    @Test func `the sign-in methods of an address are told`() async throws {
        #expect(try await auth.fetchSignInMethods(forEmail: Self.eve) == ["password"])
        let none = await completed { auth.fetchSignInMethods(forEmail: "nobody@example.com", completion: $0) }
        #expect(none.value == [])
    }

    @Test func `language, tenant and settings are kept`() {
        auth.languageCode = "de"
        #expect(auth.languageCode == "de")
        auth.useAppLanguage()
        #expect(auth.languageCode == Locale.preferredLanguages.first)
        auth.tenantID = "staff"
        #expect(auth.tenantID == "staff")
        auth.settings?.isAppVerificationDisabledForTesting = true
        #expect(auth.settings?.isAppVerificationDisabledForTesting == true)
        #expect(URL(string: "https://example.com").map(auth.canHandle) == false)
        #expect(!auth.canHandleNotification([:]))
    }

    @Test(
        arguments: [
            ("resetPassword", .passwordReset), ("verifyEmail", .verifyEmail), ("recoverEmail", .recoverEmail),
            ("signIn", .emailLink), ("verifyAndChangeEmail", .verifyAndChangeEmail),
            ("revertSecondFactorAddition", .revertSecondFactorAddition),
        ] as [(String, ActionCodeOperation)]
    )
    func `each operation has FirebaseAuth's number`(mode: String, operation: ActionCodeOperation) throws {
        let url = try #require(ActionCodeURL(link: "https://example.com/?mode=\(mode)&oobCode=c&lang=de"))
        #expect(url.operation == operation && url.languageCode == "de")
        #expect(ActionCodeOperation(rawValue: operation.rawValue) == operation && operation.rawValue > 0)
    }
}
