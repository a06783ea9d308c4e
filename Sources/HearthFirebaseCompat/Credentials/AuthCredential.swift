public import HearthAuth
internal import HearthCore

/// Something that shows who someone is, to sign in with, to link, or to confirm.
public typealias AuthCredential = HearthAuth.AuthCredential

/// A credential of another identity provider.
public typealias OAuthCredential = HearthAuth.AuthCredential

/// A credential of a telephone number.
public typealias PhoneAuthCredential = HearthAuth.AuthCredential

extension AuthCredential {
    /// The provider, for example `google.com`.
    public var provider: String { providerID }

    /// The identity token that the provider gave, if it is one of those.
    public var idToken: String? { providerTokens?.idToken?.reveal() }

    /// The access token that the provider gave, if it is one of those.
    public var accessToken: String? { providerTokens?.accessToken?.reveal() }

    /// The secret of the access token that the provider gave, if it is one of those.
    public var secret: String? { providerTokens?.secret?.reveal() }
}
