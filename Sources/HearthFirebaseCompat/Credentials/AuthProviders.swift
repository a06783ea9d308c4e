internal import HearthAuth

// These forward, and are no aliases: members of an alias are found only by who imports HearthAuth too.

/// Makes credentials of an address, with a password or with a mailed link.
public enum EmailAuthProvider: Sendable {
    /// The provider's identifier, for both kinds.
    public static let id = HearthAuth.EmailAuthProvider.id

    /// A credential of an address and its password.
    public static func credential(withEmail email: String, password: String) -> AuthCredential {
        AuthCredential(HearthAuth.EmailAuthProvider.credential(withEmail: email, password: password))
    }

    /// A credential of an address and a link that was mailed to it, good for one use.
    public static func credential(withEmail email: String, link: String) -> AuthCredential {
        AuthCredential(HearthAuth.EmailAuthProvider.credential(withEmail: email, link: link))
    }
}

/// Makes credentials of Google.
public enum GoogleAuthProvider: Sendable {
    /// The provider's identifier.
    public static let id = HearthAuth.GoogleAuthProvider.id

    /// A credential of the tokens that Google's SDK gave.
    public static func credential(withIDToken idToken: String, accessToken: String?) -> AuthCredential {
        AuthCredential(HearthAuth.GoogleAuthProvider.credential(withIDToken: idToken, accessToken: accessToken))
    }
}

/// Makes credentials of Facebook.
public enum FacebookAuthProvider: Sendable {
    /// The provider's identifier.
    public static let id = HearthAuth.FacebookAuthProvider.id

    /// A credential of the access token that Facebook's SDK gave.
    public static func credential(withAccessToken accessToken: String) -> AuthCredential {
        AuthCredential(HearthAuth.FacebookAuthProvider.credential(withAccessToken: accessToken))
    }
}

/// Makes credentials of GitHub.
public enum GitHubAuthProvider: Sendable {
    /// The provider's identifier.
    public static let id = HearthAuth.GitHubAuthProvider.id

    /// A credential of the access token that GitHub gave.
    public static func credential(withToken token: String) -> AuthCredential {
        AuthCredential(HearthAuth.GitHubAuthProvider.credential(withToken: token))
    }
}

/// Makes credentials of Twitter.
public enum TwitterAuthProvider: Sendable {
    /// The provider's identifier.
    public static let id = HearthAuth.TwitterAuthProvider.id

    /// A credential of the token that Twitter gave, and its secret.
    public static func credential(withToken token: String, secret: String) -> AuthCredential {
        AuthCredential(HearthAuth.TwitterAuthProvider.credential(withToken: token, secret: secret))
    }
}
