#if canImport(CommonCrypto)
internal import CommonCrypto
#else
internal import COpenSSL
#endif

/// Keys from passwords, by the system's library.
package enum SystemDerivation {
    /// PBKDF2 ([RFC 8018](https://www.rfc-editor.org/rfc/rfc8018)) with HMAC; the password is UTF-8 and may be empty.
    package static func pbkdf2(
        _ password: [UInt8],
        salt: [UInt8],
        _ digest: Digest,
        rounds: Int,
        count: Int
    ) throws(CryptoError) -> [UInt8] {
        guard let rounds = CInt(exactly: rounds), rounds > 0 else {
            throw CryptoError(.parameterOutOfRange, "pbkdf2: \(rounds) rounds")
        }
        let characters = password.map { CChar(bitPattern: $0) }
        var output = [UInt8](repeating: 0, count: count)
        #if canImport(CommonCrypto)
        let status = unsafe CCKeyDerivationPBKDF(
            CCPBKDFAlgorithm(kCCPBKDF2),
            characters,
            characters.count,
            salt,
            salt.count,
            try pseudoRandomFunction(digest),
            UInt32(rounds),
            &output,
            count
        )
        guard status == kCCSuccess else { throw CryptoError(.libraryFailure) }
        #else
        let (length, algorithm) = unsafe (CInt(characters.count), SystemDigest.algorithm(digest))
        let status = unsafe PKCS5_PBKDF2_HMAC(
            characters,
            length,
            salt,
            CInt(salt.count),
            rounds,
            algorithm,
            CInt(count),
            &output
        )
        guard status == 1 else { throw .library() }
        #endif
        return output
    }

    #if canImport(CommonCrypto)
    private static func pseudoRandomFunction(_ digest: Digest) throws(CryptoError) -> CCPseudoRandomAlgorithm {
        switch digest {
        case .sha1: CCPseudoRandomAlgorithm(kCCPRFHmacAlgSHA1)
        case .sha256: CCPseudoRandomAlgorithm(kCCPRFHmacAlgSHA256)
        case .sha384: CCPseudoRandomAlgorithm(kCCPRFHmacAlgSHA384)
        case .sha512: CCPseudoRandomAlgorithm(kCCPRFHmacAlgSHA512)
        case .md5: throw CryptoError(.unsupported, "pbkdf2 with MD5")
        }
    }
    #endif
}
