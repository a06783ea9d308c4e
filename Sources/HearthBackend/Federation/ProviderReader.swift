internal import HearthWire

/// Finds out what a provider says of a user.
protocol ProviderReader: Sendable {
    /// Reads a provider's answer.
    ///
    /// - Throws: `APIError` `INVALID_IDP_RESPONSE`, `MISSING_OR_INVALID_NONCE` or `OPERATION_NOT_ALLOWED`.
    func user(
        from assertion: ProviderAssertion,
        session: SessionNonce,
        in call: Call
    ) async throws(APIError) -> ProviderClaims
}
