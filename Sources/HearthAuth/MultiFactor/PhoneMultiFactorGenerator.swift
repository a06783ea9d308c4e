/// Makes assertions of telephones.
public enum PhoneMultiFactorGenerator: Sendable {
    /// The kind of factor.
    public static let factorID = "phone"

    /// An assertion of a texted code.
    ///
    /// - Parameter credential: The credential of ``PhoneAuthProvider``, made of a code that was texted for a second
    ///   factor; another one is refused when the assertion is used, with ``AuthError/Code/invalidCredential``.
    /// - Returns: The assertion.
    public static func assertion(with credential: PhoneAuthCredential) -> MultiFactorAssertion {
        guard case .code(let code, let id) = credential.payload as? PhonePayload else {
            return MultiFactorAssertion(factorID: factorID, proof: .none)
        }
        return MultiFactorAssertion(factorID: factorID, proof: .phone(code: code, verificationID: id))
    }
}
