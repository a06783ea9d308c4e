@testable import HearthDatabase
import HearthTestSupport
import Testing

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
}
