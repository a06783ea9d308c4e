import HearthDatabase
import HearthTestSupport
import Testing

@Suite("Database file")
struct DatabaseFileTests {
    private let folder = TemporaryFolder()

    @Test(arguments: [Database.Durability.process, .power])
    func `its files and its missing folder are the user's alone`(_ durability: Database.Durability) async throws {
        let path = folder.file("deep/down/test.db")
        let database = try Database(.sqlite(path: path), durability: durability)
        try await database.write { db in try db.execute("CREATE TABLE a (b)") }
        #expect(try folder.permissions(of: "deep") == 0o700)
        #expect(try folder.permissions(of: "deep/down") == 0o700)
        for suffix in ["", "-wal", "-shm"] {
            #expect(try folder.permissions(of: "deep/down/test.db" + suffix) == 0o600)
        }
    }

    @Test func `a file that others could read becomes the user's alone, and the operator hears of it`() async throws {
        let path = folder.file("old.db")
        let first = try Database(.sqlite(path: path))
        #expect(first.warnings.isEmpty)
        try await first.write { db in try db.execute("CREATE TABLE a (b)") }
        try folder.setPermissions(0o666, of: "old.db")
        try folder.setPermissions(0o644, of: "old.db-wal")
        let second = try Database(.sqlite(path: path))
        #expect(second.warnings.count == 2)
        #expect(second.warnings.first?.contains("old.db") == true && second.warnings.first?.contains("666") == true)
        for suffix in ["", "-wal"] { #expect(try folder.permissions(of: "old.db" + suffix) == 0o600) }
        #expect(try Database(.sqlite(path: path)).warnings.isEmpty)
    }

    @Test func `what is not a database is refused`() throws {
        try folder.write("This is a letter and no database, and long enough to be sure of it.", to: "letter")
        let error = expectFailure(.notADatabase) { try Database(.sqlite(path: folder.file("letter"))) }
        #expect(error?.message.contains("letter") == true)
        #expect(error?.message.contains("\n") == false)
    }

    @Test func `a folder, an impossible path and none are refused`() throws {
        try folder.write("", to: "file")
        expectFailure(.cannotOpen) { try Database(.sqlite(path: folder.path)) }
        expectFailure(.cannotOpen) { try Database(.sqlite(path: folder.file("file/test.db"))) }
        expectFailure(.cannotOpen) { try Database(.sqlite(path: "")) }
        expectFailure(.cannotOpen) { try Database(.sqlite(path: "a\0b")) }
    }

    @Test(arguments: ["process", "power"])
    func `every acknowledged write survives kill -9`(_ durability: String) async throws {
        let path = folder.file("numbers.db")
        var acknowledged = 0
        for round in 1...15 {
            acknowledged = try WriterProcess("DatabaseWriter", path, durability).kill(after: 1 + round * 17)
            let rows = try await Database(.sqlite(path: path)).read { db in
                #expect(try db.first("PRAGMA integrity_check")?[0] == "ok")
                let row = try #require(try db.first("SELECT count(*), max(number) FROM numbers"))
                return (try row[0] as Int, try row[1] as Int)
            }
            // The writer numbers without gaps, and at most one write was on its way when it was killed.
            #expect(rows.0 == rows.1)
            #expect(rows.1 == acknowledged || rows.1 == acknowledged + 1)
        }
    }
}
