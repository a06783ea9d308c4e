internal import HearthCore
internal import HearthCrypto

/// The signature was made by the key that the header names.
struct SignaturePolicy: TokenPolicy {
    let key: RSAPublicKey

    func check(_ token: UnverifiedToken, at now: UnixTime) throws(TokenRejection) {
        guard key.verifyRS256(token.jws.signature, over: token.jws.signedBytes) else { throw .invalidSignature }
    }
}
