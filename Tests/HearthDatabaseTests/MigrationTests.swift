import HearthDatabase
import HearthTestSupport
import Testing

@Suite("Migration")
struct MigrationTests {
    private let users = Migration(1, "users", ["CREATE TABLE users (id INTEGER PRIMARY KEY) STRICT"])
    private let names = Migration(
        2,
        "names",
        ["ALTER TABLE users ADD COLUMN name TEXT", "CREATE INDEX by_name ON users (name)"]
    )

    @Test func `a history is applied once, step by step`() async throws {
        let database = try Database(.memory)
        try await database.migrate([users])
        try await database.write { db in try db.execute("INSERT INTO users VALUES (1)") }
        try await database.migrate([users, names])
        try await database.migrate([users, names])
        #expect(
            try await database.schema() == [
                "CREATE INDEX by_name ON users (name)",
                "CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT) STRICT",
            ]
        )
        #expect(try await database.read { db in try db.query("SELECT * FROM users").count } == 1)
    }

    @Test func `a migration that fails is undone whole`() async throws {
        let database = try Database(.memory)
        let broken = Migration(2, "broken", ["CREATE TABLE more (id INTEGER) STRICT", "CREATE TABLE users (x)"])
        await expectFailure(.invalidStatement) { try await database.migrate([users, broken]) }
        #expect(try await database.schema().count == 1)
        try await database.migrate([users, names])
    }

    @Test func `a database of a newer version is refused`() async throws {
        let database = try Database(.memory)
        try await database.migrate([users, names])
        await expectFailure(.newerSchema) { try await database.migrate([users]) }
    }

    @Test func `a changed, missing, late or disordered migration is refused`() async throws {
        let database = try Database(.memory)
        try await database.migrate([users, names])
        let changed = Migration(1, "users", ["CREATE TABLE users (id INTEGER PRIMARY KEY)"])
        await expectFailure(.changedMigration) { try await database.migrate([changed, names]) }
        await expectFailure(.changedMigration) { try await database.migrate([names]) }
        await expectFailure(.changedMigration) { try await database.migrate([Migration(0, "late", []), users, names]) }
        await expectFailure(.changedMigration) { try await database.migrate([names, users]) }
    }

    @Test func `several processes may migrate one file at once`() async throws {
        let folder = TemporaryFolder()
        let history = [users, names]
        try await withThrowingTaskGroup { group in
            for _ in 0..<4 {
                group.addTask { try await Database(.sqlite(path: folder.file("test.db"))).migrate(history) }
            }
            try await group.waitForAll()
        }
    }

    @Test func `a file that another process is just making is waited for`() async throws {
        let folder = TemporaryFolder()
        let path = folder.file("test.db")
        ForeignWriter.begin(path, for: .milliseconds(200))
        let database = try await Task.detached { try Database(.sqlite(path: path)) }.value
        try await database.migrate([users, names])
        await database.close()
    }
}
