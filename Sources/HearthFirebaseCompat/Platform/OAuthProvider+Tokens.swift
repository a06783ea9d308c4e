public import Foundation
internal import HearthAuth

extension OAuthProvider {
    /// A credential of Sign in with Apple.
    ///
    /// - Parameters:
    ///   - idToken: The token that Apple gave.
    ///   - rawNonce: The text whose SHA-256 Apple was given. Without one a stolen token could be used by anybody.
    ///   - fullName: The name, which Apple tells on the first sign-in only. Defaults to none.
    /// - Returns: The credential.
    public static func appleCredential(
        withIDToken idToken: String,
        rawNonce: String?,
        fullName: PersonNameComponents? = nil
    ) -> OAuthCredential {
        let name = fullName.map { PersonName(givenName: $0.givenName, familyName: $0.familyName) }
        return OAuthCredential(
            HearthAuth.OAuthProvider.appleCredential(withIDToken: idToken, rawNonce: rawNonce, fullName: name)
        )
    }

    /// A credential of any provider.
    ///
    /// - Parameters:
    ///   - providerID: The provider.
    ///   - idToken: The identity token that the provider gave. Defaults to none.
    ///   - rawNonce: The text whose SHA-256 the provider was given. Defaults to none.
    ///   - accessToken: The access token that the provider gave. Defaults to none.
    /// - Returns: The credential.
    public static func credential(
        withProviderID providerID: String,
        idToken: String? = nil,
        rawNonce: String? = nil,
        accessToken: String? = nil
    ) -> OAuthCredential {
        OAuthCredential(
            HearthAuth.OAuthProvider.credential(
                providerID: providerID,
                idToken: idToken,
                rawNonce: rawNonce,
                accessToken: accessToken
            )
        )
    }

    /// A credential of any provider.
    ///
    /// - Parameters:
    ///   - providerID: The provider.
    ///   - idToken: The identity token that the provider gave. Defaults to none.
    ///   - rawNonce: The text whose SHA-256 the provider was given. Defaults to none.
    ///   - accessToken: The access token that the provider gave. Defaults to none.
    /// - Returns: The credential.
    public static func credential(
        providerID: AuthProviderID,
        idToken: String? = nil,
        rawNonce: String? = nil,
        accessToken: String? = nil
    ) -> OAuthCredential {
        credential(
            withProviderID: providerID.rawValue,
            idToken: idToken,
            rawNonce: rawNonce,
            accessToken: accessToken
        )
    }
}
