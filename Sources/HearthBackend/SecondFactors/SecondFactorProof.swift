internal import HearthCore

/// A second factor that was shown: what the tokens of the session say of it.
struct SecondFactorProof: Sendable, Hashable {
    /// `phone` or `totp`.
    let kind: String
    let id: FactorID
}

extension IdentityToken {
    /// The second factor that the caller's session has shown.
    var secondFactorProof: SecondFactorProof? {
        guard let secondFactor, let secondFactorID else { return nil }
        return SecondFactorProof(kind: secondFactor, id: secondFactorID)
    }
}
