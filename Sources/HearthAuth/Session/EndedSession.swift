internal import HearthCore
internal import HearthCrypto
internal import HearthJSON

/// A session that the service ended, noted for the other processes that share the storage.
///
/// It lies beside the session and is written before that is removed, so a process that misses its session finds the
/// reason. A user's own sign-out leaves no such note, and removes one: a session without a note was ended by its user.
/// The note names the session by its random name, the account and the tokens by digests, and says nothing of the user.
struct EndedSession: Codable, Equatable {
    private var session: String
    private var account: String
    private var tokens: String
    private var cause: String

    /// Notes the end of a session; `nil` for a session of an earlier version, which has no name.
    init?(_ kept: KeptSession, _ reason: SignOutReason) {
        guard let id = kept.id else { return nil }
        session = id
        account = Self.digest(of: kept.account.uid)
        tokens = Self.digest(of: kept.tokens.refreshToken.reveal())
        cause = reason.rawValue
    }

    /// Why the session ended.
    var reason: SignOutReason { SignOutReason(rawValue: cause) }

    /// Whether this is about a session: its own end, or that of its account.
    func isEnd(of kept: KeptSession) -> Bool {
        session == kept.id || (reason != .revoked && account == Self.digest(of: kept.account.uid))
    }

    /// Whether these are the tokens that the service refused.
    func names(_ refused: TokenSet) -> Bool { tokens == Self.digest(of: refused.refreshToken.reveal()) }

    var bytes: Secret<[UInt8]>? { (try? JSON.encode(self)).map { Secret($0) } }

    /// The note in some bytes, or `nil` if there is none.
    static func decode(_ bytes: Secret<[UInt8]>) -> EndedSession? {
        try? JSON.decode(EndedSession.self, from: bytes.reveal())
    }

    private static func digest(of text: String) -> String {
        Base64.encode(Digest.sha256.hash(Array(text.utf8)))
    }
}
