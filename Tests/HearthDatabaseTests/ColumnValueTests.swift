import HearthCore
import HearthDatabase
import Testing

@Suite("What a column holds")
struct ColumnValueTests {
    private enum Colour: String, ColumnValue, CaseIterable { case red, green }
    private enum Size: Int, ColumnValue { case small = 1, large = 9 }

    private func stored(_ value: some ColumnValue & Sendable) async throws -> (kind: String, value: SQL.Value) {
        try await Database(.memory).read { db in
            let row = try #require(try db.first("SELECT typeof(\(value)), \(value)"))
            return (try row[0], try row[1])
        }
    }

    @Test func `has the storage class of its type`() async throws {
        #expect(try await stored("x").kind == "text")
        #expect(try await stored("").value == .text(""))
        #expect(try await stored(Int64.min).value == .integer(.min))
        #expect(try await stored(7).kind == "integer")
        #expect(try await stored(true).value == .integer(1))
        #expect(try await stored(false).value == .integer(0))
        #expect(try await stored(0.5).kind == "real")
        #expect(try await stored(3.0).value == .real(3))
        #expect(try await stored([1, 2] as [UInt8]).kind == "blob")
        #expect(try await stored([] as [UInt8]).value == .blob([]))
        #expect(try await stored(nil as Int?).kind == "null")
        #expect(try await stored(UnixTime(milliseconds: -1)).value == .integer(-1))
        #expect(try await stored(Secret("s")).value == .text("s"))
        #expect(try await stored(Colour.green).value == .text("green"))
        #expect(try await stored(Size.large).value == .integer(9))
        // SQLite has no such number.
        #expect(try await stored(Double.nan).kind == "null")
        #expect(try await stored(-Double.infinity).value == .real(-.infinity))
    }

    private static let classes: [SQL.Value] = [.null, .integer(1), .integer(2), .real(1), .text("red"), .blob([1])]

    private func accepted<Value: ColumnValue>(_ type: Value.Type) -> [Bool] {
        Self.classes.map { Value(columnValue: $0) != nil }
    }

    // NULL, 1, 2, 1.0, 'red', x'01'
    @Test func `is read as its own type alone`() {
        #expect(accepted(Int.self) == [false, true, true, false, false, false])
        #expect(accepted(Int64.self) == [false, true, true, false, false, false])
        #expect(accepted(Bool.self) == [false, true, false, false, false, false])
        #expect(accepted(Double.self) == [false, false, false, true, false, false])
        #expect(accepted(String.self) == [false, false, false, false, true, false])
        #expect(accepted([UInt8].self) == [false, false, false, false, false, true])
        #expect(accepted(UnixTime.self) == [false, true, true, false, false, false])
        #expect(accepted(Secret<String>.self) == [false, false, false, false, true, false])
        #expect(accepted(Colour.self) == [false, false, false, false, true, false])
        #expect(accepted(Size.self) == [false, true, false, false, false, false])
        for type in [
            UserID.self, TenantID.self, ProviderID.self, ProviderUserID.self, FactorID.self, PasskeyID.self,
            EmailAddress.self, PhoneNumber.self, ProjectID.self,
        ] as [any ColumnValue.Type] {
            #expect(accepted(type) == [false, false, false, false, true, false], "\(type)")
        }
        #expect(accepted(SQL.Value.self) == [true, true, true, true, true, true])
    }

    @Test func `may be absent where its type says so`() {
        #expect(accepted(Int?.self) == [true, true, true, false, false, false])
        #expect(accepted(String?.self) == [true, false, false, false, true, false])
        #expect(accepted(Secret<[UInt8]>?.self) == [true, false, false, false, false, true])
        #expect((Int?(columnValue: .null)) == .some(.none))
        #expect(Colour(columnValue: .text("blue")) == nil && Size(columnValue: .integer(2)) == nil)
    }

    // What is stored was accepted once: no account is lost to a rule of a later version.
    @Test(arguments: ["", "a\u{0}b", "no address", "+", String(repeating: "x", count: 5000)])
    func `is read back by whatever rules it was stored`(_ text: String) {
        #expect(UserID(columnValue: .text(text))?.rawValue == text)
        #expect(TenantID(columnValue: .text(text))?.rawValue == text)
        #expect(ProviderID(columnValue: .text(text))?.rawValue == text)
        #expect(ProviderUserID(columnValue: .text(text))?.rawValue == text)
        #expect(FactorID(columnValue: .text(text))?.rawValue == text)
        #expect(PasskeyID(columnValue: .text(text))?.rawValue == text)
        #expect(EmailAddress(columnValue: .text(text))?.text == text)
        #expect(PhoneNumber(columnValue: .text(text))?.text == text)
    }

    @Test func `tells texts apart by their bytes, as the database does`() async throws {
        let names: [UserID] = ["é", "e\u{301}", "K", "\u{212A}", "a", "A", "a "].compactMap(UserID.init(rawValue:))
        let found: Int = try await Database(.memory).write { db in
            try db.execute("CREATE TABLE users (id TEXT PRIMARY KEY) STRICT")
            for name in names { try db.execute("INSERT INTO users VALUES (\(name))") }
            for name in names {
                let row = try #require(try db.first("SELECT id FROM users WHERE id = \(name)"))
                #expect(try row[0] == name)
            }
            return try #require(try db.first("SELECT count(*) FROM users"))[0]
        }
        #expect(found == names.count && Set(names).count == names.count)
    }
}
