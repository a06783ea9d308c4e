import HearthFirebaseCompat
import HearthTesting
import Testing

/// Each sign-in method once with `await`, and once with a handler.
@Suite("Signing in")
struct SignInTests {
    private static let eve = "eve@example.com"
    private static let password = "correct horse"
    let test: TestApp
    var auth: Auth { test.auth }

    init() async throws {
        test = try await TestApp()
    }

    @Test func `an account is created, left and found again`() async throws {
        let created = try await auth.createUser(withEmail: Self.eve, password: Self.password)
        #expect(created.additionalUserInfo?.isNewUser == true && created.user === auth.currentUser)
        #expect(created.additionalUserInfo?.providerID == "password" && created.credential == nil)
        try auth.signOut()
        #expect(auth.currentUser == nil)
        let result = try await auth.signIn(withEmail: Self.eve, password: Self.password)
        #expect(result.additionalUserInfo?.isNewUser == false && result.user.uid == created.user.uid)
    }

    @Test func `handlers get the same`() async throws {
        let created = await completed {
            auth.createUser(withEmail: Self.eve, password: Self.password, completion: $0)
        }
        #expect(created.value?.user.email == Self.eve && created.error == nil)
        let taken = await completed {
            auth.createUser(withEmail: Self.eve, password: Self.password, completion: $0)
        }
        #expect(taken.value == nil && taken.code == .emailAlreadyInUse)
        let again = await completed { auth.signIn(withEmail: Self.eve, password: Self.password, completion: $0) }
        #expect(again.value?.user.uid == created.value?.user.uid)
        let wrong = await completed { auth.signIn(withEmail: Self.eve, password: "wrong horse", completion: $0) }
        #expect(wrong.code == .wrongPassword || wrong.code == .invalidCredential)
        let credential = EmailAuthProvider.credential(withEmail: Self.eve, password: Self.password)
        let third = await completed { auth.signIn(with: credential, completion: $0) }
        #expect(third.value?.user.uid == created.value?.user.uid)
    }

    @Test func `nothing waits for a handler that is not there`() async throws {
        func press() {
            auth.createUser(withEmail: Self.eve, password: Self.password)
        }
        var users = auth.authStateChanges.makeAsyncIterator()
        #expect(try #require(await users.next()) == nil)
        press()
        #expect(try #require(await users.next())?.email == Self.eve)
    }

    @Test func `a guest signs in once`() async throws {
        let guest = await completed { auth.signInAnonymously(completion: $0) }
        #expect(guest.value?.user.isAnonymous == true)
        #expect(try await auth.signInAnonymously().user === guest.value?.user)
    }

    @Test func `a server vouches for someone`() async throws {
        let token = #"{"uid":"ada","claims":{"role":"editor"}}"#
        #expect(try await auth.signIn(withCustomToken: token).user.uid == "ada")
        let result = await completed { auth.signIn(withCustomToken: "nonsense", completion: $0) }
        #expect(result.code == .invalidCustomToken)
    }

    @Test func `a mailed link signs in`() async throws {
        let settings = ActionCodeSettings()
        settings.handleCodeInApp = true
        settings.setURL("http://localhost/finish")
        try await auth.sendSignInLink(toEmail: Self.eve, actionCodeSettings: settings)
        let link = try await test.backend.inbox.next(.emailSignIn, to: Self.eve).link
        #expect(auth.isSignIn(withEmailLink: link) && !auth.isSignIn(withEmailLink: "https://example.com"))
        let first = try await auth.signIn(withEmail: Self.eve, link: link).user
        let error = await completed {
            auth.sendSignInLink(toEmail: Self.eve, actionCodeSettings: settings, completion: $0)
        }
        #expect(error == nil)
        let next = try await test.backend.inbox.next(.emailSignIn, to: Self.eve).link
        let again = await completed { auth.signIn(withEmail: Self.eve, link: next, completion: $0) }
        #expect(again.value?.user.uid == first.uid)
    }

    @Test func `where FirebaseAuth ends the app, there is an error`() async throws {
        let settings = ActionCodeSettings()
        let send = await thrown { try await auth.sendSignInLink(toEmail: Self.eve, actionCodeSettings: settings) }
        #expect(send?.authCode == .internalError)
        let signIn = await thrown { try await auth.signIn(withEmail: Self.eve, link: "no link") }
        #expect(signIn?.authCode == .invalidActionCode)
    }

    @Test func `a text message signs in`() async throws {
        let provider = PhoneAuthProvider.provider(auth: auth)
        let number = "+15555550100"
        let id = try await provider.verifyPhoneNumber(number, uiDelegate: nil)
        let code = try await test.backend.inbox.nextText(to: number).code
        let credential = provider.credential(withVerificationID: id, verificationCode: code)
        #expect(credential.provider == PhoneAuthProvider.id)
        #expect(try await auth.signIn(with: credential).user.phoneNumber == number)
        let next = await completed { provider.verifyPhoneNumber(number, uiDelegate: nil, completion: $0) }
        let wrong = provider.credential(withVerificationID: try #require(next.value), verificationCode: "wrong")
        let error = await thrown { try await auth.signIn(with: wrong) }
        #expect(error?.authCode == .invalidVerificationCode)
        let missing = await completed { provider.verifyPhoneNumber("", completion: $0) }
        #expect(missing.code == .missingPhoneNumber)
    }

    @Test func `another device's user becomes this one's`() async throws {
        let other = try test.another()
        let user = try await other.createUser(withEmail: Self.eve, password: Self.password).user
        try await auth.updateCurrentUser(user)
        #expect(auth.currentUser?.uid == user.uid && auth.currentUser !== user)
        #expect(auth.currentUser?.email == Self.eve)
        let error = await completed { auth.updateCurrentUser(nil, completion: $0) }
        #expect(error?.authCode == .nullUser)
        try await auth.updateCurrentUser(auth.currentUser)
    }
}
