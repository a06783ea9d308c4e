internal import HearthCore
internal import HearthDatabase

/// The notes; every statement names the member, so that no one reaches another's.
struct NoteTable: Sendable {
    let database: Database

    /// The newest notes of a member, below a number if one is given.
    func list(of member: Member, before number: Int64?, limit: Int) async throws -> [Note] {
        try await database.read { db in
            try db.query(
                """
                SELECT * FROM notes WHERE member = \(member.id) AND number < \(number ?? .max)
                ORDER BY number DESC LIMIT \(limit)
                """
            ).map(Note.init)
        }
    }

    func find(_ id: String, of member: Member) async throws -> Note? {
        try await database.read { db in
            try db.first("SELECT * FROM notes WHERE id = \(id) AND member = \(member.id)").map(Note.init)
        }
    }

    func insert(_ id: String, _ draft: NoteDraft, of member: Member, at now: UnixTime) async throws -> Note? {
        try await database.write { db in
            try db.first(
                """
                INSERT INTO notes (id, member, title, text, created, changed)
                VALUES (\(id), \(member.id), \(draft.title), \(draft.text), \(now), \(now)) RETURNING *
                """
            ).map(Note.init)
        }
    }

    func update(_ id: String, _ draft: NoteDraft, of member: Member, at now: UnixTime) async throws -> Note? {
        try await database.write { db in
            try db.first(
                """
                UPDATE notes SET title = \(draft.title), text = \(draft.text), changed = \(now)
                WHERE id = \(id) AND member = \(member.id) RETURNING *
                """
            ).map(Note.init)
        }
    }

    /// Removes a note, and tells whether there was one.
    func delete(_ id: String, of member: Member) async throws -> Bool {
        try await database.write { db in
            try db.execute("DELETE FROM notes WHERE id = \(id) AND member = \(member.id)") > 0
        }
    }
}

extension Note {
    fileprivate init(_ row: Row) throws {
        id = try row["id"]
        number = try row["number"]
        title = try row["title"]
        text = try row["text"]
        createdAt = try row["created"]
        changedAt = try row["changed"]
    }
}
