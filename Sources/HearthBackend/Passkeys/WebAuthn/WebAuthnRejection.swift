internal import HearthWire

/// Why an authenticator's answer was not believed: every reason there is.
///
/// No case carries a part of the answer, so that a rejection may be logged and shown. The raw value is its name.
enum WebAuthnRejection: String, Error, Sendable, CaseIterable {
    /// The client data are not a strict JSON object with a type, a challenge and an origin.
    case malformedClientData
    /// The client data are of the other ceremony: creation for a sign-in, or the reverse.
    case wrongType
    /// The page that asked was not one of the relying party's.
    case wrongOrigin
    /// The page that asked was framed by one of another origin.
    case crossOrigin
    /// The authenticator data are not as long as their flags say, or contradict themselves.
    case malformedAuthenticatorData
    /// The passkey was made for another domain.
    case wrongRelyingParty
    /// No one touched the authenticator.
    case userNotPresent
    /// The authenticator did not see who touched it, and the relying party wants that.
    case userNotVerified
    /// The attestation object is not one.
    case malformedAttestation
    /// The attestation has a format that the relying party does not accept.
    case unsupportedAttestation
    /// The attestation is not the new key's own.
    case invalidAttestation
    /// The public key is not a strict COSE key.
    case malformedKey
    /// The public key is for an algorithm that was not offered, or does not fit its own algorithm.
    case unsupportedAlgorithm
    /// The answer is about another passkey than it says.
    case wrongCredential
    /// The passkey was made for another user than its owner, or names no user.
    case wrongUserHandle
    /// The signature was not made by the passkey over these bytes.
    case invalidSignature
    /// The counter has not grown: there may be a copy of the authenticator.
    case staleCounter
}

extension APIError {
    /// The refusal of an authenticator's answer.
    init(_ rejection: WebAuthnRejection) {
        self.init(.invalidAuthenticatorResponse, rejection.rawValue)
    }
}
