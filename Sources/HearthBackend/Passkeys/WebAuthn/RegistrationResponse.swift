internal import HearthCore
internal import HearthWire

/// What an authenticator answers when it made a passkey: read, and not believed before ``verify(for:)``.
struct RegistrationResponse: Sendable {
    let id: [UInt8]
    let clientData: ClientData
    let attestation: AttestationObject

    /// A passkey whose description was believed.
    struct Verified: Sendable {
        let id: [UInt8]
        /// The public key as COSE writes it.
        let key: [UInt8]
        let signCount: UInt32
    }

    init(
        id: String?,
        _ response: FinishPasskeyEnrollment.AttestationResponse
    ) throws(APIError) {
        self.id = try PasskeyID.bytes(id)
        guard let clientData = response.clientDataJSON.flatMap(Base64.decodeLeniently),
            let attestation = response.attestationObject.flatMap(Base64.decodeLeniently)
        else { throw APIError(.missingAuthenticatorResponse) }
        do throws(WebAuthnRejection) {
            self.clientData = try ClientData(clientData)
            self.attestation = try AttestationObject(attestation)
        } catch {
            throw APIError(error)
        }
    }

    /// Checks everything but the challenge
    /// ([§7.1](https://www.w3.org/TR/webauthn-2/#sctn-registering-a-new-credential)).
    func verify(for party: RelyingParty) throws(WebAuthnRejection) -> Verified {
        try party.check(clientData, of: .creation)
        try party.check(attestation.authenticatorData)
        guard let credential = attestation.authenticatorData.attested else { throw .malformedAuthenticatorData }
        guard credential.id == id else { throw .wrongCredential }
        try attestation.verify(
            credential,
            clientDataHash: clientData.hash,
            ignoringOthers: party.ignoresOtherAttestations
        )
        return Verified(
            id: credential.id,
            key: credential.keyBytes,
            signCount: attestation.authenticatorData.signCount
        )
    }
}
