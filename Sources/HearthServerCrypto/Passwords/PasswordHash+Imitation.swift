public import HearthCore
public import HearthCrypto

extension PasswordHash {
    /// The algorithm with its parameters: two hashes of one scheme cost the same to check.
    ///
    /// It may hold the key that signs an import's hashes.
    public var scheme: Secret<String> { Secret(derivation.head.text) }

    /// A hash of the same scheme that is of no password: checking it costs what checking this one costs.
    ///
    /// - Returns: The hash, with the same salt, which has the form that the algorithm asks for.
    /// - Throws: ``CryptoError`` never, for a hash that was itself accepted.
    public func imitation() throws(CryptoError) -> PasswordHash {
        try PasswordHash(derivation, salt: salt, output: [UInt8](repeating: 0, count: output.reveal().count))
    }
}
