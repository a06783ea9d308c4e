/// How a service wants a new passkey.
public struct PasskeyCreationOptions: Sendable, Hashable {
    /// The domain that the passkey is for.
    public var relyingPartyID: String
    /// The name of the service that the passkey is for.
    public var relyingPartyName: String
    /// By what the passkey will name its user; up to 64 bytes, which show nothing of the user.
    public var userID: [UInt8]
    /// The user's name for the account, for example the address.
    public var userName: String
    /// The user's name as people say it.
    public var userDisplayName: String
    /// What has to come back, signed.
    public var challenge: [UInt8]
    /// The numbers of the accepted algorithms in
    /// [COSE](https://www.iana.org/assignments/cose/cose.xhtml#algorithms), the preferred one first.
    public var algorithms: [Int]
    /// The passkeys of the account: who has one of them is not to make another.
    public var excludedCredentialIDs: [[UInt8]] = []
    /// Whether the authenticator is to see who uses it; required unless set.
    public var userVerification: PasskeyUserVerification = .required
    /// How long the user may take; `nil` for as long as the authenticator likes.
    public var timeout: Duration?

    /// Creates options.
    ///
    /// - Parameters:
    ///   - relyingPartyID: The domain that the passkey is for.
    ///   - relyingPartyName: The name of the service that it is for.
    ///   - userID: By what the passkey will name its user.
    ///   - userName: The user's name for the account.
    ///   - userDisplayName: The user's name as people say it.
    ///   - challenge: What has to come back, signed.
    ///   - algorithms: The accepted algorithms. Defaults to ECDSA on P-256.
    public init(
        relyingPartyID: String,
        relyingPartyName: String,
        userID: [UInt8],
        userName: String,
        userDisplayName: String,
        challenge: [UInt8],
        algorithms: [Int] = [-7]
    ) {
        self.relyingPartyID = relyingPartyID
        self.relyingPartyName = relyingPartyName
        self.userID = userID
        self.userName = userName
        self.userDisplayName = userDisplayName
        self.challenge = challenge
        self.algorithms = algorithms
    }
}
