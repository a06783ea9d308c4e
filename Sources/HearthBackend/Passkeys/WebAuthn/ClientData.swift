internal import HearthCrypto
internal import HearthJSON

/// What the browser or the operating system says of a ceremony; it is signed over by its hash.
struct ClientData: Sendable {
    /// Which ceremony client data are of.
    enum Ceremony: String, Sendable {
        /// A passkey is made.
        case creation = "webauthn.create"
        /// A passkey signs.
        case assertion = "webauthn.get"
    }

    private static let maximumBytes = 16_384

    let type: String
    /// The challenge in base64url, as the backend made it if it did.
    let challenge: String
    let origin: String
    let isCrossOrigin: Bool
    /// SHA-256 of the bytes as they came.
    let hash: [UInt8]

    init(_ bytes: [UInt8]) throws(WebAuthnRejection) {
        guard bytes.count <= Self.maximumBytes, let document = try? JSON.parse(bytes),
            let type = document["type"]?.string, let challenge = document["challenge"]?.string,
            let origin = document["origin"]?.string
        else { throw .malformedClientData }
        switch document["crossOrigin"] {
        case nil: isCrossOrigin = false
        case .bool(let truth): isCrossOrigin = truth
        default: throw .malformedClientData
        }
        self.type = type
        self.challenge = challenge
        self.origin = origin
        hash = Digest.sha256.hash(bytes)
    }
}
