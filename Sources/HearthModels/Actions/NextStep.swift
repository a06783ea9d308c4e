/// Where a screen leads to.
@MainActor
public enum NextStep {
    /// The user is signed in; whether the account was created by this.
    case signedIn(AuthUser, isNew: Bool)
    /// Another account is in the way.
    case collision(CollisionModel)
    /// A second factor is needed.
    case secondFactor(SecondFactorModel)

    init(_ result: SignInResult, _ dependencies: AuthDependencies) {
        switch result {
        case .signedIn(let user, let isNew): self = .signedIn(user, isNew: isNew)
        case .needsLinking(let conflict): self = .collision(CollisionModel(conflict, dependencies))
        case .needsSecondFactor(let step): self = .secondFactor(SecondFactorModel(step, dependencies))
        }
    }

    /// The one who is signed in, if that was all.
    public var user: AuthUser? {
        if case .signedIn(let user, _) = self { user } else { nil }
    }
}
