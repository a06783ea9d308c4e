internal import COpenSSL

/// Owns one of the library's keys.
///
/// The key is kept as its address, which may cross threads. Nothing changes a key after it was made, and every
/// operation has a context of its own, so any number of threads may use it at once.
final class KeyHandle: Sendable {
    private let address: UInt

    /// Takes over a key that the caller received with a reference of its own.
    init(owning key: OpaquePointer) {
        address = UInt(bitPattern: key)
    }

    deinit {
        unsafe EVP_PKEY_free(OpaquePointer(bitPattern: address))
    }

    /// Lends the key for the duration of a call.
    func withKey<Result, Failure: Error>(
        _ body: (OpaquePointer?) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        defer { withExtendedLifetime(self) {} }
        return try unsafe body(OpaquePointer(bitPattern: address))
    }

    /// Whether the key is of an algorithm, for example `RSA`.
    func isA(_ algorithm: String) -> Bool {
        unsafe withKey { key in unsafe EVP_PKEY_is_a(key, algorithm) == 1 }
    }

    /// The size of the key in bits.
    var bits: Int {
        unsafe withKey { key in unsafe Int(EVP_PKEY_get_bits(key)) }
    }

    /// A number that belongs to the key, most significant byte first, without leading zeros.
    func number(_ name: String) throws(CryptoError) -> [UInt8] {
        try unsafe withKey { (key) throws(CryptoError) in
            var number: OpaquePointer?
            guard unsafe EVP_PKEY_get_bn_param(key, name, &number) == 1 else { throw .library() }
            defer { unsafe BN_free(number) }
            var bytes = [UInt8](repeating: 0, count: unsafe Int(BN_num_bits(number) + 7) / 8)
            unsafe BN_bn2bin(number, &bytes)
            return bytes
        }
    }
}
