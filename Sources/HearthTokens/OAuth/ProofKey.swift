package import HearthCore
internal import HearthCrypto

/// The proof key of one authorization ([RFC 7636](https://www.rfc-editor.org/rfc/rfc7636)): who sends the browser away
/// shows its hash, who trades the code shows the key.
package struct ProofKey: Sendable {
    /// The key itself, 43 characters.
    package let verifier: Secret<String>

    /// Makes a new one, of 256 random bits.
    package init(random: RandomSource) {
        verifier = Secret(Base64.encode(random.bytes(32)))
    }

    /// The key's SHA-256, which the browser carries.
    package var challenge: String {
        Base64.encode(Digest.sha256.hash(Array(verifier.reveal().utf8)))
    }
}
