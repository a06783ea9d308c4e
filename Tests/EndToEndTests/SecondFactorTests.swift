import HearthAuth
import HearthBackend
import HearthCore
import HearthTesting
import Testing

/// Second factors, from their enrollment to the sign-in that they end.
@Suite("A client, its backend and second factors")
struct SecondFactorTests {
    private static let eve = "eve@example.com"
    private static let number = "+15555550100"
    let backend: TestBackend
    let auth: Auth

    init() async throws {
        backend = try await TestBackend { $0.profile = .strict }
        auth = Auth(backend)
    }

    /// A user whose address is proved.
    private func verifiedUser() async throws -> User {
        let user = try await auth.createUser(withEmail: Self.eve, password: "correct horse").user
        try await user.sendEmailVerification()
        try await auth.applyActionCode(try await backend.inbox.next(.verifyEmail, to: Self.eve).code)
        return try await user.reload()
    }

    private func enrollPhone(_ user: User) async throws -> User {
        let session = try await user.multiFactor.session()
        let id = try await PhoneAuthProvider(auth).verifyPhoneNumber(Self.number, multiFactorSession: session)
        return try await user.multiFactor.enroll(with: try await assertion(id), displayName: "Eve's phone")
    }

    private func enrollApp(_ user: User) async throws -> (AuthenticatorApp, User) {
        let session = try await user.multiFactor.session()
        let secret = try await TOTPMultiFactorGenerator.generateSecret(with: session)
        let app = try #require(AuthenticatorApp(key: secret.sharedSecretKey()))
        let assertion = TOTPMultiFactorGenerator.assertionForEnrollment(
            with: secret,
            oneTimePassword: app.code(at: backend.clock.now)
        )
        return (app, try await user.multiFactor.enroll(with: assertion, displayName: "Eve's app"))
    }

    /// The assertion of the next text message.
    private func assertion(_ verificationID: String) async throws -> MultiFactorAssertion {
        let text = try await backend.inbox.nextText(to: Self.number)
        let credential = PhoneAuthProvider.credential(
            withVerificationID: verificationID,
            verificationCode: text.code
        )
        return PhoneMultiFactorGenerator.assertion(with: credential)
    }

    private func resolver(_ password: String = "correct horse") async throws -> MultiFactorResolver {
        let error = await failure { () throws(AuthError) in
            try await auth.signIn(withEmail: Self.eve, password: password)
        }
        #expect(error?.code == .secondFactorRequired)
        return try #require(error?.resolver)
    }

    @Test func `a factor that someone else enrolled is taken back with the mail about it`() async throws {
        _ = try await enrollPhone(try await verifiedUser())
        let mail = try await backend.inbox.next(.revertSecondFactorAddition, to: Self.eve)
        #expect(ActionCodeURL(link: mail.link)?.operation == .revertSecondFactorAddition)
        let info = try await auth.checkActionCode(mail.code)
        #expect(info.operation == .revertSecondFactorAddition && info.email == Self.eve)
        #expect(info.multiFactorInfo?.displayName == "Eve's phone")
        #expect(info.multiFactorInfo?.phoneNumber?.hasSuffix("0100") == true)
        try await auth.applyActionCode(mail.code)
        let user = try await Auth(backend).signIn(withEmail: Self.eve, password: "correct horse").user
        #expect(user.multiFactor.enrolledFactors.isEmpty)
    }

    @Test func `a telephone is enrolled, and ends the next sign-in`() async throws {
        let user = try await enrollPhone(try await verifiedUser())
        let factor = try #require(user.multiFactor.enrolledFactors.first)
        #expect(factor.displayName == "Eve's phone" && factor.phoneNumber == Self.number)
        #expect(factor.factorID == PhoneMultiFactorGenerator.factorID && factor.enrollmentDate == backend.clock.now)
        #expect(try await auth.idTokenResult().signInSecondFactor == "phone")
        _ = try await auth.idToken(forcingRefresh: true)
        try await auth.signOut()

        let resolver = try await resolver()
        #expect(!auth.state.isSignedIn)
        let hint = try #require(resolver.hints.first)
        #expect(hint.uid == factor.uid && hint.phoneNumber == "+*******0100")
        let id = try await PhoneAuthProvider(auth).verifyPhoneNumber(
            with: hint,
            multiFactorSession: resolver.session
        )
        let result = try await resolver.resolveSignIn(with: try await assertion(id))
        #expect(result.user.uid == user.uid && auth.currentUser?.uid == user.uid)
        #expect(result.additionalUserInfo.providerID == "password" && !result.additionalUserInfo.isNewUser)
        #expect(try await auth.idTokenResult(forcingRefresh: true).signInSecondFactor == "phone")
    }

    @Test func `an app is enrolled, and ends the next sign-in once the step has passed`() async throws {
        let (app, user) = try await enrollApp(try await verifiedUser())
        #expect(user.multiFactor.enrolledFactors.map(\.factorID) == [TOTPMultiFactorGenerator.factorID])
        try await auth.signOut()
        let resolver = try await resolver()
        let id = try #require(resolver.hints.first?.uid)
        func resolve(_ typed: String) async -> AuthError.Code? {
            await code { () throws(AuthError) in
                try await resolver.resolveSignIn(
                    with: TOTPMultiFactorGenerator.assertionForSignIn(withEnrollmentID: id, oneTimePassword: typed)
                )
            }
        }
        #expect(await resolve(app.code(at: backend.clock.now)) == .invalidVerificationCode)
        #expect(await resolve("") == .missingVerificationCode)
        backend.clock.advance(by: .seconds(30))
        #expect(await resolve(app.code(at: backend.clock.now)) == nil)
        #expect(auth.currentUser?.uid == user.uid)
        #expect(await resolve(app.code(at: backend.clock.now)) == .invalidMultiFactorSession)
        #expect(auth.currentUser?.uid == user.uid)
    }

