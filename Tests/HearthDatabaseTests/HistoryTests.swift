import HearthCore
import HearthDatabase
import HearthTestSupport
import Testing

@Suite("A history of migrations")
struct HistoryTests {
    private static let users = Migration(
        1,
        "users",
        ["CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT) STRICT", "INSERT INTO users VALUES (1, \("Ada"))"]
    )
    private static let upper = Migration(2, "upper case", ["CREATE TABLE done (x INTEGER) STRICT"]) {
        db throws(DatabaseError) in
        for row in try db.query("SELECT id, name FROM users") {
            let (id, name) = (try row["id"] as Int, try row["name"] as String)
            try db.execute("UPDATE users SET name = \(name.uppercased()) WHERE id = \(id)")
        }
    }

    private func names(_ database: Database) async throws -> [String] {
        try await database.read { db in try db.query("SELECT name FROM users ORDER BY id").map { try $0[0] } }
    }

    @Test func `rewrites rows after its statements, and once`() async throws {
        let database = try Database(.memory)
        try await database.migrate([Self.users])
        #expect(try await names(database) == ["Ada"])
        try await database.migrate([Self.users, Self.upper])
        #expect(try await names(database) == ["ADA"])
        try await database.write { db in try db.execute("INSERT INTO users VALUES (2, 'bob')") }
        try await database.migrate([Self.users, Self.upper])
        #expect(try await names(database) == ["ADA", "bob"])
    }

    @Test func `undoes its statements when the rewriting fails, and can go on from there`() async throws {
        let database = try Database(.memory)
        let failing = Migration(2, "upper case", ["CREATE TABLE done (x INTEGER) STRICT"]) { db throws(DatabaseError) in
            try db.execute("DELETE FROM users")
            throw DatabaseError(code: .other, message: "the disk went away")
        }
        let error = await expectFailure(.other) { try await database.migrate([Self.users, failing]) }
        #expect(error?.message == "the disk went away")
        #expect(try await names(database) == ["Ada"])
        #expect(try await database.schema().count == 1)
        try await database.migrate([Self.users, Self.upper])
        #expect(try await names(database) == ["ADA"])
    }

    @Test func `is run for the first two databases in memory, and copied for each further one`() async throws {
        let runs = Locked(0)
        let counted = Migration(2, "counted", []) { _ in runs.withLock { $0 += 1 } }
        let history = MigrationHistory([Self.users, counted])
        for expected in [1, 2, 2, 2] {
            let database = try Database(.memory)
            try await database.migrate(history)
            #expect(runs.withLock(\.self) == expected)
            // What one writes, the next does not find.
            #expect(try await names(database) == ["Ada"])
            try await database.write { db in try db.execute("INSERT INTO users VALUES (2, 'bob')") }
            #expect(try await names(database) == ["Ada", "bob"])
            // It knows which migrations it has.
            try await database.migrate(history)
            try await database.migrate([Self.users, counted])
            #expect(runs.withLock(\.self) == expected)
        }
    }

    @Test func `keeps what a database in memory has already`() async throws {
        let history = MigrationHistory([Self.users])
        for _ in 1...3 {
            let database = try Database(.memory)
            try await database.write { db in try db.execute("CREATE TABLE own (x INTEGER) STRICT") }
            try await database.migrate(history)
            #expect(try await database.schema().count == 2)
            #expect(try await names(database) == ["Ada"])
        }
    }

    // A value that is bound is a part of what was released.
    @Test(
        arguments: [
            Migration(1, "users", [users.statements[0], "INSERT INTO users VALUES (1, \("Eve"))"]),
            Migration(1, "users", [users.statements[0]]), Migration(1, "users", Array(users.statements.reversed())),
            Migration(1, "users", users.statements + ["SELECT 1"]),
            Migration(1, "users", [users.statements[0], "INSERT INTO users VALUES (1, 'Ada')"]),
        ]
    )
    func `notices every change of a step`(_ changed: Migration) async throws {
        let database = try Database(.memory)
        try await database.migrate([Self.users])
        let error = await expectFailure(.changedMigration) { try await database.migrate([changed]) }
        #expect(error?.message.contains("migration 1, users,") == true)
    }

    @Test func `may name a step anew, because its name is for people`() async throws {
        let database = try Database(.memory)
        try await database.migrate([Self.users])
        try await database.migrate([Migration(1, "the users", Self.users.statements), Self.upper])
        #expect(try await names(database) == ["ADA"])
    }

    @Test func `is refused where two steps have one number`() async throws {
        let database = try Database(.memory)
        await expectFailure(.changedMigration) {
            try await database.migrate([Self.users, Migration(1, "again", ["CREATE TABLE more (x INTEGER)"])])
        }
        #expect(try await database.schema() == [])
    }

    @Test func `may have gaps, and none to fill later`() async throws {
        let database = try Database(.memory)
        let tenth = Migration(10, "tenth", ["CREATE TABLE tenth (x INTEGER) STRICT"])
        try await database.migrate([Self.users, tenth])
        let error = await expectFailure(.changedMigration) {
            try await database.migrate([Self.users, Migration(5, "fifth", []), tenth])
        }
        #expect(error?.message.contains("put before number 10") == true)
        let newer = await expectFailure(.newerSchema) { try await database.migrate([Self.users]) }
        #expect(newer?.message.contains("migration 10, tenth, and this version knows 1") == true)
    }

    @Test func `is kept in the file`() async throws {
        let folder = TemporaryFolder()
        let location = Database.Location.sqlite(path: folder.file("h.db"))
        let first = try Database(location)
        try await first.migrate([Self.users])
        await first.close()
        let second = try Database(location, durability: .power)
        try await second.migrate([Self.users, Self.upper])
        #expect(try await names(second) == ["ADA"])
        #expect(
            try await second.schema() == [
                "CREATE TABLE done (x INTEGER) STRICT",
                "CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT) STRICT",
            ]
        )
        await second.close()
        await expectFailure(.closed) { try await second.migrate([Self.users]) }
    }

    @Test(
        arguments: [
            ("INSERT INTO items VALUES (1, 'a', 1), (2, 'b', 2)", true), ("SELECT 1", true),
            ("SELECT * FROM (VALUES (1), (2))", true),
            ("WITH n AS (SELECT 1 AS i) SELECT * FROM n", true), ("SELECT * FROM items WHERE id = 1", true),
            ("SELECT max(id) FROM items", true), ("SELECT * FROM items", false),
            ("SELECT * FROM items AS i WHERE i.size = 1", false), ("select * from items", false),
            ("WITH big AS (SELECT * FROM items) SELECT count(*) FROM big", false),
            ("INSERT INTO items SELECT id + 1, name, size FROM items", false),
        ] as [(SQL, Bool)]
    )
    func `is left to scan, and other statements are not`(_ sql: SQL, _ isAllowed: Bool) async throws {
        let probe = DatabaseProbe(inspect: QueryPlan.refusingScans(except: ["schema_migrations"]))
        let database = try Database(.memory, durability: .process, probe: probe)
        let items = Migration(
            1,
            "items",
            [
                "CREATE TABLE items (id INTEGER PRIMARY KEY, name TEXT, size INTEGER) STRICT",
                "INSERT INTO items VALUES (7, 'x', 1)", "UPDATE items SET size = 2",
                "CREATE INDEX by_name ON items (name)",
            ]
        )
        try await database.migrate([items])
        let ran = try? await database.write { db in try db.query(sql).count }
        #expect((ran != nil) == isAllowed, "\(sql)")
    }
}
