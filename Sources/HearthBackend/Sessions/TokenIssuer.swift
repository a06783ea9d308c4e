internal import HearthCore
internal import HearthCrypto
internal import HearthJSON
internal import HearthTokens
internal import HearthWire

/// Signs tokens with the key whose turn it is, or not at all where the emulator is asked not to.
struct TokenIssuer: Sendable {
    let signing: BackendConfiguration.TokenSigning
    let keys: SigningKeys
    let log: Log

    func sign(_ claims: JSONObject) async throws(APIError) -> Secret<String> {
        let mint: TokenMint
        switch signing {
        case .none: mint = .unsigned
        case .rs256:
            mint = try await keys.signer().mint
        }
        do {
            return try mint.mint(claims)
        } catch {
            log.error("a token could not be signed: \(error)")
            throw .internalError
        }
    }
}
