#if canImport(CryptoKit)
internal import Darwin
#else
internal import COpenSSL
#endif

/// Comparison by the system's library, in a time that depends on the length alone.
enum SystemComparison {
    /// Whether two arrays of one length are the same.
    static func areEqual(_ one: [UInt8], _ other: [UInt8]) -> Bool {
        #if canImport(CryptoKit)
        unsafe timingsafe_bcmp(one, other, one.count) == 0
        #else
        unsafe CRYPTO_memcmp(one, other, one.count) == 0
        #endif
    }
}
