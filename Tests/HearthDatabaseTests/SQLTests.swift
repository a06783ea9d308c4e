import HearthCore
import HearthDatabase
import Testing

@Suite("SQL")
struct SQLTests {
    @Test func `an interpolated value is bound and never becomes text`() {
        let name = "x'); DROP TABLE users; --"
        let sql: SQL = "SELECT * FROM users WHERE name = \(name) AND age > \(7) AND note IS \(nil as String?)"
        #expect(sql.text == "SELECT * FROM users WHERE name = ? AND age > ? AND note IS ?")
        #expect(sql.values == [.text(name), .integer(7), .null])
    }

    @Test func `a list becomes as many values`() {
        let sql: SQL = "SELECT * FROM users WHERE id IN (\(list: ["a", "b", "c"]))"
        #expect(sql.text == "SELECT * FROM users WHERE id IN (?, ?, ?)")
        #expect(sql.values == [.text("a"), .text("b"), .text("c")])
    }

    @Test func `a fragment brings its values along in their order`() {
        let condition: SQL = "age > \(7)"
        let sql: SQL = "SELECT \("a") FROM users WHERE \(fragment: condition) LIMIT \(3)"
        #expect(sql.text == "SELECT ? FROM users WHERE age > ? LIMIT ?")
        #expect(sql.values == [.text("a"), .integer(7), .integer(3)])
    }

    @Test func `the description and the dump hold no value`() {
        let token = Secret("hunter2")
        let sql: SQL = "INSERT INTO tokens VALUES (\(token), \("hunter2"))"
        var dumped = ""
        dump(sql, to: &dumped)
        #expect(sql.values == [.text("hunter2"), .text("hunter2")])
        #expect(!"\(sql)".contains("hunter2"))
        #expect(!dumped.contains("hunter2"))
    }

    @Test(arguments: [
        "'; DROP TABLE words; --", "\" OR 1=1", "?1 :name @x $y", "a\0b", "", "\u{FEFF}", "👩‍👩‍👧‍👦", "%_\\", "NULL",
    ])
    func `a hostile text comes back as it was`(_ text: String) async throws {
        let database = try Database(.memory)
        let words: [String] = try await database.write { db in
            try db.execute("CREATE TABLE words (word TEXT NOT NULL) STRICT")
            try db.execute("INSERT INTO words VALUES (\(text))")
            return try db.query("SELECT word FROM words WHERE word = \(text)").map { try $0["word"] }
        }
        #expect(words.map { Array($0.utf8) } == [Array(text.utf8)])
    }
}
