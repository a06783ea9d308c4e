internal import HearthCore
internal import HearthJSON

/// A session as it is kept, with the number of its format.
///
/// A format that was ever released is read for ever: its golden file stays among the tests.
struct SessionEnvelope: Codable {
    static let currentFormat = 1

    var format: Int
    /// Tells this session from every other one of the same account; sessions of earlier versions have none.
    var session: String?
    var account: Account
    var idToken: Secret<String>
    var refreshToken: Secret<String>
    /// Milliseconds.
    var lifetime: Int64
    /// Milliseconds since 1970.
    var receivedAt: Int64

    private struct Header: Decodable {
        var format: Int
    }

    /// A session as bytes.
    static func encode(_ kept: KeptSession) -> Secret<[UInt8]>? {
        let envelope = SessionEnvelope(
            format: currentFormat,
            session: kept.id,
            account: kept.account,
            idToken: kept.tokens.idToken,
            refreshToken: kept.tokens.refreshToken,
            lifetime: kept.tokens.lifetime.wholeMilliseconds,
            receivedAt: kept.tokens.receivedAt.milliseconds
        )
        return (try? JSON.encode(envelope)).map { Secret($0) }
    }

    /// The session in some bytes, or `nil` if this version cannot read them.
    static func decode(_ bytes: Secret<[UInt8]>) -> KeptSession? {
        guard let document = try? JSON.parse(bytes.reveal()),
            let header = try? JSON.decode(Header.self, from: document), header.format == currentFormat,
            let envelope = try? JSON.decode(SessionEnvelope.self, from: document)
        else { return nil }
        let tokens = TokenSet(
            subject: envelope.account.uid,
            idToken: envelope.idToken,
            refreshToken: envelope.refreshToken,
            lifetime: .milliseconds(envelope.lifetime),
            receivedAt: UnixTime(milliseconds: envelope.receivedAt)
        )
        return KeptSession(id: envelope.session, account: envelope.account, tokens: tokens)
    }
}

/// A session as a storage keeps it.
struct KeptSession: Sendable, Equatable {
    /// The same for as long as the session lasts, in every process; `nil` for one of an earlier version.
    var id: String?
    var account: Account
    var tokens: TokenSet

    /// Whether both come from one sign-in.
    func isSameSession(as other: KeptSession) -> Bool {
        id == other.id && account.uid == other.account.uid
    }
}
