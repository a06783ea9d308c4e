public import HearthCore
public import HearthCrypto

/// What is known of a provider and of the service that it signs users in to.
public struct SAMLServiceProvider: Sendable {
    /// The provider's entity identifier.
    public var identityProvider: String
    /// The keys that the provider signs with; one suffices.
    public var keys: [RSAPublicKey]
    /// The service's own entity identifier.
    public var entityID: String
    /// Where the provider's answers go.
    public var callbackURL: String
    /// How far the clocks may be apart.
    ///
    /// Defaults to one minute.
    public var clockSkew: Duration = .minutes(1)

    /// Describes a provider.
    ///
    /// - Parameters:
    ///   - identityProvider: The provider's entity identifier.
    ///   - keys: The keys that it signs with.
    ///   - entityID: The service's own entity identifier.
    ///   - callbackURL: Where the provider's answers go.
    public init(identityProvider: String, keys: [RSAPublicKey], entityID: String, callbackURL: String) {
        self.identityProvider = identityProvider
        self.keys = keys
        self.entityID = entityID
        self.callbackURL = callbackURL
    }
}

/// What a provider says of a user, when it is believed.
public struct SAMLAssertion: Sendable {
    /// The assertion's identifier: good for one sign-in.
    public let id: String
    /// The user, as the provider wrote it.
    public let nameID: String
    /// The attributes by their names, in the order of the document, each with its values.
    public let attributes: [(name: String, values: [String])]
    /// When the assertion ends.
    public let expiresAt: UnixTime
    /// The request that it answers; `nil` if the provider began on its own.
    public let inResponseTo: String?
}
