import HearthDatabase
import HearthTestSupport
import Testing

/// A kind of database that each promise must hold for.
enum Kind: CaseIterable {
    case memory, process, power

    func open(_ folder: TemporaryFolder) async throws -> Database {
        let database =
            switch self {
            case .memory: try Database(.memory)
            case .process: try Database(.sqlite(path: folder.file("test.db")), durability: .process)
            case .power: try Database(.sqlite(path: folder.file("test.db")), durability: .power)
            }
        try await database.write { db in
            try db.execute("CREATE TABLE users (id INTEGER PRIMARY KEY, email TEXT NOT NULL UNIQUE) STRICT")
        }
        return database
    }
}

@Suite("Transaction")
struct TransactionTests {
    private let folder = TemporaryFolder()

    private func emails(_ database: Database) async throws -> [String] {
        try await database.read { db in
            try db.query("SELECT email FROM users ORDER BY id").map { try $0["email"] }
        }
    }

    @Test(arguments: Kind.allCases)
    func `a body that throws leaves no trace and its error arrives unchanged`(_ kind: Kind) async throws {
        let database = try await kind.open(folder)
        let error = await #expect(throws: Refusal.self) {
            try await database.write { db in
                try db.execute("INSERT INTO users VALUES (1, 'a')")
                throw Refusal(reason: "taken")
            }
        }
        #expect(error == Refusal(reason: "taken"))
        #expect(try await emails(database).isEmpty)
        try await database.write { db in try db.execute("INSERT INTO users VALUES (1, 'b')") }
        #expect(try await emails(database) == ["b"])
    }

    @Test(arguments: Kind.allCases)
    func `a unique violation has its code and its columns`(_ kind: Kind) async throws {
        let database = try await kind.open(folder)
        let error = await expectFailure(.uniqueViolation) {
            try await database.write { db in
                try db.execute("INSERT INTO users VALUES (1, \("secret@b.c"))")
                try db.execute("INSERT INTO users VALUES (2, \("secret@b.c"))")
            }
        }
        #expect(error?.columns == ["users.email"])
        #expect(error?.extendedCode == 2067)
        #expect(error?.message.contains("secret") == false)
    }

    @Test(arguments: Kind.allCases)
    func `a body that throws takes nothing from those that run beside it`(_ kind: Kind) async throws {
        let database = try await kind.open(folder)
        // Whichever comes first: the one that throws must neither keep what it wrote nor undo the others.
        let refused = await withTaskGroup(of: Bool.self) { group in
            for number in 1...40 {
                group.addTask {
                    do {
                        try await database.write { db in
                            try db.execute("INSERT INTO users VALUES (\(number), \("\(number)"))")
                            if number.isMultiple(of: 3) { throw Refusal(reason: "third") }
                        }
                        return false
                    } catch { return true }
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(refused == 13)
        #expect(try await emails(database) == (1...40).filter { !$0.isMultiple(of: 3) }.map(String.init))
    }

    @Test(arguments: Kind.allCases)
    func `50 writers lose no update`(_ kind: Kind) async throws {
        let database = try await kind.open(folder)
        try await database.write { db in try db.execute("INSERT INTO users VALUES (0, '0')") }
        try await withThrowingTaskGroup { group in
            for _ in 0..<50 {
                group.addTask {
                    for _ in 0..<10 {
                        try await database.write { db in
                            let count: String = try #require(try db.first("SELECT email FROM users WHERE id = 0"))[0]
                            let next = String(try #require(Int(count)) + 1)
                            try db.execute("UPDATE users SET email = \(next) WHERE id = 0")
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try await emails(database) == ["500"])
    }

    @Test(arguments: Kind.allCases)
    func `one body that fails takes no other with it`(_ kind: Kind) async throws {
        let database = try await kind.open(folder)
        let refused = await withTaskGroup { group in
            for id in 0..<50 {
                group.addTask {
                    do {
                        try await database.write { db in
                            try db.execute("INSERT INTO users VALUES (\(id), \("\(id)"))")
                            if id.isMultiple(of: 5) { throw Refusal() }
                        }
                        return false
                    } catch {
                        return error is Refusal
                    }
                }
            }
            return await group.reduce(into: 0) { count, refused in count += refused ? 1 : 0 }
        }
        #expect(refused == 10)
        #expect(Set(try await emails(database)) == Set((0..<50).filter { !$0.isMultiple(of: 5) }.map(String.init)))
    }

    @Test(arguments: Kind.allCases)
    func `a body that ends its own transaction fails and its neighbours can go on`(_ kind: Kind) async throws {
        let database = try await kind.open(folder)
        await expectFailure(.aborted) {
            try await database.write { db in
                try db.execute("INSERT INTO users VALUES (1, 'a')")
                try db.execute("ROLLBACK")
            }
        }
        try await database.write { db in try db.execute("INSERT INTO users VALUES (2, 'b')") }
        #expect(try await emails(database) == ["b"])
    }

    @Test(arguments: Kind.allCases)
    func `a read may not write`(_ kind: Kind) async throws {
        let database = try await kind.open(folder)
        await expectFailure(.readOnly) {
            try await database.read { db in try db.execute("INSERT INTO users VALUES (1, 'a')") }
        }
        #expect(try await emails(database).isEmpty)
    }

    @Test(arguments: Kind.allCases)
    func `what was acknowledged is there after closing`(_ kind: Kind) async throws {
        guard kind != .memory else { return }
        let database = try await kind.open(folder)
        try await database.write { db in try db.execute("INSERT INTO users VALUES (1, 'a')") }
        await database.close()
        await database.close()
        await expectFailure(.closed) { try await database.read { _ in } }
        await expectFailure(.closed) { try await database.write { _ in } }
        #expect(try await emails(Database(.sqlite(path: folder.file("test.db")))) == ["a"])
    }

    @Test func `a foreign key is enforced`() async throws {
        let database = try await Kind.memory.open(folder)
        await expectFailure(.foreignKeyViolation) {
            try await database.write { db in
                try db.execute("CREATE TABLE tokens (user INTEGER NOT NULL REFERENCES users (id)) STRICT")
                try db.execute("INSERT INTO tokens VALUES (9)")
            }
        }
    }
}
