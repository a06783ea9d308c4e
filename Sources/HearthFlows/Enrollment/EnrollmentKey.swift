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

extension EnrollmentKey: Codable {
    private enum Stored: Codable {
        case app(Secret<String>)
        case text(Secret<String>)
    }

    init(from decoder: any Decoder) throws {
        switch try Stored(from: decoder) {
        case .text(let id): self = .text(id)
        case .app(let form):
            guard let key = TOTPSecret(storedForm: form) else {
                throw DecodingError.dataCorrupted(
                    DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "not a stored key")
                )
            }
            self = .app(key)
        }
    }

    func encode(to encoder: any Encoder) throws {
        switch self {
        case .text(let id): try Stored.text(id).encode(to: encoder)
        case .app(let key):
            guard let form = key.storedForm else {
                throw EncodingError.invalidValue(
                    key,
                    EncodingError.Context(codingPath: encoder.codingPath, debugDescription: "not to be stored")
                )
            }
            try Stored.app(form).encode(to: encoder)
        }
    }
}
