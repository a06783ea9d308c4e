#if !canImport(CryptoKit)
internal import COpenSSL

/// The two forms of a signature on P-256: 64 bytes for JOSE, a DER sequence for everyone else.
enum ECDSASignature {
    static func der(from raw: [UInt8]) -> [UInt8]? {
        guard raw.count == 64, let signature = unsafe ECDSA_SIG_new() else { return nil }
        defer { unsafe ECDSA_SIG_free(signature) }
        let r = unsafe BN_bin2bn(Array(raw.prefix(32)), 32, nil)
        let s = unsafe BN_bin2bn(Array(raw.suffix(32)), 32, nil)
        // From here on the signature owns both numbers.
        guard unsafe ECDSA_SIG_set0(signature, r, s) == 1 else {
            unsafe BN_free(r)
            unsafe BN_free(s)
            return nil
        }
        let count = unsafe i2d_ECDSA_SIG(signature, nil)
        guard count > 0 else { return nil }
        var der = [UInt8](repeating: 0, count: Int(count))
        let written = unsafe der.withUnsafeMutableBufferPointer { der in
            var next = der.baseAddress
            return unsafe i2d_ECDSA_SIG(signature, &next)
        }
        return written == count ? der : nil
    }

    static func raw(from der: [UInt8]) -> [UInt8]? {
        let parsed = unsafe der.withUnsafeBufferPointer { der in
            var next = der.baseAddress
            return unsafe d2i_ECDSA_SIG(nil, &next, der.count)
        }
        guard let signature = unsafe parsed else { return nil }
        defer { unsafe ECDSA_SIG_free(signature) }
        var raw = [UInt8](repeating: 0, count: 64)
        let isComplete = unsafe raw.withUnsafeMutableBufferPointer { raw in
            guard let start = raw.baseAddress else { return false }
            return unsafe BN_bn2binpad(ECDSA_SIG_get0_r(signature), start, 32) == 32
                && BN_bn2binpad(ECDSA_SIG_get0_s(signature), start + 32, 32) == 32
        }
        return isComplete ? raw : nil
    }
}
#endif
