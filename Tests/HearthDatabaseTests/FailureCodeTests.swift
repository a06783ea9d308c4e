import HearthTestSupport
import Testing

@testable import HearthDatabase

@Suite("A failure of the database")
struct FailureCodeTests {
    // The numbers of https://sqlite.org/rescode.html, primary and extended.
    @Test(
        arguments: [
            (2067, .uniqueViolation), (1555, .uniqueViolation), (2579, .uniqueViolation), (787, .foreignKeyViolation),
            (19, .constraint), (1299, .constraint), (275, .constraint), (3091, .constraint), (20, .constraint),
            (5, .busy), (261, .busy), (517, .busy), (773, .busy), (6, .busy), (262, .busy), (13, .full), (11, .corrupt),
            (267, .corrupt), (523, .corrupt), (26, .notADatabase), (14, .cannotOpen), (526, .cannotOpen),
            (270, .cannotOpen), (3, .cannotOpen), (8, .readOnly), (264, .readOnly), (1544, .readOnly),
            (10, .inputOutput), (266, .inputOutput), (778, .inputOutput), (4874, .inputOutput),
            (1, .invalidStatement), (257, .invalidStatement), (25, .invalidStatement), (18, .invalidStatement),
            (21, .other), (7, .other), (9, .other), (999_999, .other),
        ] as [(Int32, DatabaseError.Code)]
    )
    func `has the code of SQLite's number`(_ status: Int32, _ code: DatabaseError.Code) {
        #expect(DatabaseError.Code(sqlite: status) == code)
        let error = unsafe DatabaseError(sqlite: status, on: nil, doing: "testing")
        #expect(error.code == code && error.extendedCode == status)
        #expect(error.message == "error \(status), testing")
        #expect(error.columns.isEmpty)
    }

    @Test func `names every column of a constraint over several`() async throws {
        let error = await expectFailure(.uniqueViolation) {
            try await Database(.memory).write { db in
                try db.execute("CREATE TABLE accounts (project TEXT, email TEXT, UNIQUE (project, email)) STRICT")
                try db.execute("INSERT INTO accounts VALUES ('p', \("secret"))")
                try db.execute("INSERT INTO accounts VALUES ('p', \("secret"))")
            }
        }
        #expect(error?.columns == ["accounts.project", "accounts.email"])
        #expect(error.map { !"\($0)".contains("secret") } == true)
    }

    @Test func `is busy where another process holds the lock, and free afterwards`() throws {
        let folder = TemporaryFolder()
        let location = Database.Location.sqlite(path: folder.file("a.db"))
        let one = try SQLiteConnection(location, durability: .process)
        let other = try SQLiteConnection(location, durability: .process)
        try one.begin()
        #expect(try other.beginIfFree() == false)
        try one.commit()
        #expect(try other.beginIfFree() == true)
        #expect(try one.beginIfFree() == false)
        other.rollBack()
        #expect(try one.beginIfFree() == true)
        one.rollBack()
        expectFailure(.aborted) { try one.commit() }
        expectFailure(.aborted) { try one.savepoint { _ in } }
    }

    @Test func `inside of a body undoes the body alone`() throws {
        let connection = try SQLiteConnection(.memory, durability: .process)
        try connection.begin()
        try connection.savepoint { db in _ = try db.execute("CREATE TABLE n (i INTEGER PRIMARY KEY)") }
        try connection.savepoint { db in _ = try db.execute("INSERT INTO n VALUES (1)") }
        #expect(throws: Refusal.self) {
            try connection.savepoint { db in
                try db.execute("INSERT INTO n VALUES (2)")
                throw Refusal()
            }
        }
        expectFailure(.uniqueViolation) {
            try connection.savepoint { db in
                try db.execute("INSERT INTO n VALUES (3)")
                try db.execute("INSERT INTO n VALUES (1)")
            }
        }
        try connection.commit()
        let numbers = try connection.read { db in try db.query("SELECT i FROM n").map { try $0[0] as Int } }
        #expect(numbers == [1])
    }
}
