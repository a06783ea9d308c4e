package import HearthCore
internal import HearthHTTP

/// `accounts:signInWithGameCenter`: signs a player of Apple's Game Center in.
package enum SignInWithGameCenter: Operation {
    package static let routes = [Route].userAccounts("signInWithGameCenter", legacy: "signInWithGameCenter")

    package struct Request: Message {
        package var playerId: String?
        /// The player within the developer's games; newer clients have it signed in place of `playerId`.
        package var teamPlayerId: String?
        package var gamePlayerId: String?
        /// Where Apple's certificate is.
        package var publicKeyUrl: String?
        /// Base64.
        package var salt: String?
        /// Base64.
        package var signature: Secret<String>?
        /// Milliseconds since 1970.
        package var timestamp: DecimalString?
        package var displayName: String?
        /// The user to link the player to.
        package var idToken: Secret<String>?
        package var tenantId: String?
        package var targetProjectId: String?

        package init() {}
    }

    package struct Response: Message, TokenFields, SecondFactorFields {
        package var localId: String?
        package var playerId: String?
        package var teamPlayerId: String?
        package var gamePlayerId: String?
        package var displayName: String?
        package var isNewUser: Bool?
        package var idToken: Secret<String>?
        package var refreshToken: Secret<String>?
        package var expiresIn: DecimalString?
        package var mfaPendingCredential: Secret<String>?
        package var mfaInfo: [SecondFactorInfo]?

        package init() {}
    }
}
