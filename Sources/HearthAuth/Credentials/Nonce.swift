public import HearthCore
internal import HearthCrypto

/// A text that ties a provider's token to this client: the provider gets its hash and repeats it in the token, and only
/// anyone who kept the text can use the token.
///
/// ```swift
/// let nonce = Nonce.make()
/// request.nonce = nonce.sha256          // to the provider
/// let credential = OAuthProvider.appleCredential(withIDToken: token, rawNonce: nonce.raw)
/// ```
public struct Nonce: Sendable {
    private let text: Secret<String>

    /// Keeps a text that was made elsewhere.
    ///
    /// - Parameter raw: The text; no one must be able to guess it.
    public init(raw: String) {
        text = Secret(raw)
    }

    /// Makes a new one, of 32 letters and digits: 190 bits.
    ///
    /// - Parameter random: Where randomness comes from. Defaults to the system's generator.
    /// - Returns: The nonce, for one sign-in.
    public static func make(random: RandomSource = .system) -> Nonce {
        Nonce(raw: random.alphanumeric(32))
    }

    /// The text itself, for the credential.
    public var raw: String { text.reveal() }

    /// The SHA-256 of the text in hexadecimal, for the provider.
    public var sha256: String { Hex.encode(Digest.sha256.hash(Array(text.reveal().utf8))) }
}

extension Nonce: CustomStringConvertible, CustomReflectable {
    /// A fixed placeholder.
    public var description: String { "Nonce" }

    /// An empty mirror.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
