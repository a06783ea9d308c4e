/// A passkey that is enrolled, by FirebaseAuth's name.
public struct PasskeyInfo: Sendable, Hashable {
    /// The passkey's identifier, in base64url.
    public let credentialID: String
    /// The name that the user gave it.
    public let name: String?

    init(_ passkey: Account.Passkey) {
        credentialID = passkey.id
        name = passkey.name
    }
}
