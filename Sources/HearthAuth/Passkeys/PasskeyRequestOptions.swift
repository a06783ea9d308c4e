/// What a service wants signed by a passkey.
public struct PasskeyRequestOptions: Sendable, Hashable {
    /// The domain that the passkey must be for.
    public var relyingPartyID: String
    /// What has to come back, signed.
    public var challenge: [UInt8]
    /// The passkeys that may answer; any if there are none.
    public var allowedCredentialIDs: [[UInt8]] = []
    /// Whether the authenticator is to see who uses it; required unless set.
    public var userVerification: PasskeyUserVerification = .required
    /// How long the user may take; `nil` for as long as the authenticator likes.
    public var timeout: Duration?

    /// Creates options.
    ///
    /// - Parameters:
    ///   - relyingPartyID: The domain that the passkey must be for.
    ///   - challenge: What has to come back, signed.
    public init(relyingPartyID: String, challenge: [UInt8]) {
        self.relyingPartyID = relyingPartyID
        self.challenge = challenge
    }
}
