import HearthAuth
import HearthBackend
import HearthCore
import HearthTesting
import Testing

/// Passkeys, from the client through the service and back.
@Suite("A client, its backend and passkeys")
struct PasskeyTests {
    private static let eve = "eve@example.com"
    private let backend: TestBackend
    private let auth: Auth
    private let authenticator = SoftwareAuthenticator()

    init() async throws {
        backend = try await TestBackend {
            $0.profile = .strict
            $0.relyingParty = RelyingParty(id: "shop.example", name: "Shop")
        }
        auth = Auth(backend)
    }

    @Test(arguments: SoftwareAuthenticator.Algorithm.allCases)
    func `a user enrolls a passkey and signs in with it on another device`(
        _ algorithm: SoftwareAuthenticator.Algorithm
    ) async throws {
        authenticator.behaviour.algorithm = algorithm
        let user = try await auth.createUser(withEmail: Self.eve, password: "correct horse").user
        let enrolled = try await user.enrollPasskey(named: "Eve's phone", using: authenticator)
        #expect(enrolled.uid == user.uid)
        #expect(enrolled.enrolledPasskeys.map(\.name) == ["Eve's phone"])
        #expect(enrolled.enrolledPasskeys.map(\.credentialID) == authenticator.credentialIDs.map { Base64.encode($0) })

        let device = Auth(backend)
        let result = try await device.signInWithPasskey(using: authenticator)
        #expect(result.user.uid == user.uid)
        #expect(result.user.email == Self.eve)
        #expect(result.additionalUserInfo.providerID == "passkey")
        #expect(!result.additionalUserInfo.isNewUser)
        #expect(result.user.enrolledPasskeys == enrolled.enrolledPasskeys)
        #expect(try await device.idTokenResult(forcingRefresh: true).signInProvider == "passkey")
    }

    @Test func `a guest becomes a lasting user`() async throws {
        let guest = try await auth.signInAnonymously().user
        let user = try await guest.enrollPasskey(using: authenticator)
        #expect(user.uid == guest.uid)
        #expect(guest.isAnonymous && !user.isAnonymous)
        #expect(user.enrolledPasskeys.map(\.name) == ["Unnamed Passkey"])
        try await auth.signOut()
        let again = try await auth.signInWithPasskey(using: authenticator).user
        #expect(again.uid == guest.uid && !again.isAnonymous)
    }

    @Test func `a session is kept with its passkeys`() async throws {
        let storage = InMemorySessionStorage()
        let first = Auth(backend, storage: storage)
        try await first.signInAnonymously().user.enrollPasskey(named: "Phone", using: authenticator)
        let second = Auth(backend, storage: storage)
        #expect(await second.ready().user?.enrolledPasskeys.map(\.name) == ["Phone"])
    }

