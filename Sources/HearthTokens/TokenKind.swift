public import HearthCore

/// What a token is for: each kind has its own issuer and its own keys.
public enum TokenKind: String, Sendable, Hashable, CaseIterable {
    /// A user's ID token.
    case idToken
    /// A session cookie, which a server made from an ID token.
    case sessionCookie

    /// The issuer of such tokens.
    ///
    /// - Parameter project: The project.
    /// - Returns: A URL that contains the project.
    public func issuer(of project: ProjectID) -> String {
        issuerPrefix + project.rawValue
    }

    package var issuerPrefix: String {
        switch self {
        case .idToken: "https://securetoken.google.com/"
        case .sessionCookie: "https://session.firebase.google.com/"
        }
    }

    /// Where Firebase publishes the keys, as a JSON Web Key Set.
    package var firebaseKeysURL: String {
        switch self {
        case .idToken:
            "https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com"
        case .sessionCookie:
            "https://identitytoolkit.googleapis.com/v1/sessionCookiePublicKeys"
        }
    }

    /// The path of the same at a local emulator or a backend of one's own, which put the host first.
    package var localKeysPath: String {
        "/" + firebaseKeysURL.dropFirst("https://".count)
    }
}
