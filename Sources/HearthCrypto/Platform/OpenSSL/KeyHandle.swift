#if !canImport(CryptoKit)
internal import COpenSSL
internal import HearthCore

/// Owns one of the library's keys.
///
/// Nothing changes a key after it was made, and every operation has a context of its own, so any number of threads may
/// use it at once.
final class KeyHandle: Sendable {
    private let key: SharedPointer

    /// Takes over a key that the caller received with a reference of its own.
    init(owning key: OpaquePointer) {
        self.key = unsafe SharedPointer(key)
    }

    deinit {
        unsafe EVP_PKEY_free(key.opaque)
    }

    /// Lends the key for the duration of a call.
    func withKey<Result, Failure: Error>(
        _ body: (OpaquePointer?) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        defer { withExtendedLifetime(self) {} }
        return try unsafe body(key.opaque)
    }

    /// The size of the key in bits.
    var bits: Int {
        unsafe withKey { key in unsafe Int(EVP_PKEY_get_bits(key)) }
    }

    /// The numbers of an RSA key, most significant byte first, without leading zeros.
    func rsaNumbers() throws(CryptoError) -> (modulus: [UInt8], exponent: [UInt8]) {
        guard isA("RSA") else { throw CryptoError(.malformed, "not an RSA key") }
        return (try number(OSSL_PKEY_PARAM_RSA_N), try number(OSSL_PKEY_PARAM_RSA_E))
    }

    /// The coordinates of a point on P-256, 32 bytes each.
    func p256Point() throws(CryptoError) -> (x: [UInt8], y: [UInt8]) {
        guard isA("EC"), bits == 256, try groupName() == "prime256v1" else {
            throw CryptoError(.malformed, "not a P-256 key")
        }
        return (try coordinate(OSSL_PKEY_PARAM_EC_PUB_X), try coordinate(OSSL_PKEY_PARAM_EC_PUB_Y))
    }

    private func isA(_ algorithm: String) -> Bool {
        unsafe withKey { key in unsafe EVP_PKEY_is_a(key, algorithm) == 1 }
    }

    private func number(_ name: String) throws(CryptoError) -> [UInt8] {
        try unsafe withKey { (key) throws(CryptoError) in
            var number: OpaquePointer?
            guard unsafe EVP_PKEY_get_bn_param(key, name, &number) == 1 else { throw .library() }
            defer { unsafe BN_free(number) }
            var bytes = [UInt8](repeating: 0, count: unsafe Int(BN_num_bits(number) + 7) / 8)
            unsafe BN_bn2bin(number, &bytes)
            return bytes
        }
    }

    private func coordinate(_ name: String) throws(CryptoError) -> [UInt8] {
        let number = try number(name)
        return [UInt8](repeating: 0, count: max(0, 32 - number.count)) + number
    }

    /// The name of the curve, as the library spells it.
    private func groupName() throws(CryptoError) -> String {
        try unsafe withKey { (key) throws(CryptoError) in
            var name = [CChar](repeating: 0, count: 80)
            var count = 0
            guard unsafe EVP_PKEY_get_group_name(key, &name, name.count, &count) == 1 else { throw .library() }
            return String(decoding: name.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }
    }
}
#endif
