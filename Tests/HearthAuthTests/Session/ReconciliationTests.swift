import HearthCore
import Testing

@testable import HearthAuth

/// What becomes of the stored session and of the one in memory, for each wish and each thing that may be stored.
@Suite("A session in memory beside a stored one")
struct ReconciliationTests {
    /// What may be stored when this process, whose session is `a` of Eve with the tokens `r1`, wants something.
    enum Stored: String, CaseIterable {
        case nothing, locked, nonsense
        /// The session of this process.
        case same
        /// The same session, refreshed by another process.
        case newer
        /// Another session of the same user.
        case sibling
        /// A session of another user.
        case stranger
        /// Notes of ended sessions: of this one, of another one of the user, of a disabled user, of another user.
        case revoked, siblingRevoked, disabled, strangerDeleted
    }

    enum Wish: String, CaseIterable {
        case signIn, signInIfAbsent, keep, refresh, signOut, revoke, disable, delete
    }

    private static func tokens(_ name: String, of uid: String = "eve", at time: Int64 = 100) -> TokenSet {
        TokenSet(
            subject: uid,
            idToken: Secret("id-" + name),
            refreshToken: Secret(name),
            lifetime: .seconds(3600),
            receivedAt: UnixTime(seconds: time)
        )
    }

    private static func session(_ id: String, _ tokens: TokenSet) -> KeptSession {
        KeptSession(id: id, account: Account(uid: tokens.subject), tokens: tokens)
    }

    private static let own = session("a", tokens("r1"))
    private static let refreshed = session("a", tokens("r3", at: 300))

