internal import HearthCore
internal import HearthWire

/// What a passkey answers when it signs: read, and not believed before ``verify(by:)``.
struct AssertionResponse: Sendable {
    let clientData: ClientData
    let authenticatorData: AuthenticatorData
    let signature: Secret<[UInt8]>
    let userHandle: [UInt8]?

    init(_ response: FinishPasskeySignIn.AssertionResponse) throws(APIError) {
        guard let clientData = response.clientDataJSON.flatMap(Base64.decodeLeniently),
            let authenticatorData = response.authenticatorData.flatMap(Base64.decodeLeniently),
            let signature = response.signature.flatMap({ Base64.decodeLeniently($0.reveal()) })
        else { throw APIError(.missingAuthenticatorResponse) }
        do throws(WebAuthnRejection) {
            self.clientData = try ClientData(clientData)
            self.authenticatorData = try AuthenticatorData(authenticatorData)
        } catch {
            throw APIError(error)
        }
        self.signature = Secret(signature)
        userHandle = response.userHandle.flatMap(Base64.decodeLeniently)
    }

    /// Whether the authenticator saw who used it.
    var isUserVerified: Bool { authenticatorData.flags.contains(.userVerified) }

    /// Checks what the client and the authenticator say of themselves, before a passkey is looked for.
    func check(for party: RelyingParty) throws(WebAuthnRejection) {
        try party.check(clientData, of: .assertion)
        try party.check(authenticatorData)
    }

    /// Checks that a passkey signed, and that it is the only one of its kind
    /// ([§7.2](https://www.w3.org/TR/webauthn-2/#sctn-verifying-assertion)).
    func verify(by passkey: Passkey) throws(WebAuthnRejection) {
        // No one was asked for beforehand, so the passkey must say whose it is.
        guard userHandle == PasskeyID.userHandle(of: passkey.account) else { throw .wrongUserHandle }
        guard let bytes = passkey.key else { throw .invalidSignature }
        let key = try COSEKey(bytes)
        guard key.verify(signature.reveal(), over: authenticatorData.bytes + clientData.hash) else {
            throw .invalidSignature
        }
        let count = authenticatorData.signCount
        guard count > passkey.signCount || count == 0 && passkey.signCount == 0 else { throw .staleCounter }
    }
}
