/// What an authenticator hands over with a new passkey: its data, and a statement of where they come from.
struct AttestationObject: Sendable {
    let format: String
    let statement: [CBOR: CBOR]
    let authenticatorData: AuthenticatorData

    init(_ bytes: [UInt8]) throws(WebAuthnRejection) {
        guard let map = (try? CBORReader.document(bytes))?.map, map.count == 3, let format = map["fmt"]?.text,
            let statement = map["attStmt"]?.map, let data = map["authData"]?.bytes
        else { throw .malformedAttestation }
        self.format = format
        self.statement = statement
        authenticatorData = try AuthenticatorData(data)
    }

    /// Checks the statement.
    ///
    /// `none` says nothing ([§8.7](https://www.w3.org/TR/webauthn-2/#sctn-none-attestation)). `packed` without
    /// certificates is signed by the new key itself ([§8.2](https://www.w3.org/TR/webauthn-2/#sctn-packed-attestation)).
    /// What else there is would need the makers' certificates: it is refused, or let pass without a look.
    func verify(
        _ credential: AuthenticatorData.AttestedCredential,
        clientDataHash: [UInt8],
        ignoringOthers: Bool
    ) throws(WebAuthnRejection) {
        switch format {
        case "none":
            guard statement.isEmpty else { throw .malformedAttestation }
        case "packed" where statement["x5c"] == nil:
            guard statement.count == 2, let algorithm = statement["alg"]?.integer,
                let signature = statement["sig"]?.bytes
            else { throw .malformedAttestation }
            guard algorithm == credential.key.algorithm,
                credential.key.verify(signature, over: authenticatorData.bytes + clientDataHash)
            else { throw .invalidAttestation }
        default:
            guard ignoringOthers else { throw .unsupportedAttestation }
        }
    }
}
