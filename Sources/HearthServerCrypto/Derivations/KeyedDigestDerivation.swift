internal import HearthCore
internal import HearthCrypto

/// One HMAC over password and salt, `HMAC_SHA256` and its like on the wire.
struct KeyedDigestDerivation: PasswordDerivation {
    static let names = ["hmac-md5", "hmac-sha1", "hmac-sha256", "hmac-sha512"]

    let digest: Digest
    let key: Secret<[UInt8]>
    let order: SaltOrder

    init(_ digest: Digest, key: Secret<[UInt8]>, order: SaltOrder) throws(CryptoError) {
        guard key.reveal().count <= 1024 else { throw CryptoError(.parameterOutOfRange, "hmac: a key over 1 KiB") }
        self.digest = digest
        self.key = key
        self.order = order
    }

    init(reading text: PHCString) throws(CryptoError) {
        guard let digest = Digest(rawValue: String(text.name.dropFirst("hmac-".count))),
            let order = text["o"].flatMap(SaltOrder.init)
        else { throw CryptoError(.malformed, "an unknown digest or order") }
        try self.init(digest, key: Secret(text.bytes("k")), order: order)
    }

    var head: PHCString {
        PHCString("hmac-" + digest.rawValue, [("o", order.rawValue), ("k", PHCString.text(key.reveal()))])
    }

    var isInstant: Bool { true }

    func derive(_ password: [UInt8], salt: [UInt8], count: Int) throws(CryptoError) -> [UInt8] {
        HMAC(digest, key: key).authenticate(order.join(password, salt))
    }
}