    @Test func `a passkey confirms who the user is, when that is long ago`() async throws {
        let user = try await auth.signInAnonymously().user.enrollPasskey(using: authenticator)
        backend.clock.advance(by: .minutes(6))
        #expect(await code { () throws(AuthError) in try await user.delete() } == .requiresRecentLogin)
        try await user.reauthenticateWithPasskey(using: authenticator)
        try await user.delete()
        #expect(!auth.state.isSignedIn)
        #expect(
            await code { () throws(AuthError) in try await auth.signInWithPasskey(using: authenticator) }
                == .passkeyNotFound
        )
    }

    @Test func `another user's passkey confirms nothing`() async throws {
        let strangers = SoftwareAuthenticator()
        try await Auth(backend).signInAnonymously().user.enrollPasskey(using: strangers)
        let user = try await auth.createUser(withEmail: Self.eve, password: "correct horse").user
        let failure = await code { () throws(AuthError) in
            try await user.reauthenticateWithPasskey(using: strangers)
        }
        #expect(failure == .userMismatch)
        #expect(auth.currentUser?.uid == user.uid)
        #expect(try await auth.idTokenResult().signInProvider == "password")
    }

    @Test func `a passkey is taken away, but not the last sign-in method`() async throws {
        let user = try await auth.signInAnonymously().user
        let one = try await user.enrollPasskey(named: "One", using: authenticator)
        let two = try await one.enrollPasskey(named: "Two", using: SoftwareAuthenticator())
        #expect(two.enrolledPasskeys.map(\.name) == ["One", "Two"])
        let id = try #require(two.enrolledPasskeys.first?.credentialID)
        let left = try await two.unenrollPasskey(withCredentialID: id)
        #expect(left.enrolledPasskeys.map(\.name) == ["Two"])
        let last = try #require(left.enrolledPasskeys.first?.credentialID)
        func unenroll(_ id: String) async -> AuthError.Code? {
            await code { () throws(AuthError) in try await left.unenrollPasskey(withCredentialID: id) }
        }
        #expect(await unenroll(id) == .passkeyNotFound)
        #expect(await unenroll(last) == .lastSignInMethod)
        #expect(try await left.unenrollPasskey(withCredentialID: last, allowingLast: true).enrolledPasskeys.isEmpty)
    }

    @Test func `a password may go while there is a passkey`() async throws {
        let user = try await auth.createUser(withEmail: Self.eve, password: "correct horse").user
        let refused = await code { () throws(AuthError) in try await user.unlink(fromProvider: "password") }
        #expect(refused == .lastSignInMethod)
        let enrolled = try await user.enrollPasskey(using: authenticator)
        #expect(try await enrolled.unlink(fromProvider: "password").providerData.isEmpty)
        try await auth.signOut()
        #expect(try await auth.signInWithPasskey(using: authenticator).user.uid == user.uid)
    }

    @Test func `who declines is not signed in, and no one is signed out`() async throws {
        let user = try await auth.signInAnonymously().user
        authenticator.behaviour.declines = true
        let enrollment = await failure { () throws(AuthError) in try await user.enrollPasskey(using: authenticator) }
        #expect(enrollment?.code == .cancelled && enrollment?.recovery == .cancelled)
        let signIn = await code { () throws(AuthError) in try await auth.signInWithPasskey(using: authenticator) }
        #expect(signIn == .cancelled)
        #expect(auth.currentUser?.uid == user.uid)
    }

    @Test func `one authenticator makes one passkey of an account`() async throws {
        let user = try await auth.signInAnonymously().user.enrollPasskey(using: authenticator)
        let again = await code { () throws(AuthError) in try await user.enrollPasskey(using: authenticator) }
        #expect(again == .credentialAlreadyInUse)
    }

    @Test(arguments: [
        (SoftwareAuthenticator.Misbehaviour.wrongOrigin, AuthError.Code.invalidPasskey),
        (.foreignKey, .invalidPasskey), (.staleCounter, .invalidPasskey), (.replay, .invalidVerificationID),
    ])
    func `a lie is a typed error`(_ lie: SoftwareAuthenticator.Misbehaviour, _ expected: AuthError.Code) async throws {
        let user = try await auth.signInAnonymously().user
        try await user.enrollPasskey(using: authenticator)
        try await auth.signInWithPasskey(using: authenticator)
        authenticator.behaviour.misbehaviour = lie
        let error = await failure { () throws(AuthError) in try await auth.signInWithPasskey(using: authenticator) }
        #expect(error?.code == expected)
        #expect(error.map { !$0.userMessage.isEmpty } == true)
        #expect(auth.currentUser?.uid == user.uid)
    }

    @Test func `where the authenticator does not see the user, the second factor is asked for`() async throws {
        let backend = try await TestBackend {
            var party = RelyingParty(id: "shop.example")
            party.userVerification = .preferred
            $0.relyingParty = party
            $0.profile = .strict
        }
        let auth = Auth(backend)
        let user = try await auth.createUser(withEmail: Self.eve, password: "correct horse").user
        try await user.sendEmailVerification()
        try await auth.applyActionCode(try await backend.inbox.next(.verifyEmail, to: Self.eve).code)
        let secret = try await TOTPMultiFactorGenerator.generateSecret(with: try await user.multiFactor.session())
        let app = try #require(AuthenticatorApp(key: secret.sharedSecretKey()))
        let first = app.code(at: backend.clock.now)
        let factored = try await user.multiFactor.enroll(
            with: TOTPMultiFactorGenerator.assertionForEnrollment(with: secret, oneTimePassword: first)
        )
        try await factored.enrollPasskey(using: authenticator)
        authenticator.behaviour.verifiesUser = false
        let error = await failure { () throws(AuthError) in try await auth.signInWithPasskey(using: authenticator) }
        let resolver = try #require(error?.resolver)
        backend.clock.advance(by: .seconds(30))
        let assertion = TOTPMultiFactorGenerator.assertionForSignIn(
            withEnrollmentID: try #require(resolver.hints.first).uid,
            oneTimePassword: app.code(at: backend.clock.now)
        )
        #expect(try await resolver.resolveSignIn(with: assertion).additionalUserInfo.providerID == "passkey")
    }
}
