import HearthCore
import HearthDatabase
import Testing

@Suite("How a statement is run")
struct QueryPlanTests {
    private static func database(except small: Set<String> = []) async throws -> Database {
        let probe = DatabaseProbe(inspect: QueryPlan.refusingScans(except: small))
        let database = try Database(.memory, durability: .process, probe: probe)
        try await database.write { db in
            try db.execute("CREATE TABLE items (id INTEGER PRIMARY KEY, name TEXT, size INTEGER) STRICT")
            try db.execute("CREATE INDEX items_by_name ON items (name)")
        }
        return database
    }

    @Test func `by an index it is let through`() async throws {
        let database = try await Self.database()
        try await database.write { db in
            try db.execute("INSERT INTO items (name, size) VALUES (\("a"), \(1))")
            #expect(try db.query("SELECT * FROM items WHERE name = \("a")").count == 1)
            #expect(try db.query("SELECT * FROM items WHERE id > \(0) ORDER BY id LIMIT 10").count == 1)
            try db.execute("DELETE FROM items WHERE id IN (SELECT id FROM items WHERE name = \("a"))")
        }
    }

    @Test(
        arguments: [
            "SELECT * FROM items WHERE size = 1", "DELETE FROM items WHERE size < 3", "SELECT count(*) FROM items",
            "UPDATE items SET size = 2", "SELECT name FROM items ORDER BY name",
        ] as [SQL]
    )
    func `through a whole table it is refused`(_ statement: SQL) async throws {
        let database = try await Self.database()
        let error = await #expect(throws: DatabaseError.self) {
            try await database.write { db in try db.execute(statement) }
        }
        #expect(error?.code == .invalidStatement)
        #expect(error?.message.contains("items") == true)
    }

    @Test func `through a small table it is let through`() async throws {
        let database = try await Self.database(except: ["items"])
        try await database.write { db in try db.execute("UPDATE items SET size = 2") }
    }

    @Test func `is heard of, without its values`() async throws {
        let heard = Locked<[String]>([])
        let probe = DatabaseProbe(ran: { text in heard.withLock { $0.append(text) } })
        let database = try Database(.memory, durability: .process, probe: probe)
        try await database.write { db in try db.execute("SELECT \("secret")") }
        #expect(heard.withLock { $0 }.contains("SELECT ?"))
    }
}
