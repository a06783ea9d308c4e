import HearthCore
import HearthTestSupport
import Testing

@testable import HearthDatabase

@Suite("Statements put together, and databases closed")
struct ClosingTests {
    private let folder = TemporaryFolder()

    @Test func `pieces keep their values in the order of their places`() async throws {
        let name = "Ada"
        let inner: SQL = "name = \(name) OR name = \("Bob")"
        let order: SQL = "ORDER BY id DESC"
        let sql: SQL = """
            SELECT id FROM users WHERE id > \(0) AND (\(fragment: inner)) AND id IN (\(list: [1, 2, 3])) \
            \(fragment: order) LIMIT \(nil as Int? ?? 2)
            """
        #expect(
            sql.text == "SELECT id FROM users WHERE id > ? AND (name = ? OR name = ?) AND id IN (?, ?, ?) "
                + "ORDER BY id DESC LIMIT ?"
        )
        #expect(
            sql.values == [
                .integer(0), .text("Ada"), .text("Bob"), .integer(1), .integer(2), .integer(3), .integer(2),
            ]
        )
        let found: [Int] = try await Database(.memory).write { db in
            try db.execute("CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT) STRICT")
            try db.execute("INSERT INTO users VALUES (1, 'Ada'), (2, 'Bob'), (3, 'Cy'), (4, 'Ada')")
            return try db.query(sql).map { try $0[0] }
        }
        #expect(found == [2, 1])
    }

    @Test func `an empty list is no place and no value`() {
        let sql: SQL = "IN (\(list: [] as [String])) AND \(true)"
        #expect(sql.text == "IN () AND ?" && sql.values == [.integer(1)])
        let plain: SQL = "SELECT '?', \"quoted\" -- \\(not a value)"
        #expect(plain.values.isEmpty && plain.text == "SELECT '?', \"quoted\" -- \\(not a value)")
    }

    @Test(arguments: [Kind.process, .power])
    func `what is closed refuses, and what was asked before is done`(_ kind: Kind) async throws {
        let database = try await kind.open(folder)
        let stored = await withTaskGroup(of: Bool.self) { group in
            for id in 0..<40 {
                group.addTask {
                    let written = try? await database.write { db in
                        try db.execute("INSERT INTO users VALUES (\(id), \("u\(id)"))")
                    }
                    return written == 1
                }
                if id == 20 {
                    group.addTask {
                        await database.close(); return false
                    }
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        await expectFailure(.closed) { try await database.write { _ in } }
        await expectFailure(.closed) { try await database.read { _ in } }
        // The file has the rows whose writers were told so, and no others.
        let again = try Database(.sqlite(path: folder.file("test.db")))
        let count: Int = try await again.read { db in try #require(try db.first("SELECT count(*) FROM users"))[0] }
        #expect(count == stored)
    }

    @Test func `a memory of its own is gone with its database`() async throws {
        let one = try Database(.memory), other = try Database(.memory)
        try await one.write { db in try db.execute("CREATE TABLE only_here (x INTEGER)") }
        await expectFailure(.invalidStatement) {
            try await other.read { db in try db.query("SELECT * FROM only_here") }
        }
        await one.close()
        await expectFailure(.closed) { try await one.read { _ in } }
    }

    // SQLite would take these names for something else than a file.
    @Test(arguments: ["file:a.db", ":memory:", "a?mode=ro", "a#b", "a%20b", "ä 日本", "a'b\"c"])
    func `a name of a file is a name of a file`(_ name: String) async throws {
        let location = Database.Location.sqlite(path: folder.file(name))
        let database = try Database(location)
        try await database.write { db in try db.execute("CREATE TABLE here (x INTEGER) STRICT") }
        await database.close()
        #expect(folder.names.contains(name))
        #expect(try await Database(location).schema() == ["CREATE TABLE here (x INTEGER) STRICT"])
    }

    @Test func `as many read at once as there are readers, and the others wait their turn`() async throws {
        let database = try Database(.sqlite(path: folder.file("r.db")), maximumReaders: 3)
        try await database.write { db in try db.execute("CREATE TABLE n (i INTEGER) STRICT") }
        let reading = Locked((now: 0, most: 0))
        let answers = try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<60 {
                group.addTask {
                    try await database.read { db in
                        reading.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
                        defer { reading.withLock { $0.now -= 1 } }
                        return try #require(try db.first("SELECT \(number) + count(*) FROM n"))[0]
                    }
                }
            }
            return try await group.reduce(into: Set<Int>()) { $0.insert($1) }
        }
        #expect(answers == Set(0..<60))
        #expect(reading.withLock { $0.most } <= 3 && reading.withLock { $0.now } == 0)
    }

    @Test(arguments: [0, -5, 1])
    func `a number of readers that makes no sense is one`(_ count: Int) async throws {
        let database = try Database(.sqlite(path: folder.file("z.db")), maximumReaders: count)
        #expect(try await database.read { db in try #require(try db.first("SELECT 7"))[0] } == 7)
        #expect(database.warnings == [])
    }

    // A read that writes is refused before anything is written, by whatever words.
    @Test(
        arguments: [
            "INSERT INTO users VALUES (1, 'a')", "UPDATE users SET email = 'b'", "DELETE FROM users",
            "DROP TABLE users",
            "CREATE TABLE more (x INTEGER)", "REPLACE INTO users VALUES (1, 'a')", "PRAGMA user_version = 7",
            "WITH n AS (SELECT 1) INSERT INTO users SELECT 1, 'a' FROM n", "CREATE INDEX more ON users (email)",
            "ALTER TABLE users RENAME TO people", "INSERT INTO users VALUES (1, 'a') RETURNING id", "VACUUM",
        ] as [SQL]
    )
    func `a read does not write, in whatever words`(_ sql: SQL) async throws {
        let database = try await Kind.process.open(folder)
        await expectFailure(.readOnly) { try await database.read { db in try db.query(sql) } }
        #expect(try await database.schema().count == 1)
        #expect(try await database.read { db in try #require(try db.first("PRAGMA user_version"))[0] } == 0)
    }
}
