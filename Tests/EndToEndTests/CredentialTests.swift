import HearthAuth
import HearthCore
import HearthTesting
import Testing

/// Providers' users, against the emulator, which takes claims for tokens.
@Suite("A client, its backend and identity providers")
struct CredentialTests {
    let backend: TestBackend
    let auth: Auth

    init() async throws {
        backend = try await TestBackend()
        auth = Auth(backend)
    }

    private func google(_ sub: String = "g1", email: String? = nil, verified: Bool = true) -> AuthCredential {
        GoogleAuthProvider.credential(withIDToken: claims(sub, email, verified), accessToken: nil)
    }

    private func facebook(_ sub: String = "f1", email: String? = nil) -> AuthCredential {
        OAuthProvider.credential(providerID: "facebook.com", idToken: claims(sub, email, false))
    }

    private func claims(_ sub: String, _ email: String?, _ isVerified: Bool) -> String {
        guard let email else { return #"{"sub":"\#(sub)"}"# }
        return #"{"sub":"\#(sub)","email":"\#(email)","email_verified":\#(isVerified)}"#
    }

    private func failure(_ work: () async throws -> Void) async -> AuthError? {
        do {
            try await work()
            return nil
        } catch {
            return error as? AuthError
        }
    }

    @Test func `someone signs in with Google, and again`() async throws {
        let first = try await auth.signIn(with: google(email: "ada@gmail.com"))
        #expect(first.additionalUserInfo.isNewUser)
        #expect(first.additionalUserInfo.providerID == "google.com")
        #expect(first.user.email == "ada@gmail.com" && first.user.isEmailVerified)
        #expect(first.user.providerData.map(\.providerID) == ["google.com"])
        try await auth.signOut()
        let again = try await auth.signIn(with: google())
        #expect(again.user.uid == first.user.uid)
        #expect(!again.additionalUserInfo.isNewUser)
    }

    @Test func `Apple's name arrives once and stays`() async throws {
        let nonce = Nonce.make()
        let credential = OAuthProvider.appleCredential(
            withIDToken: #"{"sub":"a1"}"#,
            rawNonce: nonce.raw,
            fullName: PersonName(givenName: "Ada & Eve", familyName: "Lövelace+1")
        )
        let user = try await auth.signIn(with: credential).user
        #expect(user.displayName == "Ada & Eve Lövelace+1")
        #expect("\(credential)" == "AuthCredential(apple.com)")
    }

    @Test func `a browser comes back with an answer`() async throws {
        let url = "http://localhost/handler?providerId=saml.staff&id_token=%7B%22sub%22%3A%22s1%22%7D"
        let user = try await auth.signIn(with: SAMLAuthProvider.credential(providerID: "saml.staff", responseURL: url))
        #expect(user.additionalUserInfo.providerID == "saml.staff")
    }

    @Test func `a guest becomes someone and keeps the identifier`() async throws {
        let guest = try await auth.signInAnonymously().user
        let user = try await guest.link(with: google(email: "ada@gmail.com")).user
        #expect(user.uid == guest.uid && !user.isAnonymous)
        #expect(auth.currentUser?.providerData.map(\.providerID) == ["google.com"])
        let again = await failure { try await user.link(with: google("g2")) }
        #expect(again?.code == .providerAlreadyLinked)
    }

    @Test func `a guest whose provider has an account goes on there`() async throws {
        let owner = try await auth.signIn(with: google(email: "ada@gmail.com")).user
        let guest = try await auth.signInAnonymously().user
        let error = await failure { try await guest.link(with: google()) }
        #expect(error?.code == .credentialAlreadyInUse)
        #expect(auth.currentUser?.uid == guest.uid)
        let credential = try #require(error?.collision?.credential)
        #expect(credential.providerID == "google.com")
        #expect(try await auth.signIn(with: credential).user.uid == owner.uid)
    }

    @Test func `an owner of the address links what was stopped`() async throws {
        let owner = try await auth.createUser(withEmail: "ada@example.com", password: "correct horse").user
        try await auth.signOut()
        let error = await failure { try await auth.signIn(with: facebook(email: "ada@example.com")) }
        #expect(error?.code == .accountExistsWithDifferentCredential)
        #expect(error?.recovery == .collision)
        #expect(error?.collision?.email?.reveal() == "ada@example.com")
        #expect(auth.currentUser == nil)
        let pending = try #require(error?.collision?.credential)
        let user = try await auth.signIn(withEmail: "ada@example.com", password: "correct horse").user
        #expect(user.uid == owner.uid)
        let linked = try await user.link(with: pending).user
        #expect(linked.providerData.map(\.providerID).sorted() == ["facebook.com", "password"])
        // It was good once.
        try await auth.signOut()
        let used = await failure { try await auth.signIn(with: pending) }
        #expect(used?.code == .invalidCredential)
    }

    @Test func `an address that is taken comes with the way out`() async throws {
        try await auth.createUser(withEmail: "ada@example.com", password: "correct horse")
        let guest = try await auth.signInAnonymously().user
        let error = await failure { try await guest.link(with: google(email: "ada@example.com", verified: false)) }
        #expect(error?.code == .emailAlreadyInUse)
        #expect(error?.collision?.email?.reveal() == "ada@example.com")
        #expect(error?.collision?.credential?.providerID == "google.com")
    }

    @Test func `anyone who confirms must be the same user`() async throws {
        let other = try await auth.signIn(with: google("other")).user
        let user = try await auth.signIn(with: google("mine")).user
        let token = try await auth.idToken().reveal()
        for wrong in [google("other"), google("nobody")] {
            let error = await failure { try await user.reauthenticate(with: wrong) }
            #expect(error?.code == .userMismatch)
            #expect(auth.currentUser?.uid == user.uid)
            #expect(try await auth.idToken().reveal() == token)
        }
        backend.clock.advance(by: .minutes(10))
        let confirmed = try await user.reauthenticate(with: google("mine")).user
        #expect(confirmed.uid == user.uid && confirmed.uid != other.uid)
        #expect(try await auth.idToken().reveal() != token)
        // No one was made by trying.
        try await auth.signOut()
        #expect(try await auth.signIn(with: google("nobody")).additionalUserInfo.isNewUser)
    }

    @Test func `the last sign-in method is kept unless someone insists`() async throws {
        let user = try await auth.signIn(with: google(email: "ada@gmail.com")).user
        #expect(await failure { try await user.unlink(fromProvider: "apple.com") }?.code == .noSuchProvider)
        #expect(await failure { try await user.unlink(fromProvider: "google.com") }?.code == .lastSignInMethod)
        let both = try await user.link(with: facebook()).user
        let one = try await both.unlink(fromProvider: "google.com")
        #expect(one.providerData.map(\.providerID) == ["facebook.com"])
        #expect(try await one.unlink(fromProvider: "facebook.com", allowingLast: true).providerData.isEmpty)
    }

    @Test func `a user of before links nothing`() async throws {
        let before = try await auth.signIn(with: google("one")).user
        try await auth.signIn(with: google("two"))
        #expect(await failure { try await before.link(with: facebook()) }?.code == .staleUser)
        #expect(await failure { try await before.reauthenticate(with: google("one")) }?.code == .staleUser)
        #expect(await failure { try await before.unlink(fromProvider: "google.com") }?.code == .staleUser)
    }
}
