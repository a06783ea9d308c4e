internal import HearthWire

extension Caller {
    /// The request with the proof that no robot sends it; `nil` if none can be had, or if it has one.
    func attested<Request: Message>(_ request: Request) async throws(AuthError) -> Request? {
        guard let attestation, var attested = request as? any AppAttestationFields, attested.captchaResponse == nil
        else {
            return nil
        }
        let proof: Attestation
        do {
            proof = try await attestation.attestation(for: type(of: attested).appAttestationAction)
        } catch {
            throw error is CancellationError ? AuthError(.cancelled) : AuthError(.missingRecaptchaToken, "\(error)")
        }
        attested.captchaResponse = proof.token
        attested.clientType = proof.clientType.rawValue
        attested.recaptchaVersion = proof.version
        return attested as? Request
    }
}
