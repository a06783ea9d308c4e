/// A sign-in method to an account, as an app offers it.
enum SignInKind: String, CaseIterable, Sendable {
    case password
    case emailLink
    case phone
    case google
    case apple
    case facebook
    case openID
    case customToken
    case guest

    /// The provider that answers for it, where there is one.
    var provider: String? {
        switch self {
        case .google: "google.com"
        case .apple: "apple.com"
        case .facebook: "facebook.com"
        case .openID: "oidc.staff"
        case .password, .emailLink, .phone, .customToken, .guest: nil
        }
    }
}

/// What someone finds who uses a sign-in method.
enum Situation: String, CaseIterable, Sendable {
    /// No one has used it before.
    case newUser
    /// The account was made by it.
    case existingUser
    /// It was linked to the account of a guest.
    case linked
    /// The account was disabled meanwhile.
    case disabled
    /// The account has a second factor.
    case secondFactor
    /// A guest wants to link it, and it is someone else's.
    case collision
    /// What was sent or signed is used too late.
    case expired
    /// What was sent or signed is used a second time.
    case replayed
}
