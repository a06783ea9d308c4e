internal import HearthAuth
internal import HearthCore
internal import HearthCrypto

/// What is done with a second factor: by text message and by an authenticator app.
struct SecondFactorChapter: DemoChapter {
    static let title = "With a second factor"

    private let scene: Scene
    private let auth: Auth
    private let email: String
    private let number: String

    init(scene: Scene) {
        self.scene = scene
        auth = scene.client()
        email = scene.address(of: "barbara")
        number = scene.phoneNumber()
    }

    func play() async throws {
        try await signUp()
        try await addPhone()
        try await signInByPhone()
        let key = try await addApp()
        try await signInByApp(key)
    }

    /// A second factor needs an address that was verified.
    private func signUp() async throws {
        let user = try await auth.createUser(withEmail: email, password: scene.password).user
        try await user.sendEmailVerification()
        try await auth.applyActionCode(scene.inbox.mail(to: email).code.reveal())
    }

    private func addPhone() async throws {
        scene.narrator.step(
            "Barbara adds her phone",
            "PhoneAuthProvider(auth).verifyPhoneNumber(_:multiFactorSession:)",
            "user.multiFactor.enroll(with:displayName:)"
        )
        let factors = try scene.user(of: auth).multiFactor
        let session = try await PhoneAuthProvider(auth)
            .verifyPhoneNumber(number, multiFactorSession: factors.session())
        let user = try await factors.enroll(with: texted(session), displayName: "My phone")
        tell(user)
    }

    private func signInByPhone() async throws {
        scene.narrator.step(
            "She signs in with password and text message",
            "auth.signIn(withEmail:password:), refused with error.resolver",
            "resolver.resolveSignIn(with: assertion)"
        )
        let resolver = try await challenge()
        guard let hint = resolver.hints.first else { throw CommandFailure("no factor is offered") }
        scene.narrator.tell("factor", "\(hint.displayName ?? hint.factorID), \(hint.phoneNumber ?? "no number")")
        let session = try await PhoneAuthProvider(auth)
            .verifyPhoneNumber(with: hint, multiFactorSession: resolver.session)
        try await scene.tell(try await resolver.resolveSignIn(with: texted(session)), in: auth)
    }

    private func addApp() async throws -> TOTPSecret {
        scene.narrator.step(
            "She changes to an authenticator app",
            "TOTPMultiFactorGenerator.generateSecret(with: session)",
            "user.multiFactor.enroll(with:), user.multiFactor.unenroll(with:)"
        )
        let factors = try scene.user(of: auth).multiFactor
        let secret = try await TOTPMultiFactorGenerator.generateSecret(with: factors.session())
        scene.narrator.tell("key", "\(secret.key), \(secret.codeLength) digits, \(secret.hashingAlgorithm)")
        let assertion = TOTPMultiFactorGenerator.assertionForEnrollment(
            with: secret,
            oneTimePassword: try code(of: secret, step: 0)
        )
        var user = try await factors.enroll(with: assertion, displayName: "My app")
        tell(user)
        for phone in user.enrolledFactors where phone.factorID == PhoneMultiFactorGenerator.factorID {
            user = try await user.multiFactor.unenroll(with: phone)
        }
        tell(user)
        return secret
    }

    private func signInByApp(_ secret: TOTPSecret) async throws {
        scene.narrator.step(
            "She signs in with password and app",
            "TOTPMultiFactorGenerator",
            "    .assertionForSignIn(withEnrollmentID:oneTimePassword:)",
            "resolver.resolveSignIn(with: assertion)"
        )
        let resolver = try await challenge()
        guard let hint = resolver.hints.first else { throw CommandFailure("no factor is offered") }
        // The code that added the app is used: the next one is accepted half a minute early.
        let assertion = TOTPMultiFactorGenerator.assertionForSignIn(
            withEnrollmentID: hint.uid,
            oneTimePassword: try code(of: secret, step: 1)
        )
        let result = try await resolver.resolveSignIn(with: assertion)
        try await scene.tell(result, in: auth)
        try await result.user.delete()
    }

    /// The first half of a sign-in.
    private func challenge() async throws -> MultiFactorResolver {
        try await auth.signOut()
        let error = try await scene.refuse(.secondFactorRequired) {
            try await auth.signIn(withEmail: email, password: scene.password)
        }
        guard let resolver = error.resolver else { throw CommandFailure("there is no way to go on") }
        return resolver
    }

    private func texted(_ session: String) async throws -> MultiFactorAssertion {
        let code = try await scene.inbox.text(to: number)
        scene.narrator.tell("text", "\(code.reveal().count) digits to \(number)")
        return PhoneMultiFactorGenerator.assertion(
            with: PhoneAuthProvider.credential(withVerificationID: session, verificationCode: code.reveal())
        )
    }

    /// What the app shows now, or some steps of half a minute later.
    private func code(of secret: TOTPSecret, step: Int64) throws -> String {
        guard let key = Base32.decode(secret.sharedSecretKey()) else { throw CommandFailure("the key is not base32") }
        return TOTP(key: Secret(key)).code(at: TOTP.step(at: .systemNow()) + step).reveal()
    }

    private func tell(_ user: User) {
        let factors = user.enrolledFactors.map { "\($0.displayName ?? "?") (\($0.factorID))" }
        scene.narrator.tell("factors", factors.joined(separator: ", "))
    }
}
