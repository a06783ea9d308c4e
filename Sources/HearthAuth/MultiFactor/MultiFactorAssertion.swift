internal import HearthCore
internal import HearthWire

/// A code of a second factor, to enroll the factor with or to show it at a sign-in.
public struct MultiFactorAssertion: Sendable {
    enum Proof: Sendable {
        case phone(code: Secret<String>, verificationID: Secret<String>)
        case newApp(code: Secret<String>, session: Secret<String>)
        case app(code: Secret<String>, enrollmentID: String)
        /// A credential that is not of a texted code.
        case none
    }

    /// The kind of factor: ``PhoneMultiFactorGenerator/factorID`` or ``TOTPMultiFactorGenerator/factorID``.
    public let factorID: String

    let proof: Proof

    /// Writes the code into the request that enrolls a factor.
    func fill(_ request: inout FinishSecondFactorEnrollment.Request) throws(AuthError) {
        switch proof {
        case .phone(let code, let id): request.phoneVerificationInfo = try Self.message(code, id)
        case .newApp(let code, let session):
            if code.reveal().isEmpty { throw AuthError(.missingVerificationCode) }
            request.totpVerificationInfo = FinishSecondFactorEnrollment.TOTPCode {
                $0.verificationCode = code
                $0.sessionInfo = session
            }
        case .app, .none: throw Self.unsuitable
        }
    }

    /// Writes the code into the request that ends a sign-in.
    func fill(_ request: inout FinishSecondFactorSignIn.Request) throws(AuthError) {
        switch proof {
        case .phone(let code, let id): request.phoneVerificationInfo = try Self.message(code, id)
        case .app(let code, let id):
            if code.reveal().isEmpty { throw AuthError(.missingVerificationCode) }
            request.mfaEnrollmentId = id
            request.totpVerificationInfo = FinishSecondFactorSignIn.TOTPCode { $0.verificationCode = code }
        case .newApp, .none: throw Self.unsuitable
        }
    }

    private static func message(
        _ code: Secret<String>,
        _ verificationID: Secret<String>
    ) throws(AuthError) -> PhoneFactor.Code {
        try PhonePayload.code(code, verificationID: verificationID).check()
        return PhoneFactor.Code {
            $0.code = code
            $0.sessionInfo = verificationID
        }
    }

    private static let unsuitable = AuthError(.invalidCredential, "the assertion is for something else")
}

extension MultiFactorAssertion: CustomStringConvertible, CustomReflectable {
    /// The kind, and nothing secret.
    public var description: String { "MultiFactorAssertion(\(factorID))" }

    /// The kind, and nothing secret.
    public var customMirror: Mirror { Mirror(self, children: ["factorID": factorID]) }
}
