import HearthDatabase
import Testing

@Suite("Connection")
struct ConnectionTests {
    private func withNumbers(_ body: @escaping @Sendable (borrowing Connection) throws -> Void) async throws {
        try await Database(.memory).write { db in
            try db.execute("CREATE TABLE numbers (number INTEGER PRIMARY KEY) STRICT")
            for number in 1...5 { try db.execute("INSERT INTO numbers VALUES (\(number))") }
            try body(db)
        }
    }

    @Test func `a statement says how many rows it changed`() async throws {
        try await withNumbers { db in
            let deleted = try db.execute("DELETE FROM numbers WHERE number > \(3)")
            #expect(deleted == 2)
            #expect(db.changes == 2)
            let deletedAgain = try db.execute("DELETE FROM numbers WHERE number > \(3)")
            #expect(deletedAgain == 0)
            let created = try db.execute("CREATE TABLE other (x INTEGER)")
            #expect(created == 0)
        }
    }

    @Test func `rows come one by one until the body throws`() async throws {
        try await withNumbers { db in
            var seen: [Int] = []
            #expect(throws: Refusal.self) {
                try db.forEach("SELECT number FROM numbers ORDER BY number") { row in
                    seen.append(try row[0])
                    if seen.count == 3 { throw Refusal() }
                }
            }
            #expect(seen == [1, 2, 3])
        }
    }

    @Test func `the same statement may run inside of itself`() async throws {
        try await withNumbers { db in
            var pairs = 0
            try db.forEach("SELECT number FROM numbers") { _ in
                pairs += try db.query("SELECT number FROM numbers").count
            }
            #expect(pairs == 25)
        }
    }

    @Test func `a used statement forgets its values`() async throws {
        try await withNumbers { db in
            for number in [4, 2, 9] {
                let found = try db.first("SELECT number FROM numbers WHERE number = \(number)")
                #expect(try found.map { try $0[0] } == (number < 6 ? number : nil))
            }
        }
    }

    @Test(
        arguments: [
            "SELEKT 1", "SELECT * FROM nowhere", "SELECT 1; SELECT 2", "", "SELECT ?", "SELECT \"text\"",
        ] as [SQL]
    )
    func `what is not one whole statement is refused`(_ sql: SQL) async throws {
        await expectFailure(.invalidStatement) { try await Database(.memory).read { db in try db.query(sql) } }
    }

    @Test func `more statements than the cache holds still run`() async throws {
        try await withNumbers { db in
            for length in 1...600 {
                let found = try db.query("SELECT 1 WHERE 1 IN (\(list: Array(1...length)))")
                #expect(found.count == 1)
            }
        }
    }
}
