public import HearthCore

/// Authenticated encryption with AES-256 in Galois/counter mode
/// ([SP 800-38D](https://csrc.nist.gov/pubs/sp/800/38/d/final)).
///
/// A sealed message is a random nonce of 12 bytes, the ciphertext and a tag of 16 bytes. With random nonces one key
/// should seal at most 2³² messages.
public struct AES256GCM: Sendable {
    /// How many bytes a sealed message is longer than its content.
    public static let overhead = nonceBytes + tagBytes

    private static let nonceBytes = 12
    private static let tagBytes = 16

    private let key: Secret<[UInt8]>

    /// Creates a cipher from a key.
    ///
    /// - Parameter key: 32 bytes, random or derived.
    /// - Throws: ``CryptoError`` with code ``CryptoError/Code/malformed`` if the key has another length.
    public init(key: Secret<[UInt8]>) throws(CryptoError) {
        guard key.reveal().count == 32 else { throw CryptoError(.malformed, "a key of 32 bytes is needed") }
        self.key = key
    }

    /// Encrypts and authenticates.
    ///
    /// - Parameters:
    ///   - content: What to hide.
    ///   - associatedData: What is not hidden but must be the same when the message is opened, for example the name
    ///     of the row and column where it is kept. Defaults to nothing.
    ///   - random: Where the nonce comes from. Defaults to the system's generator.
    /// - Returns: The sealed message, ``overhead`` bytes longer than the content.
    /// - Throws: ``CryptoError`` if the library fails.
    public func seal(
        _ content: [UInt8],
        authenticating associatedData: [UInt8] = [],
        random: RandomSource = .system
    ) throws(CryptoError) -> [UInt8] {
        let nonce = random.bytes(Self.nonceBytes)
        return nonce + (try SystemCipher.seal(content, key: key, nonce: nonce, authenticating: associatedData))
    }

    /// Checks and decrypts.
    ///
    /// - Parameters:
    ///   - message: A sealed message.
    ///   - associatedData: What was given when it was sealed.
    /// - Returns: The content.
    /// - Throws: ``CryptoError`` with code ``CryptoError/Code/notAuthentic`` if anything is different from what was
    ///   sealed.
    public func open(
        _ message: [UInt8],
        authenticating associatedData: [UInt8] = []
    ) throws(CryptoError) -> [UInt8] {
        guard message.count >= Self.overhead else { throw CryptoError(.notAuthentic) }
        let nonce = Array(message.prefix(Self.nonceBytes))
        let ciphertext = Array(message.dropFirst(Self.nonceBytes).dropLast(Self.tagBytes))
        let tag = Array(message.suffix(Self.tagBytes))
        return try SystemCipher.open(ciphertext, tag, key: key, nonce: nonce, authenticating: associatedData)
    }
}
