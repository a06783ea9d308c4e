internal import HearthCore
internal import HearthDatabase
internal import HearthWire

/// Makes the challenges that passkeys sign, each good for one answer.
struct PasskeyChallenges: Sendable {
    let store: Store
    let random: RandomSource

    /// How long a user may take.
    static let lifetime: Duration = .minutes(5)

    // Letters and digits in a multiple of four are 33 bytes, and the same text in base64 and base64url: clients write
    // either. They carry 262 random bits.
    private static let characters = 44

    /// Makes and stores a challenge.
    func issue(
        _ purpose: PasskeyChallenge.Purpose,
        session: String? = nil,
        _ tx: borrowing Transaction
    ) throws -> String {
        let text = random.alphanumeric(Self.characters)
        try store.passkeyChallenges.deleteExpired(before: tx.now, tx)
        try store.passkeyChallenges.insert(
            PasskeyChallenge(purpose: purpose, expiresAt: tx.now + Self.lifetime),
            secret: Self.secret(text, session),
            tx
        )
        return text
    }

    /// Uses a challenge up, whatever comes of it afterwards.
    ///
    /// - Throws: `APIError` `INVALID_SESSION_INFO` if it was used, or was never made for this; `SESSION_EXPIRED` if
    ///   the answer came too late.
    func redeem(
        _ text: String,
        for purpose: PasskeyChallenge.Purpose,
        session: String? = nil,
        in call: Call
    ) async throws(APIError) {
        let taken = try await store.write(call) { tx in
            try store.passkeyChallenges.take(Self.secret(text, session), tx)
        }
        guard let taken, taken.purpose == purpose else {
            throw APIError(.invalidSessionInfo, "The challenge is unknown, or was answered already.")
        }
        guard call.now < taken.expiresAt else { throw APIError(.sessionExpired) }
    }

    /// A challenge is found only together with the session that it was made for.
    private static func secret(_ text: String, _ session: String?) -> Secret<String> {
        Secret("\(text.utf8.count):\(text)\(session ?? "")")
    }
}
