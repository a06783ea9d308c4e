internal import HearthCore
internal import HearthCrypto
internal import HearthWire

/// The identifiers of passkeys as clients send them, and of users in them.
extension PasskeyID {
    /// The longest user handle, in bytes ([§5.4.3](https://www.w3.org/TR/webauthn-2/#dom-publickeycredentialuserentity-id)).
    private static let maximumHandleBytes = 64

    /// The identifier that a client sent, as bytes.
    static func bytes(_ text: String?) throws(APIError) -> [UInt8] {
        guard let text, let bytes = Base64.decodeLeniently(text),
            (1...AuthenticatorData.maximumIDBytes).contains(bytes.count)
        else { throw APIError(.invalidCredentialID) }
        return bytes
    }

    /// The identifier that a client sent in either alphabet, as it is stored.
    ///
    /// The official emulator takes any text, so that in lenient what is not base64 stands for itself.
    init(canonical text: String) {
        self.init(stored: Base64.decodeLeniently(text).map { Base64.encode($0) } ?? text)
    }

    /// The identifier that an authenticator chose.
    init(bytes: [UInt8]) {
        self.init(stored: Base64.encode(bytes))
    }

    /// By what a passkey names the user whose it is.
    static func userHandle(of uid: UserID) -> [UInt8] {
        let bytes = Array(uid.rawValue.utf8)
        // An administrator may have chosen an identifier that no passkey can hold.
        return bytes.count <= maximumHandleBytes ? bytes : Digest.sha256.hash(bytes)
    }
}
