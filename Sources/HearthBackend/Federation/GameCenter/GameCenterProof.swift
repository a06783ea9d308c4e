internal import HearthCore
internal import HearthCrypto
internal import HearthWire

/// What a game hands over to show which player is signed in: Apple's signature over the player, the game and the moment.
///
/// It is what [`fetchItems(forIdentityVerificationSignature:)`](https://developer.apple.com/documentation/gamekit/gklocalplayer/fetchitems(foridentityverificationsignature:))
/// gives to an app.
struct GameCenterProof: Sendable {
    /// The player that the signature names: within the developer's games, or, of older clients, within Game Center.
    let playerID: ProviderUserID
    /// Where Apple's certificate is.
    let keyURL: String
    let salt: [UInt8]
    let signature: [UInt8]
    let signedAt: UnixTime

    /// How long after it was made a signature counts.
    static let lifetime: Duration = .minutes(10)
    /// How far Apple's clock may be ahead.
    private static let clockSkew: Duration = .minutes(2)

    /// Reads a request.
    ///
    /// - Throws: `APIError` `INVALID_CREDENTIAL_OR_PROVIDER_ID` if a part of the proof is missing or malformed.
    init(_ request: SignInWithGameCenter.Request) throws(APIError) {
        let team = request.teamPlayerId.flatMap { $0.isEmpty ? nil : $0 }
        guard let player = (team ?? request.playerId).flatMap(ProviderUserID.init(rawValue:)) else {
            throw Self.refusal("The playerId is missing, longer than 1024 bytes, or has control characters.")
        }
        guard let url = request.publicKeyUrl, Self.isApples(url) else {
            throw Self.refusal("The publicKeyUrl is no https address of apple.com.")
        }
        guard let salt = Self.bytes(request.salt), let signature = Self.bytes(request.signature?.reveal()) else {
            throw Self.refusal("The salt or the signature is missing, or not in base64.")
        }
        guard let time = request.timestamp?.value, time > 0 else { throw Self.refusal("The timestamp is missing.") }
        (playerID, keyURL, self.salt, self.signature) = (player, url, salt, signature)
        signedAt = UnixTime(milliseconds: time)
    }

    /// Checks the proof: Apple signed it a moment ago, for one of the project's games.
    ///
    /// - Parameters:
    ///   - key: Apple's key.
    ///   - bundleIDs: The games' bundle identifiers.
    ///   - now: The moment for which to check.
    /// - Throws: `APIError` `INVALID_CREDENTIAL_OR_PROVIDER_ID`.
    func check(_ key: RSAPublicKey, bundleIDs: [String], now: UnixTime) throws(APIError) {
        guard signedAt <= now + Self.clockSkew, now < signedAt + Self.lifetime else {
            throw Self.refusal("The signature is expired, or not valid yet.")
        }
        guard bundleIDs.contains(where: { key.verifyRS256(signature, over: message(for: $0)) }) else {
            throw Self.refusal("The signature is not Apple's for this player and a game of this project.")
        }
    }

    /// What Apple signs: the player, the game, the moment in milliseconds as 8 bytes, most significant first, the salt.
    private func message(for bundleID: String) -> [UInt8] {
        let time = signedAt.milliseconds
        let moment = (0..<8).map { UInt8(truncatingIfNeeded: time >> (56 - 8 * $0)) }
        return Array(playerID.rawValue.utf8) + Array(bundleID.utf8) + moment + salt
    }

    /// Whether an address is Apple's: anyone can sign, and keys that lie elsewhere prove nothing.
    private static func isApples(_ url: String) -> Bool {
        guard url.utf8.count <= 512, let address = HTTPAddress(url), address.isPlain, address.scheme == "https" else {
            return false
        }
        return (address.host == "apple.com" || address.host.hasSuffix(".apple.com"))
            && address.origin == "https://\(address.host)"
    }

    private static func bytes(_ text: String?) -> [UInt8]? {
        guard let text, (1...4096).contains(text.utf8.count), let bytes = Base64.decodeLeniently(text) else {
            return nil
        }
        return bytes.isEmpty ? nil : bytes
    }

    static func refusal(_ words: String) -> APIError { APIError(.invalidCredentialOrProviderID, words) }
}
