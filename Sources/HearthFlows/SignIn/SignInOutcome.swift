public import HearthAuth

/// What a sign-in comes to, if it is not refused.
public enum SignInOutcome: Sendable, Hashable {
    /// The user is signed in to an account that existed before.
    case signedIn(User)
    /// The user is signed in to an account that was created by this.
    case signedUp(User)
    /// Another account is in the way; the credential is kept. Go on with ``AuthManager/resolve(_:with:)``.
    case needsLinking(LinkingConflict)
    /// The first factor was right. Go on with ``AuthManager/verify(_:code:factor:)``.
    case needsSecondFactor(SecondFactorStep)

    /// The user, if this was all.
    public var user: User? {
        switch self {
        case .signedIn(let user), .signedUp(let user): user
        case .needsLinking, .needsSecondFactor: nil
        }
    }

    init(_ result: AuthDataResult) {
        self = result.additionalUserInfo.isNewUser ? .signedUp(result.user) : .signedIn(result.user)
    }
}
