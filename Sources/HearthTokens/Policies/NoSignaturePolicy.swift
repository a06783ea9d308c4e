internal import HearthCore

/// There is no signature: the rule of the emulator's tokens, and of ``EmulatorTokenVerifier`` alone.
struct NoSignaturePolicy: TokenPolicy {
    func check(_ token: UnverifiedToken, at now: UnixTime) throws(TokenRejection) {
        guard token.jws.signature.isEmpty else { throw .invalidSignature }
    }
}
