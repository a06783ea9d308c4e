internal import HearthAuth
internal import HearthCore

/// What the first code of a second factor has to come back with.
enum EnrollmentKey: Sendable {
    case app(TOTPSecret)
    case text(Secret<String>)

    /// Has a key made, or a code texted.
    init(for enrollment: EnrollmentFlow.Enrollment, of user: User, by auth: Auth) async throws(AuthError) {
        let session = try await user.multiFactor.session()
        if let number = enrollment.phoneNumber {
            let provider = PhoneAuthProvider(auth)
            self = .text(Secret(try await provider.verifyPhoneNumber(number, multiFactorSession: session)))
        } else {
            self = .app(try await TOTPMultiFactorGenerator.generateSecret(with: session))
        }
    }

    /// The key to be shown, of an authenticator app.
    var app: TOTPSecret? {
        if case .app(let key) = self { key } else { nil }
    }

    /// The first code, to be sent.
    func assertion(of code: Secret<String>) -> MultiFactorAssertion {
        switch self {
        case .app(let key):
            TOTPMultiFactorGenerator.assertionForEnrollment(with: key, oneTimePassword: code.reveal())
        case .text(let id):
            PhoneMultiFactorGenerator.assertion(
                with: PhoneAuthProvider.credential(withVerificationID: id.reveal(), verificationCode: code.reveal())
            )
        }
    }
}
