import Foundation
import HearthCore
import HearthFirebaseCompat
import HearthTesting
import Testing

@Suite("Second factors")
struct MultiFactorTests {
    private static let eve = "eve@example.com"
    private static let number = "+15555550100"
    let test: TestApp
    let user: User
    let phone: PhoneAuthProvider
    var auth: Auth { test.auth }

    init() async throws {
        test = try await TestApp()
        user = try await test.verifiedUser(Self.eve)
        phone = .provider(auth: test.auth)
    }

    private func assertion(_ verificationID: String) async throws -> PhoneMultiFactorAssertion {
        let code = try await test.backend.inbox.nextText(to: Self.number).code
        return PhoneMultiFactorGenerator.assertion(
            with: phone.credential(withVerificationID: verificationID, verificationCode: code)
        )
    }

    private func enrollPhone() async throws {
        let session = try await user.multiFactor.session()
        let id = try await phone.verifyPhoneNumber(Self.number, uiDelegate: nil, multiFactorSession: session)
        try await user.multiFactor.enroll(with: try await assertion(id), displayName: "Eve's phone")
    }

    private func enrollApp() async throws -> AuthenticatorApp {
        let secret = try await TOTPMultiFactorGenerator.generateSecret(with: try await user.multiFactor.session())
        let app = try #require(AuthenticatorApp(key: secret.sharedSecretKey()))
        #expect(secret.generateQRCodeURL(withAccountName: "e & e", issuer: "Shop").contains("e%20%26%20e"))
        let assertion = TOTPMultiFactorGenerator.assertionForEnrollment(
            with: secret,
            oneTimePassword: app.code(at: test.backend.clock.now)
        )
        try await user.multiFactor.enroll(with: assertion, displayName: "Eve's app")
        return app
    }

    private func resolver() async throws -> MultiFactorResolver {
        try auth.signOut()
        let error = await thrown { try await auth.signIn(withEmail: Self.eve, password: "correct horse") }
        #expect(error?.authCode == .secondFactorRequired)
        return try #require(error?.userInfo[AuthErrorUserInfoMultiFactorResolverKey] as? MultiFactorResolver)
    }

    @Test func `a telephone is enrolled and asked for`() async throws {
        try await enrollPhone()
        let factor = try #require(user.multiFactor.enrolledFactors.first as? PhoneMultiFactorInfo)
        #expect(factor.displayName == "Eve's phone" && factor.factorID == PhoneMultiFactorID && !factor.uid.isEmpty)
        #expect(factor.enrollmentDate.timeIntervalSince1970.rounded(.down) == Double(test.backend.clock.now.seconds))
        let resolver = try await resolver()
        #expect(resolver.auth === auth && auth.currentUser == nil)
        let hint = try #require(resolver.hints.first as? PhoneMultiFactorInfo)
        #expect(hint.phoneNumber.hasSuffix("0100"))
        let id = try await phone.verifyPhoneNumber(with: hint, uiDelegate: nil, multiFactorSession: resolver.session)
        let result = try await resolver.resolveSignIn(with: try await assertion(id))
        #expect(result.user.uid == user.uid && auth.currentUser?.uid == user.uid)
    }

    @Test func `an authenticator app is enrolled and asked for`() async throws {
        let app = try await enrollApp()
        let factor = try #require(user.multiFactor.enrolledFactors.first as? TOTPMultiFactorInfo)
        #expect(factor.factorID == TOTPMultiFactorID && factor.displayName == "Eve's app")
        test.backend.clock.advance(by: .seconds(30))
        let resolver = try await resolver()
        let hint = try #require(resolver.hints.first)
        #expect(hint.enrollmentDate == factor.enrollmentDate)
        let wrong = TOTPMultiFactorGenerator.assertionForSignIn(withEnrollmentID: hint.uid, oneTimePassword: "000000x")
        #expect(
            await completed { resolver.resolveSignIn(with: wrong, completion: $0) }.code == .invalidVerificationCode
        )
        let right = TOTPMultiFactorGenerator.assertionForSignIn(
            withEnrollmentID: hint.uid,
            oneTimePassword: app.code(at: test.backend.clock.now)
        )
        let result = await completed { resolver.resolveSignIn(with: right, completion: $0) }
        #expect(result.value?.user.uid == user.uid)
    }

    @Test func `handlers get the same, and who takes a factor away stays signed in`() async throws {
        let session = try #require(await completed { user.multiFactor.getSessionWithCompletion($0) }.value)
        let id = await completed {
            phone.verifyPhoneNumber(Self.number, uiDelegate: nil, multiFactorSession: session, completion: $0)
        }
        let assertion = try await assertion(try #require(id.value))
        let enrolled = await completed {
            user.multiFactor.enroll(with: assertion, displayName: "Eve's phone", completion: $0)
        }
        #expect(enrolled == nil)
        let factor = try #require(user.multiFactor.enrolledFactors.first)
        let resolver = try await resolver()
        let hint = try #require(resolver.hints.first as? PhoneMultiFactorInfo)
        let texted = await completed {
            phone.verifyPhoneNumber(with: hint, multiFactorSession: resolver.session, completion: $0)
        }
        try await resolver.resolveSignIn(with: try await self.assertion(try #require(texted.value)))
        #expect(await completed { user.multiFactor.unenroll(with: factor, completion: $0) } == nil)
        #expect(user.multiFactor.enrolledFactors.isEmpty && auth.currentUser === user)
        let again = await thrown { try await user.multiFactor.unenroll(with: factor) }
        #expect(again?.authCode == .multiFactorInfoNotFound)
    }

    @Test func `where FirebaseAuth never returns, there is an error`() async throws {
        let session = try await user.multiFactor.session()
        let foreign = PhoneMultiFactorGenerator.assertion(
            with: phone.credential(withVerificationID: "none", verificationCode: "000000")
        )
        let enroll = await thrown { try await user.multiFactor.enroll(with: foreign, displayName: nil) }
        #expect(enroll != nil)
        try await enrollPhone()
        let hint = try #require(try await resolver().hints.first as? PhoneMultiFactorInfo)
        let noSession = await thrown { _ = try await phone.verifyPhoneNumber(with: hint, multiFactorSession: nil) }
        #expect(noSession?.authCode == .missingMultiFactorSession)
        let secret = await completed { TOTPMultiFactorGenerator.generateSecret(with: session, completion: $0) }
        #expect(secret.code == .userTokenExpired)
    }
}
