/// A passkey that was made, described for the service.
public struct PasskeyRegistration: Sendable, Hashable {
    /// The passkey's identifier.
    public var credentialID: [UInt8]
    /// What the system says of the ceremony, as JSON text.
    public var clientDataJSON: [UInt8]
    /// What the authenticator says of the passkey, in CBOR.
    public var attestationObject: [UInt8]

    /// Creates a description.
    ///
    /// - Parameters:
    ///   - credentialID: The passkey's identifier.
    ///   - clientDataJSON: What the system says of the ceremony.
    ///   - attestationObject: What the authenticator says of the passkey.
    public init(credentialID: [UInt8], clientDataJSON: [UInt8], attestationObject: [UInt8]) {
        self.credentialID = credentialID
        self.clientDataJSON = clientDataJSON
        self.attestationObject = attestationObject
    }
}
