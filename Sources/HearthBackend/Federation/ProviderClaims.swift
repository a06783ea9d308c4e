internal import HearthCore
internal import HearthJSON
internal import HearthWire

/// What a provider says of a user, and how much of it is believed.
struct ProviderClaims: Codable, Sendable, Hashable {
    let providerID: ProviderID
    let rawID: ProviderUserID
    var email: EmailAddress?
    /// The address as the provider wrote it, if it is shown so.
    var writtenEmail: String?
    /// Whether the address counts as verified.
    var isEmailVerified = false
    /// Whether the address opens an account that exists already.
    var isEmailTrusted = false
    var displayName: String?
    var firstName: String?
    var lastName: String?
    var photoURL: String?
    var screenName: String?
    /// The provider's own words, as JSON text.
    var rawUserInfo: String?
    /// What tokens tell of the session beside the user's identity, as JSON text.
    var attributes: String?
    /// What makes the provider's token good for one use only; `nil` if every client may repeat it.
    var use: Use?

    /// The one use of a token.
    struct Use: Codable, Sendable, Hashable {
        /// The nonce in the token, or else the token itself.
        let mark: String
        /// Whether a nonce binds the token to the flow that was begun with it.
        ///
        /// If not, the token is good once for each flow: for a sign-in, and for linking to an account.
        let isBound: Bool
        /// Whether the client of the first use may use the token again; `nil`, from before there was a choice, for no.
        let repeatsFromOneNetwork: Bool?
        /// Seconds since 1970 after which the token is of no use anyway.
        private let end: Int64

        init(of mark: String, isBound: Bool, repeatsFromOneNetwork: Bool = false, expiresAt: UnixTime) {
            self.mark = mark
            self.isBound = isBound
            self.repeatsFromOneNetwork = repeatsFromOneNetwork
            end = expiresAt.seconds
        }

        var expiresAt: UnixTime { UnixTime(seconds: end) }
    }

    /// The provider's user as an account links it.
    var linkedProvider: LinkedProvider {
        LinkedProvider(
            providerID: providerID,
            rawID: rawID,
            federatedID: rawID.rawValue,
            email: email,
            displayName: displayName,
            photoURL: photoURL,
            screenName: screenName
        )
    }

    /// Whose user of which provider it is.
    var key: ProviderUser { ProviderUser(provider: providerID, id: rawID) }

    /// The user's identifier across providers.
    var federatedID: String {
        providerID == .google ? "https://accounts.google.com/\(rawID)" : rawID.rawValue
    }
}

extension ProviderClaims {
    /// The longest name, address of a picture or identifier that is kept, in bytes.
    private static let maximumBytes = 2048

    /// Reads the claims of an ID token, or what stands for them in the emulator.
    init(claims: JSONObject, of assertion: ProviderAssertion, rawID: ProviderUserID) {
        self.init(providerID: assertion.providerID, rawID: rawID)
        displayName = Self.text(claims["name"])
        firstName = Self.text(claims["given_name"])
        lastName = Self.text(claims["family_name"])
        photoURL = Self.text(claims["picture"])
        screenName = Self.text(claims["screen_name"])
        readNames(assertion.user)
        if providerID.isOpenID { attributes = Self.json(Self.attributes(of: claims)) }
    }

    /// Apple tells the name on the first sign-in only, and not in the token.
    private mutating func readNames(_ user: JSONObject?) {
        guard let name = user?["name"] else { return }
        firstName = Self.text(name["firstName"]) ?? firstName
        lastName = Self.text(name["lastName"]) ?? lastName
        let parts = [firstName, lastName].compactMap { $0 }
        if displayName == nil, !parts.isEmpty { displayName = parts.joined(separator: " ") }
    }

    /// Puts the provider's own words together, when everything else is known.
    mutating func describe(claims: JSONObject) {
        guard providerID == .google else {
            rawUserInfo = Self.json(claims)
            return
        }
        var scopes = "openid https://www.googleapis.com/auth/userinfo.profile"
        if email != nil { scopes += " https://www.googleapis.com/auth/userinfo.email" }
        var words = JSONObject()
        words["granted_scopes"] = .string(scopes)
        words["id"] = .string(rawID.rawValue)
        words["name"] = displayName.map { .string($0) }
        words["given_name"] = firstName.map { .string($0) }
        words["family_name"] = lastName.map { .string($0) }
        words["verified_email"] = .bool(isEmailVerified)
        words["locale"] = "en"
        words["email"] = email.map { .string($0.text) }
        words["picture"] = photoURL.map { .string($0) }
        rawUserInfo = Self.json(words)
    }

    /// Claims that say something of the token and not of the user.
    private static let protocolClaims: Set<String> = [
        "iss", "aud", "azp", "sub", "exp", "iat", "nbf", "jti", "nonce", "at_hash", "c_hash", "auth_time",
    ]

    private static func attributes(of claims: JSONObject) -> JSONObject {
        var attributes = JSONObject()
        for member in claims.members where !protocolClaims.contains(member.name) {
            attributes[member.name] = member.value
        }
        return attributes
    }

    static func json(_ object: JSONObject) -> String? {
        object.isEmpty ? nil : String(decoding: JSON.serialize(.object(object)), as: UTF8.self)
    }

    static func text(_ value: JSONValue?) -> String? {
        guard let text = value?.string, !text.isEmpty, text.utf8.count <= maximumBytes else { return nil }
        return text
    }

    /// Apple writes the truth as text.
    static func truth(_ value: JSONValue?) -> Bool {
        value?.bool ?? (value?.string == "true")
    }
}
