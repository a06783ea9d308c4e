import HearthCore
import HearthTestSupport
import Testing

@testable import HearthDatabase

@Suite("Readers")
struct ReaderTests {
    private let folder = TemporaryFolder()

    @Test func `read at once, up to their number`() throws {
        let path = folder.file("a.db")
        let pool = try ReaderPool(limit: 2) { () throws(DatabaseError) in
            try SQLiteConnection(.sqlite(path: path), durability: .process)
        }
        // With one connection the inner body would wait for the end of the outer one.
        let answer = try pool.read { outer in
            let inner: Int = try pool.read { db in try db.first("SELECT 20")?[0] ?? 0 }
            let own: Int = try outer.first("SELECT 22")?[0] ?? 0
            return inner + own
        }
        #expect(answer == 42)
        pool.close()
        expectFailure(.closed) { try pool.read { _ in 1 } }
    }

    @Test func `a reader that fails is free for the next body`() throws {
        let database = try ReaderPool(limit: 1) { () throws(DatabaseError) in
            try SQLiteConnection(.memory, durability: .process)
        }
        for _ in 0..<3 { #expect(throws: Refusal.self) { try database.read { _ in throw Refusal() } } }
        #expect(try database.read { db in try db.first("SELECT 1")?[0] ?? 0 } == 1)
    }

    @Test func `step through rows only as far as they are wanted`() async throws {
        let database = try Database(.memory)
        let seen = try await database.read { db in
            var seen: [Int] = []
            try db.step("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n") { row in
                seen.append(try row[0])
                return seen.count < 3
            }
            return seen
        }
        #expect(seen == [1, 2, 3])
    }

    @Test func `a body that asks the database nothing costs no transaction, and another sees one state`() async throws {
        let ran = Locked<[String]>([])
        let probe = DatabaseProbe(ran: { text in ran.withLock { $0.append(text) } })
        let database = try Database(.sqlite(path: folder.file("a.db")), durability: .process, probe: probe)
        try await database.write { db in try db.execute("CREATE TABLE counts (value INTEGER NOT NULL) STRICT") }
        ran.withLock { $0 = [] }
        #expect(try await database.read { _ in 7 } == 7)
        #expect(ran.withLock { $0 }.isEmpty)
        let both = try await database.read { db in
            let first: Int = try db.first("SELECT count(*) FROM counts")?[0] ?? -1
            let second: Int = try db.first("SELECT count(*) FROM counts")?[0] ?? -1
            return [first, second]
        }
        #expect(both == [0, 0])
        let count = "SELECT count(*) FROM counts"
        #expect(ran.withLock { $0 } == ["BEGIN", count, count, "ROLLBACK"])
        // A read that fails in between leaves nothing behind that the next one would stand in.
        await #expect(throws: DatabaseError.self) {
            try await database.read { db in try db.execute("DELETE FROM counts") }
        }
        try await database.write { db in try db.execute("INSERT INTO counts VALUES (1)") }
        #expect(try await database.read { db in try db.first("SELECT count(*) FROM counts")?[0] ?? -1 } == 1)
    }

    @Test func `a statement may run inside of itself`() async throws {
        let database = try Database(.memory)
        let pairs = try await database.read { db in
            var pairs: [[Int]] = []
            let numbers: SQL = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 3) SELECT i FROM n"
            let copy = db.lent()
            try db.forEach(numbers) { outer in
                try copy.forEach(numbers) { inner in pairs.append([try outer[0], try inner[0]]) }
            }
            return pairs
        }
        #expect(pairs == [[1, 1], [1, 2], [1, 3], [2, 1], [2, 2], [2, 3], [3, 1], [3, 2], [3, 3]])
    }
}
