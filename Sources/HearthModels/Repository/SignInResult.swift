public import HearthFlows

/// What a sign-in comes to, if it is not refused.
public enum SignInResult: Sendable, Hashable {
    /// The user is signed in; whether the account was created by this.
    case signedIn(AuthUser, isNew: Bool)
    /// Another account is in the way; the credential is kept.
    case needsLinking(LinkingConflict)
    /// The first factor was right, and a second one is needed.
    case needsSecondFactor(SecondFactorStep)

    /// What a workflow came to.
    ///
    /// - Parameter outcome: The workflow's outcome.
    public init(_ outcome: SignInOutcome) {
        switch outcome {
        case .signedIn(let user): self = .signedIn(AuthUser(user), isNew: false)
        case .signedUp(let user): self = .signedIn(AuthUser(user), isNew: true)
        case .needsLinking(let conflict): self = .needsLinking(conflict)
        case .needsSecondFactor(let step): self = .needsSecondFactor(step)
        }
    }
}
