public import HearthAuth
internal import HearthFlows

/// Where a screen leads to.
@MainActor
public enum NextStep {
    /// The user is signed in; whether the account was created by this.
    case signedIn(User, isNew: Bool)
    /// Another account is in the way.
    case collision(CollisionModel)
    /// A second factor is needed.
    case secondFactor(SecondFactorModel)

    init(_ outcome: SignInOutcome, _ dependencies: AuthDependencies) {
        switch outcome {
        case .signedIn(let user): self = .signedIn(user, isNew: false)
        case .signedUp(let user): self = .signedIn(user, isNew: true)
        case .needsLinking(let conflict): self = .collision(CollisionModel(conflict, dependencies))
        case .needsSecondFactor(let step): self = .secondFactor(SecondFactorModel(step, dependencies))
        }
    }

    /// The user who is signed in, if that was all.
    public var user: User? {
        if case .signedIn(let user, _) = self { user } else { nil }
    }
}
