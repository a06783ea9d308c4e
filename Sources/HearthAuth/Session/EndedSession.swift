internal import HearthCore
internal import HearthCrypto
internal import HearthJSON

/// What is stored in the place of a session that the service ended.
///
/// It tells every other process that shares the storage, and the next start, why there is no session. It takes the
/// session's place in one step, so it never stands beside one; a user's sign-out removes it. The account and the tokens
/// are named by digests alone.
struct EndedSession: Codable, Sendable, Equatable {
    static let format = 2

    private var format = Self.format
    private var ended: String
    private var account: String
    private var tokens: String

    /// Notes why a session ended.
    ///
    /// - Parameters:
    ///   - session: The session, with the tokens that the service refused.
    ///   - reason: Why.
    init(_ session: KeptSession, _ reason: SignOutReason) {
        ended = reason.rawValue
        account = Self.digest(of: session.account.uid)
        tokens = Self.digest(of: session.tokens.refreshToken.reveal())
    }

    /// Why the session ended, as the service said.
    var reason: SignOutReason { SignOutReason(rawValue: ended) }

    /// Why a session of this process is over: this reason if it is of the same account; else the user has left it.
    func reason(for session: KeptSession) -> SignOutReason {
        isOf(session.account.uid) ? reason : .elsewhere
    }

    /// Whether only the service can tell if a session is over too: it is of the same account, with other tokens than
    /// those that were refused.
    func leavesOpen(_ session: KeptSession) -> Bool {
        reason == .revoked && isOf(session.account.uid)
            && tokens != Self.digest(of: session.tokens.refreshToken.reveal())
    }

    private func isOf(_ uid: String) -> Bool { account == Self.digest(of: uid) }

    var isInKnownFormat: Bool { format == Self.format }

    /// The note as bytes; `nil` if it cannot be written.
    var bytes: Secret<[UInt8]>? { (try? JSON.encode(self)).map { Secret($0) } }

    private static func digest(of text: String) -> String {
        Base64.encode(Digest.sha256.hash(Array(text.utf8)))
    }
}

/// What the bytes of a storage say.
enum StoredContent: Sendable, Equatable {
    case session(KeptSession)
    case ended(EndedSession)

    /// Reads some bytes; `nil` if this version cannot.
    init?(_ bytes: Secret<[UInt8]>) {
        if let session = SessionEnvelope.decode(bytes) {
            self = .session(session)
        } else if let ended = try? JSON.decode(EndedSession.self, from: bytes.reveal()), ended.isInKnownFormat {
            self = .ended(ended)
        } else {
            return nil
        }
    }
}
