import HearthDatabase
import Testing

@Suite("A statement")
struct StatementTests {
    private func withTable(
        _ sql: SQL,
        _ body: @escaping @Sendable (borrowing Connection) throws -> Void
    ) async throws {
        try await Database(.memory).write { db in
            try db.execute(sql)
            try body(db)
        }
    }

    // A prepared statement outlives a change of the schema: SQLite prepares it anew, and its columns are others.
    @Test func `has the columns of the table as it is now`() async throws {
        try await withTable("CREATE TABLE words (a TEXT, b INTEGER)") { db in
            try db.execute("INSERT INTO words VALUES ('x', 1)")
            let before = try #require(try db.first("SELECT * FROM words"))
            #expect(before.columns == ["a", "b"])
            try db.execute("ALTER TABLE words RENAME COLUMN a TO word")
            let renamed = try #require(try db.first("SELECT * FROM words"))
            #expect(renamed.columns == ["word", "b"])
            #expect(try renamed["word"] == "x")
            try db.execute("ALTER TABLE words ADD COLUMN c TEXT DEFAULT 'd'")
            #expect(try #require(try db.first("SELECT * FROM words")).columns == ["word", "b", "c"])
            try db.execute("DROP TABLE words")
            try db.execute("CREATE TABLE words (b INTEGER, word TEXT, c TEXT)")
            try db.execute("INSERT INTO words VALUES (7, 'y', 'z')")
            let swapped = try #require(try db.first("SELECT * FROM words"))
            #expect(try swapped["word"] == "y")
            #expect(try swapped["b"] == 7)
        }
    }

    @Test func `has the first of two columns of one name, and every one by its place`() async throws {
        try await Database(.memory).read { db in
            let row = try #require(try db.first("SELECT 1 AS n, 2 AS n, 3 AS N"))
            #expect(row.columns == ["n", "n", "N"])
            #expect(try row["n"] == 1)
            #expect(try row["N"] == 3)
            #expect(try row[1] == 2)
        }
    }

    @Test func `counts what it changed itself, and no trigger and no cascade`() async throws {
        try await withTable("CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT)") { db in
            try db.execute(
                "CREATE TABLE tokens (id INTEGER PRIMARY KEY, user INTEGER REFERENCES users (id) ON DELETE CASCADE)"
            )
            try db.execute("CREATE TABLE log (line TEXT)")
            try db.execute(
                """
                CREATE TRIGGER noted AFTER INSERT ON users BEGIN
                    INSERT INTO log VALUES ('one'); INSERT INTO log VALUES ('two');
                END
                """
            )
            let inserted = try db.execute("INSERT INTO users VALUES (1, 'a'), (2, 'b'), (3, 'c')")
            #expect(inserted == 3)
            #expect(try #require(try db.first("SELECT count(*) FROM log"))[0] == 6)
            try db.execute("INSERT INTO tokens VALUES (1, 1), (2, 1), (3, 2)")
            let deleted = try db.execute("DELETE FROM users WHERE id = 1")
            #expect(deleted == 1)
            #expect(try #require(try db.first("SELECT count(*) FROM tokens"))[0] == 1)
            // A statement that changes nothing says so, also right after one that did.
            let none = try db.execute("UPDATE users SET name = 'x' WHERE id = \(99)")
            let read = try db.execute("SELECT * FROM users")
            #expect(none == 0 && read == 0)
            let replaced = try db.execute("INSERT OR REPLACE INTO users VALUES (2, 'z')")
            #expect(replaced == 1)
        }
    }

    @Test func `runs again after it failed, with other values`() async throws {
        try await withTable("CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT NOT NULL CHECK (name <> ''))") {
            db in
            for (id, name, isTaken) in [
                (1, "a", true), (1, "b", false), (2, "", false), (2, "b", true), (2, "b", false), (3, "c", true),
            ] {
                let inserted = try? db.execute("INSERT INTO users VALUES (\(id), \(name))")
                #expect(inserted == (isTaken ? 1 : nil))
            }
            let names: [String] = try db.query("SELECT name FROM users ORDER BY id").map { try $0[0] }
            #expect(names == ["a", "b", "c"])
        }
    }

