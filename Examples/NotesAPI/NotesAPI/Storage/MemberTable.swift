internal import HearthAdmin
internal import HearthCore
internal import HearthDatabase
internal import HearthTokens

/// The application's users, each once for an identity.
struct MemberTable: UserDirectory {
    let database: Database

    /// Finds the member of a token, and creates them at the first visit.
    ///
    /// Most requests only read. The insert leaves it to the unique column who of several was first, so that it may
    /// run in any number of processes.
    func findOrCreate(_ token: VerifiedToken) async throws -> Member {
        if let member = try await find(token, ifCurrent: true) { return member }
        let (uid, email) = (token.uid, token.email)
        try await database.write { db in
            try db.execute(
                """
                INSERT INTO members (uid, email, profile_of) VALUES (\(uid), \(email), \(token.issuedAt))
                ON CONFLICT (uid) DO UPDATE SET email = excluded.email, profile_of = excluded.profile_of
                WHERE excluded.profile_of >= profile_of
                """
            )
        }
        guard let member = try await find(token, ifCurrent: false) else { throw NotesRefusal.failed }
        return member
    }

    /// Finds the member of a token; if asked so, only if the token brings nothing new.
    ///
    /// A token may be an hour old: an earlier address must not come back with it.
    private func find(_ token: VerifiedToken, ifCurrent isAsked: Bool) async throws -> Member? {
        try await database.read { db in
            let row = try db.first("SELECT id, email, profile_of FROM members WHERE uid = \(token.uid)")
            guard let row else { return nil }
            let member = Member(id: try row["id"], uid: token.uid, email: try row["email"])
            let profileOf: UnixTime = try row["profile_of"]
            return !isAsked || member.email == token.email || profileOf > token.issuedAt ? member : nil
        }
    }
}
