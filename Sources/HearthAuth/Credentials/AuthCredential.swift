package import HearthCore

/// Proves an identity: to sign in with, to link to an account, or to reauthenticate with.
///
/// Made by a provider, for example ``GoogleAuthProvider``, or left behind by a sign-in that a conflict stopped:
/// ``AccountCollision/credential``.
public struct AuthCredential: Sendable {
    /// The provider, for example `google.com`.
    public let providerID: String

    let payload: any CredentialPayload

    init(_ providerID: String, _ payload: any CredentialPayload) {
        self.providerID = providerID
        self.payload = payload
    }
}

extension AuthCredential {
    /// What the provider gave, if this is a credential of another provider.
    package var providerTokens: (idToken: Secret<String>?, accessToken: Secret<String>?, secret: Secret<String>?)? {
        (payload as? ProviderPayload).map { ($0.idToken, $0.accessToken, $0.tokenSecret) }
    }
}

extension AuthCredential: CustomStringConvertible, CustomReflectable {
    /// The provider, and nothing secret.
    public var description: String { "AuthCredential(\(providerID))" }

    /// The provider, and nothing secret.
    public var customMirror: Mirror { Mirror(self, children: ["providerID": providerID]) }
}