    @Test(
        arguments: [
            ("INSERT INTO t VALUES (1, 'a', 1)", .uniqueViolation),
            ("INSERT INTO t VALUES (2, 'x', 1)", .uniqueViolation),
            ("INSERT INTO t VALUES (2, NULL, 1)", .constraint), ("INSERT INTO t VALUES (2, 'b', -1)", .constraint),
            ("INSERT INTO t VALUES (2, 'b', 'text')", .constraint),
            ("INSERT INTO u VALUES (9)", .foreignKeyViolation), ("INSERT INTO t VALUES (1)", .invalidStatement),
            ("SELECT nothing FROM t", .invalidStatement), ("SELECT * FROM t WHERE", .invalidStatement),
            ("INSERT INTO sqlite_schema VALUES ('table', 'x', 'x', 0, 'CREATE TABLE x (y)')", .invalidStatement),
            ("SELECT load_extension('x')", .invalidStatement),
            ("SELECT abs(-9223372036854775808)", .invalidStatement),
        ] as [(SQL, DatabaseError.Code)]
    )
    func `that is refused has its code, and names what was run`(_ sql: SQL, _ code: DatabaseError.Code) async throws {
        try await withTable(
            "CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT NOT NULL UNIQUE, n INTEGER CHECK (n > 0)) STRICT"
        ) { db in
            try db.execute("CREATE TABLE u (t INTEGER REFERENCES t (id)) STRICT")
            try db.execute("INSERT INTO t VALUES (1, 'x', 1)")
            let error = expectFailure(code) { try db.query(sql) }
            #expect(error?.message.contains(sql.text) == true)
            #expect(error?.columns.isEmpty == (code != .uniqueViolation))
        }
    }

    @Test(
        arguments: [
            "SELECT 1; ", "SELECT 1;\n\t;", "SELECT 1 -- and no more", "SELECT /* one */ 1", "  SELECT 1",
        ] as [SQL]
    )
    func `may have blanks, comments and an end`(_ sql: SQL) async throws {
        #expect(try await Database(.memory).read { db in try #require(try db.first(sql))[0] as Int } == 1)
    }

    @Test(
        arguments: ["SELECT 1; SELECT 2", "SELECT 1\0; DROP TABLE t", "\0SELECT 1", ";", "-- nothing", "   "] as [SQL]
    )
    func `is one, and nothing comes after it`(_ sql: SQL) async throws {
        await expectFailure(.invalidStatement) { try await Database(.memory).read { db in try db.query(sql) } }
    }

    @Test func `takes as many values as it has places`() async throws {
        try await Database(.memory).read { db in
            let numbers = Array(1...32_766)
            let found = try db.first("SELECT max(column1) FROM (VALUES (1)) WHERE 32766 IN (\(list: numbers))")
            #expect(try #require(found)[0] == 1)
            expectFailure(.invalidStatement) { try db.query("SELECT ?, \(1)") }
            #expect(try db.query("SELECT 1 WHERE 1 IN (\(list: [] as [Int]))").isEmpty)
        }
    }

    @Test func `keeps texts and bytes of any length`() async throws {
        try await withTable("CREATE TABLE blobs (id INTEGER PRIMARY KEY, bytes BLOB, text TEXT) STRICT") { db in
            for size in [0, 1, 4095, 4096, 4097, 100_000, 3_000_000] {
                let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) }
                let text = String(repeating: "é\u{0}", count: size / 3)
                try db.execute("INSERT INTO blobs VALUES (\(size), \(bytes), \(text))")
                let row = try #require(try db.first("SELECT bytes, text FROM blobs WHERE id = \(size)"))
                #expect(try row["bytes"] == bytes)
                #expect(try row["text"] == text)
            }
        }
    }

    @Test func `may be stopped, thrown out of and run again at once`() async throws {
        try await withTable("CREATE TABLE n (i INTEGER PRIMARY KEY)") { db in
            for number in 1...10 { try db.execute("INSERT INTO n VALUES (\(number))") }
            for limit in [1, 5, 10, 3] {
                var seen: [Int] = []
                try db.step("SELECT i FROM n ORDER BY i") { row in
                    seen.append(try row[0])
                    return seen.count < limit
                }
                #expect(seen == Array(1...limit))
            }
            #expect(throws: Refusal.self) { try db.step("SELECT i FROM n") { _ in throw Refusal() } }
            #expect(try #require(try db.first("SELECT i FROM n ORDER BY i"))[0] == 1)
            // A row that cannot be read ends it too.
            #expect(throws: DatabaseError.self) {
                try db.forEach("SELECT i FROM n") { row in _ = try row[0] as String }
            }
            #expect(try db.query("SELECT i FROM n").count == 10)
            #expect(try db.first("SELECT i FROM n WHERE i > 10") == nil)
        }
    }
}
