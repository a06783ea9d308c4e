import HearthCore
import HearthDatabase
import Testing

@Suite("Row")
struct RowTests {
    private func value(_ sql: SQL) async throws -> SQL.Value {
        try await Database(.memory).read { db in try #require(try db.first(sql))[0] }
    }

    @Test(
        arguments: [
            .null, .integer(.min), .integer(.max), .integer(0), .real(0.1), .real(-.infinity), .text(""), .text("a\0b"),
            .blob([]), .blob([0, 255, 0]),
        ] as [SQL.Value]
    )
    func `a value comes back as it was`(_ stored: SQL.Value) async throws {
        #expect(try await value("SELECT \(stored)") == stored)
    }

    @Test func `the field's own values come back as they were`() async throws {
        let user = try #require(UserID(rawValue: "u1"))
        let email = try #require(EmailAddress("ada@example.com"))
        let moment = UnixTime(milliseconds: 1_700_000_000_123)
        try await Database(.memory).read { db in
            let row = try #require(
                try db.first("SELECT \(user) a, \(email) b, \(moment) c, \(Secret("s")) d, \(true) e")
            )
            #expect(try row["a"] == user)
            #expect(try row["b"] == email)
            #expect(try row["c"] == moment)
            #expect(try (row["d"] as Secret<String>).reveal() == "s")
            #expect(try row["e"] == true)
            #expect(try row[4] as Int == 1)
            #expect(row.columns == ["a", "b", "c", "d", "e"])
        }
    }

    @Test func `an optional tells NULL from a value`() async throws {
        try await Database(.memory).read { db in
            let row = try #require(try db.first("SELECT NULL AS none, 7 AS seven"))
            #expect(try (row["none"] as Int?) == nil)
            #expect(try (row["seven"] as Int?) == 7)
        }
    }

    private func code<Value: ColumnValue>(_ sql: SQL, as type: Value.Type) async throws -> DatabaseError.Code? {
        try await Database(.memory).read { db in
            let row = try #require(try db.first(sql))
            let error = #expect(throws: DatabaseError.self) { try row[0] as Value }
            return error?.code
        }
    }

    @Test func `nothing is converted`() async throws {
        #expect(try await code("SELECT '7'", as: Int.self) == .typeMismatch)
        #expect(try await code("SELECT 7", as: String.self) == .typeMismatch)
        #expect(try await code("SELECT NULL", as: String.self) == .typeMismatch)
        #expect(try await code("SELECT 2", as: Bool.self) == .typeMismatch)
        #expect(try await code("SELECT 1", as: Double.self) == .typeMismatch)
        #expect(try await code("SELECT 'text'", as: [UInt8].self) == .typeMismatch)
        #expect(try await code("SELECT x'00'", as: EmailAddress.self) == .typeMismatch)
        #expect(try await code("SELECT 'x'", as: Int?.self) == .typeMismatch)
    }

    @Test func `text that is not UTF-8 is refused`() async throws {
        let error = await #expect(throws: DatabaseError.self) { try await value("SELECT CAST(x'ff' AS TEXT)") }
        #expect(error?.code == .typeMismatch)
    }

    @Test func `a column that is not there is refused`() async throws {
        try await Database(.memory).read { db in
            let row = try #require(try db.first("SELECT 1 AS one"))
            expectFailure(.noSuchColumn) { try row["two"] as Int }
            expectFailure(.noSuchColumn) { try row[1] as Int }
            expectFailure(.noSuchColumn) { try row[-1] as Int }
        }
    }

    @Test func `a row prints no value`() async throws {
        try await Database(.memory).read { db in
            let row = try #require(try db.first("SELECT \("hunter2") AS password"))
            var dumped = ""
            dump(row, to: &dumped)
            #expect("\(row)" == "Row(password)")
            #expect(!dumped.contains("hunter2"))
        }
    }
}
