#if !canImport(CryptoKit)
internal import COpenSSL

/// Makes keys: new ones, and ones whose parts are known.
enum KeyBuilder {
    /// Generates a key with the exponent 65537.
    static func generateRSA(bits: Int) throws(CryptoError) -> KeyHandle {
        try unsafe generate("RSA") { context in unsafe EVP_PKEY_CTX_set_rsa_keygen_bits(context, CInt(bits)) }
    }

    static func generateP256() throws(CryptoError) -> KeyHandle {
        try unsafe generate("EC") { context in unsafe EVP_PKEY_CTX_set_group_name(context, "P-256") }
    }

    private static func generate(
        _ algorithm: String,
        _ configure: (OpaquePointer) -> CInt
    ) throws(CryptoError) -> KeyHandle {
        guard let context = unsafe EVP_PKEY_CTX_new_from_name(nil, algorithm, nil) else { throw .library() }
        defer { unsafe EVP_PKEY_CTX_free(context) }
        guard unsafe EVP_PKEY_keygen_init(context) == 1, unsafe configure(context) == 1 else { throw .library() }
        var key: OpaquePointer?
        guard unsafe EVP_PKEY_generate(context, &key) == 1, let key = unsafe key else { throw .library() }
        return unsafe KeyHandle(owning: key)
    }

    /// Puts a public RSA key together from its numbers, most significant byte first.
    static func rsaPublicKey(modulus: [UInt8], exponent: [UInt8]) throws(CryptoError) -> KeyHandle {
        guard let n = unsafe BN_bin2bn(modulus, CInt(modulus.count), nil) else { throw .library() }
        defer { unsafe BN_free(n) }
        guard let e = unsafe BN_bin2bn(exponent, CInt(exponent.count), nil) else { throw .library() }
        defer { unsafe BN_free(e) }
        return try unsafe publicKey("RSA") { parts in
            unsafe OSSL_PARAM_BLD_push_BN(parts, permanent("n"), n) == 1
                && OSSL_PARAM_BLD_push_BN(parts, permanent("e"), e) == 1
        }
    }

    /// Puts a public key on P-256 together from its point, uncompressed.
    static func p256PublicKey(point: [UInt8]) throws(CryptoError) -> KeyHandle {
        try unsafe point.withUnsafeBufferPointer { (point) throws(CryptoError) in
            let (start, count) = (point.baseAddress, point.count)
            return try unsafe publicKey("EC") { parts in
                unsafe OSSL_PARAM_BLD_push_utf8_string(parts, permanent("group"), permanent("P-256"), 0) == 1
                    && OSSL_PARAM_BLD_push_octet_string(parts, permanent("pub"), start, count) == 1
            }
        }
    }

    // The builder keeps pointers to the names that it is given: only a literal lives long enough.
    private static func permanent(_ name: StaticString) -> UnsafePointer<CChar> {
        unsafe UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self)
    }

    // The parts are borrowed by the builder until the key is made, so the callers above keep them until then.
    private static func publicKey(
        _ algorithm: String,
        _ fill: (OpaquePointer) -> Bool
    ) throws(CryptoError) -> KeyHandle {
        guard let parts = unsafe OSSL_PARAM_BLD_new() else { throw .library() }
        defer { unsafe OSSL_PARAM_BLD_free(parts) }
        guard unsafe fill(parts), let parameters = unsafe OSSL_PARAM_BLD_to_param(parts) else { throw .library() }
        defer { unsafe OSSL_PARAM_free(parameters) }
        guard let context = unsafe EVP_PKEY_CTX_new_from_name(nil, algorithm, nil) else { throw .library() }
        defer { unsafe EVP_PKEY_CTX_free(context) }
        var key: OpaquePointer?
        guard unsafe EVP_PKEY_fromdata_init(context) == 1,
            unsafe EVP_PKEY_fromdata(context, &key, copenssl_public_key_selection(), parameters) == 1,
            let key = unsafe key
        else { throw .library(.malformed) }
        return unsafe KeyHandle(owning: key)
    }
}
#endif