    @Test func `a mailed link waits for the second factor too`() async throws {
        let (app, user) = try await enrollApp(try await verifiedUser())
        try await auth.signOut()
        var settings = ActionCodeSettings()
        settings.url = "http://localhost/"
        settings.handleCodeInApp = true
        try await auth.sendSignInLink(toEmail: Self.eve, actionCodeSettings: settings)
        let link = try await backend.inbox.next(.emailSignIn, to: Self.eve).link
        let error = await failure { () throws(AuthError) in try await auth.signIn(withEmail: Self.eve, link: link) }
        let resolver = try #require(error?.resolver)
        backend.clock.advance(by: .seconds(30))
        let assertion = TOTPMultiFactorGenerator.assertionForSignIn(
            withEnrollmentID: try #require(resolver.hints.first).uid,
            oneTimePassword: app.code(at: backend.clock.now)
        )
        #expect(try await resolver.resolveSignIn(with: assertion).user.uid == user.uid)
    }

    @Test func `who confirms who they are stays in the same session`() async throws {
        let (app, user) = try await enrollApp(try await verifiedUser())
        backend.clock.advance(by: .minutes(6))
        let factor = try #require(user.multiFactor.enrolledFactors.first)
        let stale = await code { () throws(AuthError) in try await user.multiFactor.unenroll(with: factor) }
        #expect(stale == .requiresRecentLogin)
        let password = EmailAuthProvider.credential(withEmail: Self.eve, password: "correct horse")
        let error = await failure { () throws(AuthError) in try await user.reauthenticate(with: password) }
        let resolver = try #require(error?.resolver)
        let assertion = TOTPMultiFactorGenerator.assertionForSignIn(
            withEnrollmentID: factor.uid,
            oneTimePassword: app.code(at: backend.clock.now)
        )
        #expect(try await resolver.resolveSignIn(with: assertion).user.uid == user.uid)
        // The user value of before is still good: the session went on.
        let freed = try await user.multiFactor.unenroll(with: factor)
        #expect(freed.multiFactor.enrolledFactors.isEmpty)
        _ = try await auth.idToken(forcingRefresh: true)
        #expect(try await auth.idTokenResult().signInSecondFactor == nil)
        try await auth.signOut()
        #expect(try await auth.signIn(withEmail: Self.eve, password: "correct horse").user.uid == user.uid)
    }

    @Test func `another device is signed out by an enrollment, and learns why`() async throws {
        let user = try await verifiedUser()
        let other = Auth(backend)
        try await other.signIn(withEmail: Self.eve, password: "correct horse")
        backend.clock.advance(by: .seconds(1))
        _ = try await enrollPhone(user)
        #expect(
            await code { () throws(AuthError) in try await other.idToken(forcingRefresh: true) } == .userTokenExpired
        )
        #expect(!other.state.isSignedIn && auth.state.isSignedIn)
    }

    @Test func `what cannot be enrolled is a typed error`() async throws {
        let unverified = try await auth.createUser(withEmail: Self.eve, password: "correct horse").user
        let session = try await unverified.multiFactor.session()
        let provider = PhoneAuthProvider(auth)
        let unproved = await code { () throws(AuthError) in
            try await provider.verifyPhoneNumber(Self.number, multiFactorSession: session)
        }
        let app = await code { () throws(AuthError) in try await TOTPMultiFactorGenerator.generateSecret(with: session)
        }
        #expect([unproved, app] == [.unverifiedEmail, .unverifiedEmail])
        let unsuitable = PhoneMultiFactorGenerator.assertion(
            with: EmailAuthProvider.credential(withEmail: Self.eve, password: "correct horse")
        )
        #expect(
            await code { () throws(AuthError) in try await unverified.multiFactor.enroll(with: unsuitable) }
                == .invalidCredential
        )
        let forSignIn = TOTPMultiFactorGenerator.assertionForSignIn(withEnrollmentID: "x", oneTimePassword: "123456")
        #expect(
            await code { () throws(AuthError) in try await unverified.multiFactor.enroll(with: forSignIn) }
                == .invalidCredential
        )
        #expect(
            await code { () throws(AuthError) in try await unverified.multiFactor.unenroll(withFactorUID: "x") }
                == .multiFactorInfoNotFound
        )
        try await auth.signOut()
        let stale = await code { () throws(AuthError) in try await unverified.multiFactor.session() }
        #expect(stale == .staleUser)
    }

    @Test func `a disabled account stays closed after the second factor`() async throws {
        let user = try await enrollPhone(try await verifiedUser())
        try await auth.signOut()
        let resolver = try await resolver()
        let hint = try #require(resolver.hints.first)
        let id = try await PhoneAuthProvider(auth).verifyPhoneNumber(
            with: hint,
            multiFactorSession: resolver.session
        )
        let right = try await assertion(id)
        try await backend.disable(user.uid)
        // The backend has forgotten the sign-in, and would not take it up again if the account were enabled.
        let refusal = await code { () throws(AuthError) in try await resolver.resolveSignIn(with: right) }
        #expect(refusal == .invalidMultiFactorSession)
        #expect(!auth.state.isSignedIn)
    }
}
