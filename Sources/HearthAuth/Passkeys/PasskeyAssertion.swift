public import HearthCore

/// What a passkey signed: good for one sign-in, for anyone who has it.
public struct PasskeyAssertion: Sendable {
    /// The passkey's identifier.
    public var credentialID: [UInt8]
    /// What the system says of the ceremony, as JSON text.
    public var clientDataJSON: [UInt8]
    /// What the authenticator says of the ceremony.
    public var authenticatorData: [UInt8]
    /// The signature over both.
    public var signature: Secret<[UInt8]>
    /// By what the passkey names its user; `nil` if it does not.
    public var userHandle: [UInt8]?

    /// Creates an answer.
    ///
    /// - Parameters:
    ///   - credentialID: The passkey's identifier.
    ///   - clientDataJSON: What the system says of the ceremony.
    ///   - authenticatorData: What the authenticator says of it.
    ///   - signature: The signature over both.
    ///   - userHandle: By what the passkey names its user.
    public init(
        credentialID: [UInt8],
        clientDataJSON: [UInt8],
        authenticatorData: [UInt8],
        signature: Secret<[UInt8]>,
        userHandle: [UInt8]?
    ) {
        self.credentialID = credentialID
        self.clientDataJSON = clientDataJSON
        self.authenticatorData = authenticatorData
        self.signature = signature
        self.userHandle = userHandle
    }
}
