internal import HearthCore

/// Makes credentials of an address, with a password or with a mailed link.
public enum EmailAuthProvider: Sendable {
    /// The provider's identifier, for both kinds.
    public static let id = "password"

    /// A credential of an address and its password.
    ///
    /// - Parameters:
    ///   - email: The address.
    ///   - password: The password.
    /// - Returns: The credential.
    public static func credential(withEmail email: String, password: String) -> AuthCredential {
        AuthCredential(id, PasswordPayload(email: email, password: Secret(password)))
    }

    /// A credential of an address and a link that was mailed to it.
    ///
    /// A link that is none is refused when the credential is used, with ``AuthError/Code/invalidActionCode``.
    ///
    /// - Parameters:
    ///   - email: The address that the link was mailed to.
    ///   - link: The link, wrapped in others or not.
    /// - Returns: The credential, good for one use.
    public static func credential(withEmail email: String, link: String) -> AuthCredential {
        AuthCredential(id, EmailLinkPayload(email: email, link: ActionCodeURL(link: link)))
    }
}
