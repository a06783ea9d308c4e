public import HearthAuth

/// Makes assertions of telephones.
public enum PhoneMultiFactorGenerator: Sendable {
    /// An assertion of a texted code.
    ///
    /// - Parameter phoneAuthCredential: The credential of ``PhoneAuthProvider``, made of a code that was texted for a
    ///   second factor; another one is refused when the assertion is used.
    /// - Returns: The assertion.
    public static func assertion(with phoneAuthCredential: PhoneAuthCredential) -> PhoneMultiFactorAssertion {
        HearthAuth.PhoneMultiFactorGenerator.assertion(with: phoneAuthCredential.value)
    }
}