    private static func content(_ stored: Stored) throws -> StoredSession {
        let bytes: Secret<[UInt8]>? =
            switch stored {
            case .nothing, .locked: nil
            case .nonsense: Secret(Array("of a later version".utf8))
            case .same: SessionEnvelope.encode(own)
            case .newer: SessionEnvelope.encode(session("a", tokens("r2", at: 200)))
            case .sibling: SessionEnvelope.encode(session("b", tokens("r9", at: 200)))
            case .stranger: SessionEnvelope.encode(session("c", tokens("m1", of: "mallory")))
            case .revoked: EndedSession(own, .revoked).bytes
            case .siblingRevoked: EndedSession(session("b", tokens("r9")), .revoked).bytes
            case .disabled: EndedSession(session("b", tokens("r9")), .disabled).bytes
            case .strangerDeleted: EndedSession(session("c", tokens("m1", of: "mallory")), .deleted).bytes
            }
        if stored == .locked { return .unavailable(.locked) }
        return stored == .nothing ? .absent : .found(try #require(bytes))
    }

    private static func wish(_ wish: Wish) -> Reconciliation.Wish {
        switch wish {
        case .signIn: .signIn(own)
        case .signInIfAbsent: .signInIfAbsent(own)
        case .keep: .update(own, base: own)
        case .refresh: .update(refreshed, base: own)
        case .signOut: .signOut
        case .revoke: .end(own, .revoked)
        case .disable: .end(own, .disabled)
        case .delete: .delete(own)
        }
    }

    /// The answers, by hand: what is written, and what follows for the session in memory.
    ///
    /// `a:r1` is the session `a` with
    /// the tokens `r1`; what stands behind `/` are the tokens whose place was taken.
    private static let answers: [Wish: [Stored: String]] = [
        // The user decided: whatever is stored.
        .signIn: [
            .nothing: "save a:r1, stored a:r1", .locked: "save a:r1, stored a:r1", .nonsense: "save a:r1, stored a:r1",
            .same: "save a:r1, stored a:r1/r1", .newer: "save a:r1, stored a:r1/r2",
            .sibling: "save a:r1, stored a:r1/r9", .stranger: "save a:r1, stored a:r1/m1",
            .revoked: "save a:r1, stored a:r1", .siblingRevoked: "save a:r1, stored a:r1",
            .disabled: "save a:r1, stored a:r1", .strangerDeleted: "save a:r1, stored a:r1",
        ],
        .signOut: Dictionary(uniqueKeysWithValues: Stored.allCases.map { ($0, "delete, absent") }),
        // A guest takes no one's place, and no place that cannot be seen.
        .signInIfAbsent: [
            .nothing: "save a:r1, stored a:r1", .locked: "keep, blocked locked", .nonsense: "keep, blocked undecodable",
            .same: "keep, follow a:r1", .newer: "keep, follow a:r2", .sibling: "keep, follow b:r9",
            .stranger: "keep, follow c:m1", .revoked: "save a:r1, stored a:r1",
            .siblingRevoked: "save a:r1, stored a:r1", .disabled: "save a:r1, stored a:r1",
            .strangerDeleted: "save a:r1, stored a:r1",
        ],
        // What has not changed is not written over what another process wrote.
        .keep: [
            .nothing: "keep, end elsewhere", .locked: "keep, blocked locked", .nonsense: "keep, blocked undecodable",
            .same: "keep, stored a:r1", .newer: "keep, stored a:r2", .sibling: "keep, follow b:r9",
            .stranger: "keep, follow c:m1", .revoked: "keep, end revoked", .siblingRevoked: "save a:r1, stored a:r1",
            .disabled: "keep, end disabled", .strangerDeleted: "keep, end elsewhere",
        ],
        // New tokens go into the session that they belong to, and into one of the same user.
        .refresh: [
            .nothing: "keep, end elsewhere", .locked: "keep, blocked locked", .nonsense: "keep, blocked undecodable",
            .same: "save a:r3, stored a:r3", .newer: "save a:r3, stored a:r3/r2",
            .sibling: "save b:r3, follow b:r3/r9", .stranger: "keep, follow c:m1",
            .revoked: "save a:r3, stored a:r3", .siblingRevoked: "save a:r3, stored a:r3",
            .disabled: "keep, end disabled", .strangerDeleted: "keep, end elsewhere",
        ],
        // Refused tokens end the session that has them, and no other.
        .revoke: [
            .nothing: "keep, absent", .locked: "keep, blocked locked", .nonsense: "keep, blocked undecodable",
            .same: "save note revoked, absent", .newer: "keep, follow a:r2", .sibling: "keep, follow b:r9",
            .stranger: "keep, follow c:m1", .revoked: "keep, absent", .siblingRevoked: "keep, absent",
            .disabled: "keep, absent", .strangerDeleted: "keep, absent",
        ],
        // A disabled account has no session at all.
        .disable: [
            .nothing: "keep, absent", .locked: "keep, blocked locked", .nonsense: "keep, blocked undecodable",
            .same: "save note disabled, absent", .newer: "save note disabled, absent",
            .sibling: "save note disabled, absent", .stranger: "keep, follow c:m1", .revoked: "keep, absent",
            .siblingRevoked: "keep, absent", .disabled: "keep, absent", .strangerDeleted: "keep, absent",
        ],
        // What the user deleted leaves nothing behind.
        .delete: [
            .nothing: "keep, absent", .locked: "keep, blocked locked", .nonsense: "keep, blocked undecodable",
            .same: "delete, absent", .newer: "delete, absent", .sibling: "delete, absent",
            .stranger: "keep, follow c:m1", .revoked: "keep, absent", .siblingRevoked: "keep, absent",
            .disabled: "keep, absent", .strangerDeleted: "keep, absent",
        ],
    ]

    private static func name(_ session: KeptSession, over old: TokenSet? = nil) -> String {
        (session.id ?? "-") + ":" + session.tokens.refreshToken.reveal()
            + (old.map { "/" + $0.refreshToken.reveal() } ?? "")
    }

    private static func words(_ change: StorageChange) -> String {
        switch change {
        case .keep: return "keep"
        case .delete: return "delete"
        case .save(let bytes):
            switch StoredContent(bytes) {
            case .session(let session): return "save " + name(session)
            case .ended(let note): return "save note \(note.reason)"
            case nil: return "save nonsense"
            }
        }
    }

    private static func words(_ outcome: Reconciliation.Outcome) -> String {
        switch outcome {
        case .stored(let session, let old): "stored " + name(session, over: old)
        case .absent: "absent"
        case .follow(let session, let old): "follow " + name(session, over: old)
        case .followEnd(let reason): "end \(reason)"
        case .blocked(let reason): "blocked \(reason.rawValue)"
        }
    }

    @Test(arguments: Wish.allCases, Stored.allCases)
    func `each wish is reconciled with whatever is stored`(_ wish: Wish, _ stored: Stored) throws {
        let (change, outcome) = Reconciliation.reconcile(Self.wish(wish), with: try Self.content(stored))
        #expect("\(Self.words(change)), \(Self.words(outcome))" == Self.answers[wish]?[stored])
    }

    @Test(
        arguments: [
            // own name, own tokens, stored name, stored tokens, arrival of the stored tokens; name and tokens of the result
            ("old", "r1", "old", "r1", 100, "old", "r1"), ("mine", "r1", "old", "r1", 100, "mine", "r1"),
            ("old", "r1", "theirs", "r1", 100, "theirs", "r1"), ("mine", "r1", "theirs", "r1", 100, "mine", "r1"),
            ("old", "r3", "old", "r1", 100, "old", "r3"), ("old", "r1", "old", "r2", 400, "old", "r2"),
            ("mine", "r1", "old", "r2", 200, "mine", "r2"), ("old", "r3", "theirs", "r1", 100, "theirs", "r3"),
            // Both have new tokens: those that arrived later count; at the same moment one's own.
            ("old", "r3", "theirs", "r2", 200, "theirs", "r3"), ("old", "r3", "theirs", "r2", 400, "theirs", "r2"),
            ("mine", "r3", "theirs", "r2", 300, "mine", "r3"),
        ] as [(String, String, String, String, Int64, String, String)]
    )
    func `each half of a session comes from the process that changed it`(
        _ name: String,
        _ tokens: String,
        _ storedName: String,
        _ storedTokens: String,
        _ arrival: Int64,
        _ mergedName: String,
        _ mergedTokens: String
    ) {
        func session(_ name: String, _ refreshToken: String, _ time: Int64) -> KeptSession {
            var session = Self.session("a", Self.tokens(refreshToken, at: time))
            session.account.displayName = name
            return session
        }
        let base = session("old", "r1", 100)
        let own = session(name, tokens, tokens == "r1" ? 100 : 300)
        let stored = session(storedName, storedTokens, arrival)
        let merged = Reconciliation.merge(own, base: base, stored: stored)
        #expect(merged.account.displayName == mergedName)
        #expect(merged.tokens.refreshToken.reveal() == mergedTokens)
        #expect(Reconciliation.merge(own, base: nil, stored: stored) == own)
    }

    @Test func `a note of an ended session names neither the user nor the tokens`() throws {
        let note = EndedSession(Self.own, .revoked)
        let text = String(decoding: try #require(note.bytes).reveal(), as: UTF8.self)
        #expect(!text.contains("eve") && !text.contains("r1\"") && text.contains("revoked"))
        // `printf eve | openssl dgst -sha256 -binary | basenc --base64url`
        #expect(text.contains("hSYq33RRi7twx8uUzWFZ2RZp5age3x7-vVQ-rb2p-is"))
    }

    @Test func `a session of a future format is neither a session nor a note`() throws {
        let bytes = try #require(SessionEnvelope.encode(Self.own)).reveal()
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(text.contains(#""format":1"#))
        for format in ["0", "2", "3", "-1", "1.5", "9223372036854775808", #""1""#, "null"] {
            var changed = text
            changed.replaceSubrange(try #require(changed.firstRange(of: #""format":1"#)), with: #""format":"# + format)
            #expect(StoredContent(Secret(Array(changed.utf8))) == nil, "format \(format)")
        }
        // A member that is not known is no other format.
        var extended = text
        extended.replaceSubrange(try #require(extended.firstRange(of: "{")), with: #"{"later":[{}],"#)
        #expect(StoredContent(Secret(Array(extended.utf8))) == .session(Self.own))
    }
}
