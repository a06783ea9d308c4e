internal import HearthCore

/// What a code of a second factor belongs to: a user who enrolls one, or a sign-in that waits for one.
public struct MultiFactorSession: Sendable {
    enum Kind: Sendable {
        case enrollment(User)
        case signIn(Secret<String>)
    }

    let kind: Kind

    /// The user who enrolls a factor.
    func enrollingUser() throws(AuthError) -> User {
        guard case .enrollment(let user) = kind else {
            throw AuthError(.invalidMultiFactorSession, "the session is of a sign-in, and not of MultiFactor.session()")
        }
        return user
    }

    /// What the service wants to see of the sign-in that waits.
    func pendingCredential() throws(AuthError) -> Secret<String> {
        guard case .signIn(let credential) = kind else {
            throw AuthError(.invalidMultiFactorSession, "the session is of an enrollment, and not of a resolver")
        }
        return credential
    }
}

extension MultiFactorSession: CustomStringConvertible, CustomReflectable {
    /// A fixed placeholder.
    public var description: String { "MultiFactorSession" }

    /// An empty mirror.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
