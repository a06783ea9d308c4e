import HearthAuth
import HearthBackend
import HearthCore
import HearthTesting
import Testing

/// Mailed links to sign in with, from the app to the mailbox and back.
@Suite("A client, its backend and mailed links")
struct EmailLinkTests {
    private static let eve = "eve@example.com"
    let backend: TestBackend
    let auth: Auth

    init() async throws {
        backend = try await TestBackend { $0.profile = .strict }
        auth = Auth(backend)
    }

    private static var settings: ActionCodeSettings {
        var settings = ActionCodeSettings()
        settings.url = "http://localhost/finish"
        settings.handleCodeInApp = true
        return settings
    }

    /// A link as it arrives in a mailbox.
    private func link(to email: String = eve, from client: Auth? = nil) async throws -> String {
        try await (client ?? auth).sendSignInLink(toEmail: email, actionCodeSettings: Self.settings)
        return try await backend.inbox.next(.emailSignIn, to: email).link
    }

    @Test func `someone new signs in, and again`() async throws {
        let link = try await link()
        #expect(auth.isSignIn(withEmailLink: link))
        let result = try await auth.signIn(withEmail: Self.eve, link: link)
        #expect(result.additionalUserInfo.isNewUser && result.user.email == Self.eve && result.user.isEmailVerified)
        #expect(result.user.providerData.map(\.providerID) == ["password"])
        try await auth.signOut()
        let again = try await auth.signIn(withEmail: Self.eve, link: try await self.link())
        #expect(again.user.uid == result.user.uid && !again.additionalUserInfo.isNewUser)
    }

    @Test func `a used link, an old one, another address and no link are typed errors`() async throws {
        let used = try await link()
        let wrong = await code { () throws(AuthError) in
            try await auth.signIn(withEmail: "ada@example.com", link: used)
        }
        #expect(wrong == .invalidEmail)
        try await auth.signIn(withEmail: Self.eve, link: used)
        try await auth.signOut()
        let replayed = await code { () throws(AuthError) in try await auth.signIn(withEmail: Self.eve, link: used) }
        #expect(replayed == .invalidActionCode)
        let old = try await link()
        backend.clock.advance(by: .minutes(15))
        let expired = await code { () throws(AuthError) in try await auth.signIn(withEmail: Self.eve, link: old) }
        #expect(expired == .expiredActionCode)
        let none = await code { () throws(AuthError) in
            try await auth.signIn(withEmail: Self.eve, link: "https://example.com/?mode=resetPassword&oobCode=x")
        }
        #expect(none == .invalidActionCode && !auth.isSignIn(withEmailLink: "nonsense"))
        #expect(!auth.state.isSignedIn)
    }

    @Test func `what is wrong with a link is said in words about the link`() async throws {
        let link = try await link()
        let other = await failure { () throws(AuthError) in
            try await auth.signIn(withEmail: "ada@example.com", link: link)
        }
        #expect(other?.code == .invalidEmail && other?.detail == .linkOfAnotherAddress)
        #expect(other?.userMessage == "This link was mailed to another e-mail address. Please enter that one.")
        let malformed = await failure { () throws(AuthError) in try await auth.signIn(withEmail: "ada", link: link) }
        #expect(malformed?.code == .invalidEmail && malformed?.detail == nil)
        let foreign = await failure { () throws(AuthError) in
            try await auth.signIn(
                withEmail: Self.eve,
                link: "https://example.com/?mode=signIn&oobCode=x&apiKey=another"
            )
        }
        #expect(foreign?.code == .invalidActionCode && foreign?.detail == .linkOfAnotherProject)
        let reset = await failure { () throws(AuthError) in
            try await auth.signIn(withEmail: Self.eve, link: "https://example.com/?mode=resetPassword&oobCode=x")
        }
        #expect(reset?.code == .invalidActionCode && reset?.detail == .linkForAnotherPurpose)
        #expect(reset?.userMessage == "This is not a link to sign in with.")
        // None of that has used up the link.
        try await auth.signIn(withEmail: Self.eve, link: link)
    }

    @Test func `a link without the app, or without an address, is not sent`() async throws {
        let needsApp = await code { () throws(AuthError) in
            try await auth.sendSignInLink(toEmail: Self.eve, actionCodeSettings: ActionCodeSettings())
        }
        let needsAddress = await code { () throws(AuthError) in
            try await auth.sendSignInLink(toEmail: "", actionCodeSettings: Self.settings)
        }
        #expect([needsApp, needsAddress] == [.invalidRequest, .missingEmail])
        #expect(backend.inbox.all.isEmpty)
    }

    @Test func `a guest keeps the account, whose other address is refused`() async throws {
        let guest = try await auth.signInAnonymously().user
        let credential = EmailAuthProvider.credential(withEmail: Self.eve, link: try await link())
        let user = try await guest.link(with: credential).user
        #expect(user.uid == guest.uid && !user.isAnonymous && user.email == Self.eve)
        _ = try await auth.idToken(forcingRefresh: true)
        let other = Auth(backend)
        let stranger = try await other.signInAnonymously().user
        let taken = EmailAuthProvider.credential(withEmail: Self.eve, link: try await link(from: other))
        #expect(await code { () throws(AuthError) in try await stranger.link(with: taken) } == .emailAlreadyInUse)
        #expect(other.currentUser?.uid == stranger.uid && other.currentUser?.isAnonymous == true)
    }

    @Test func `a user confirms who they are, and no one else does`() async throws {
        let user = try await auth.signIn(withEmail: Self.eve, link: try await link()).user
        backend.clock.advance(by: .minutes(6))
        #expect(await code { () throws(AuthError) in try await user.delete() } == .requiresRecentLogin)
        let ada = EmailAuthProvider.credential(
            withEmail: "ada@example.com",
            link: try await link(to: "ada@example.com")
        )
        #expect(await code { () throws(AuthError) in try await user.reauthenticate(with: ada) } == .userMismatch)
        let again = EmailAuthProvider.credential(withEmail: Self.eve, link: try await link())
        #expect(try await user.reauthenticate(with: again).user.uid == user.uid)
        try await user.delete()
        #expect(!auth.state.isSignedIn)
        // The address that was refused has made no account.
        let made = try await auth.signIn(withEmail: "ada@example.com", link: try await link(to: "ada@example.com"))
        #expect(made.additionalUserInfo.isNewUser)
    }

    @Test func `a password is a credential too`() async throws {
        let user = try await auth.createUser(withEmail: Self.eve, password: "correct horse").user
        let right = EmailAuthProvider.credential(withEmail: Self.eve, password: "correct horse")
        let wrong = EmailAuthProvider.credential(withEmail: Self.eve, password: "wrong horse")
        #expect(try await user.reauthenticate(with: right).user.uid == user.uid)
        #expect(await code { () throws(AuthError) in try await user.reauthenticate(with: wrong) } == .invalidCredential)
        try await Auth(backend).createUser(withEmail: "ada@example.com", password: "battery staple")
        let ada = EmailAuthProvider.credential(withEmail: "ada@example.com", password: "battery staple")
        #expect(await code { () throws(AuthError) in try await user.reauthenticate(with: ada) } == .userMismatch)
        #expect(auth.currentUser?.uid == user.uid)
        try await auth.signOut()
        #expect(try await auth.signIn(with: right).user.uid == user.uid)
        try await auth.signOut()
        let guest = try await auth.signInAnonymously().user
        let new = EmailAuthProvider.credential(withEmail: "new@example.com", password: "correct horse")
        #expect(try await guest.link(with: new).user.email == "new@example.com")
        #expect("\(right)" == "AuthCredential(password)")
    }
}
