/// What a mailed link or a texted code is wanted for.
public enum ProofPurpose: String, Sendable, Hashable, Codable {
    /// To sign in, or to sign up.
    case signIn
    /// To link the address or the number to the account of the user who is signed in.
    case link
}
