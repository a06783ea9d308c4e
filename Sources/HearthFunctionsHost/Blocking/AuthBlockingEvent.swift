public import HearthJSON

/// What the identity service asks a blocking function about.
public struct AuthBlockingEvent: Sendable {
    /// When the identity service asks.
    public enum Moment: String, Sendable, Hashable {
        /// Before a new account is stored.
        case beforeCreate
        /// After the credential was verified, before tokens are made.
        case beforeSignIn
    }

    /// The account as it is, or would be.
    public struct User: Sendable {
        /// The user.
        public let uid: String
        /// The address.
        public let email: String?
        /// Whether the user proved the address.
        public let isEmailVerified: Bool
        /// The name.
        public let displayName: String?
        /// The address of a picture.
        public let photoURL: String?
        /// The phone number.
        public let phoneNumber: String?
        /// Whether the account is disabled.
        public let isDisabled: Bool
        /// The account's claims.
        public let customClaims: JSONObject
        /// Everything that the identity service tells of the account.
        public let record: JSONObject
    }

    /// When the identity service asks.
    public let moment: Moment
    /// The event, the same if it is asked again.
    public let id: String
    /// The account.
    public let user: User
    /// How the user signs in: `password`, `emailLink`, `phone` or a provider, for example `google.com`.
    public let signInMethod: String?
    /// The tenant.
    public let tenant: String?
    /// Where the request came from.
    public let ipAddress: String?
    /// What the client says it is.
    public let userAgent: String?
    /// The client's language.
    public let locale: String?
    /// Every claim of the event, such as those of the provider that the project's configuration forwards.
    public let claims: JSONObject

    /// Reads an event.
    init?(_ claims: JSONObject) {
        guard let moment = claims["event_type"]?.string.flatMap(Moment.init(rawValue:)),
            let id = claims["event_id"]?.string, let record = claims["user_record"]?.object,
            let uid = record["uid"]?.string, !uid.isEmpty, claims["sub"]?.string == uid
        else { return nil }
        self.moment = moment
        self.id = id
        self.claims = claims
        signInMethod = claims["sign_in_method"]?.string
        tenant = claims["tenant_id"]?.string
        ipAddress = claims["ip_address"]?.string
        userAgent = claims["user_agent"]?.string
        locale = claims["locale"]?.string
        user = User(
            uid: uid,
            email: record["email"]?.string,
            isEmailVerified: record["email_verified"]?.bool ?? false,
            displayName: record["display_name"]?.string,
            photoURL: record["photo_url"]?.string,
            phoneNumber: record["phone_number"]?.string,
            isDisabled: record["disabled"]?.bool ?? false,
            customClaims: record["custom_claims"]?.object ?? [:],
            record: record
        )
    }
}

/// What a blocking function changes about an account; what is `nil` stays as it is.
public struct UserChanges: Sendable, Hashable {
    /// Claims that cannot be used.
    public enum Problem: Error, Sendable, Hashable {
        /// A name that tokens use themselves.
        case reservedClaim(String)
        /// More than 1,000 bytes of JSON.
        case claimsTooLarge
    }

    /// The name.
    public var displayName: String?
    /// Whether the account is disabled, which ends the sign-in.
    public var disabled: Bool?
    /// Whether the address counts as proved.
    public var emailVerified: Bool?
    /// The address of a picture.
    public var photoURL: String?
    /// The account's claims, in all of its tokens.
    public var customClaims: JSONObject?
    /// Claims of this session's tokens alone; only of a function that is asked before a sign-in.
    public var sessionClaims: JSONObject?

    /// Creates changes.
    ///
    /// - Parameters:
    ///   - displayName: The name. Defaults to no change, as all of them.
    ///   - disabled: Whether the account is disabled.
    ///   - emailVerified: Whether the address counts as proved.
    ///   - photoURL: The address of a picture.
    ///   - customClaims: The account's claims.
    ///   - sessionClaims: Claims of this session's tokens alone.
    public init(
        displayName: String? = nil,
        disabled: Bool? = nil,
        emailVerified: Bool? = nil,
        photoURL: String? = nil,
        customClaims: JSONObject? = nil,
        sessionClaims: JSONObject? = nil
    ) {
        self.displayName = displayName
        self.disabled = disabled
        self.emailVerified = emailVerified
        self.photoURL = photoURL
        self.customClaims = customClaims
        self.sessionClaims = sessionClaims
    }

    /// The answer to the identity service: `{}`, or the changed fields with the list of their names.
    ///
    /// - Throws: ``Problem``.
    func json(at moment: AuthBlockingEvent.Moment) throws(Problem) -> JSONValue {
        let session = moment == .beforeSignIn ? sessionClaims : nil
        try Self.check(customClaims, session)
        let fields: [(String, JSONValue?)] = [
            ("displayName", displayName.map(JSONValue.string)), ("disabled", disabled.map(JSONValue.bool)),
            ("emailVerified", emailVerified.map(JSONValue.bool)), ("photoUrl", photoURL.map(JSONValue.string)),
            ("customClaims", customClaims.map(JSONValue.object)), ("sessionClaims", session.map(JSONValue.object)),
        ]
        var record = JSONObject()
        for (name, value) in fields { record[name] = value }
        if record.isEmpty { return .object([:]) }
        record["updateMask"] = .string(record.names.joined(separator: ","))
        return .object(["userRecord": .object(record)])
    }

    private static func check(_ custom: JSONObject?, _ session: JSONObject?) throws(Problem) {
        var all = JSONObject()
        for claims in [custom, session].compactMap(\.self) {
            if let name = claims.names.first(where: reserved.contains) { throw .reservedClaim(name) }
            guard JSON.serialize(.object(claims)).count <= maximumClaims else { throw .claimsTooLarge }
            for member in claims.members { all[member.name] = member.value }
        }
        guard JSON.serialize(.object(all)).count <= maximumClaims else { throw .claimsTooLarge }
    }

    private static let maximumClaims = 1000
    private static let reserved: Set<String> = [
        "acr", "amr", "at_hash", "aud", "auth_time", "azp", "cnf", "c_hash", "exp", "iat", "iss", "jti", "nbf", "nonce",
        "firebase", "sub",
    ]
}
