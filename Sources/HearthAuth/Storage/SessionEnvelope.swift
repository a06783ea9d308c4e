internal import HearthCore
internal import HearthJSON

/// A session as it is kept, with the number of its format.
///
/// A format that was ever released is read for ever: its golden file stays among the tests.
struct SessionEnvelope: Codable {
    static let currentFormat = 1

    var format: Int
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
    static func encode(_ account: Account, _ tokens: TokenSet) -> Secret<[UInt8]>? {
        let envelope = SessionEnvelope(
            format: currentFormat,
            account: account,
            idToken: tokens.idToken,
            refreshToken: tokens.refreshToken,
            lifetime: tokens.lifetime.wholeMilliseconds,
            receivedAt: tokens.receivedAt.milliseconds
        )
        return (try? JSON.encode(envelope)).map { Secret($0) }
    }

    /// The session in some bytes, or `nil` if this version cannot read them.
    static func decode(_ bytes: Secret<[UInt8]>) -> (account: Account, tokens: TokenSet)? {
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
        return (envelope.account, tokens)
    }
}
