internal import HearthCore
internal import HearthCrypto

/// Binds a provider's answer to the client that asked for it: the client keeps a text, the provider repeats its
/// SHA-256 in the token.
struct SessionNonce: Sendable {
    /// The identifier of the session in which a browser was sent to the provider.
    let sessionID: Secret<String>?

    /// How a text stands in a token: its SHA-256 in hexadecimal.
    static func hash(_ text: Secret<String>) -> String {
        Hex.encode(Digest.sha256.hash(Array(text.reveal().utf8)))
    }

    /// Whether a token's nonce is that of a text.
    static func matches(_ claim: String, _ text: Secret<String>) -> Bool {
        ConstantTime.equals(Array(claim.lowercased().utf8), Array(hash(text).utf8))
    }
}
