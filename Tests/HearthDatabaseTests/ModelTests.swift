import HearthTestSupport
import Testing

@testable import HearthDatabase

@Suite("The database, beside a dictionary")
struct ModelTests {
    private let folder = TemporaryFolder()

    /// A change, the same for the database and for the model.
    private enum Change: Sendable {
        case put(Int, String)
        case remove(Int)
        case rename(from: String, to: String)
        case clear
        case fail
    }

    private static func changes(_ random: inout SeededRandom) -> [Change] {
        (0..<Int.random(in: 1...6, using: &random)).map { _ in
            let id = Int.random(in: 0..<20, using: &random)
            let name = "name \(Int.random(in: 0..<8, using: &random))"
            switch Int.random(in: 0..<40, using: &random) {
            case 0..<22: return .put(id, name)
            case 22..<30: return .remove(id)
            case 30..<36: return .rename(from: name, to: "name \(Int.random(in: 0..<8, using: &random))")
            case 36: return .clear
            default: return .fail
            }
        }
    }

    private static func apply(_ change: Change, _ db: borrowing Connection) throws {
        switch change {
        case .put(let id, let name):
            try db.execute(
                "INSERT INTO users VALUES (\(id), \(name)) ON CONFLICT (id) DO UPDATE SET name = excluded.name"
            )
        case .remove(let id): try db.execute("DELETE FROM users WHERE id = \(id)")
        case .rename(let from, let to): try db.execute("UPDATE users SET name = \(to) WHERE name = \(from)")
        case .clear: try db.execute("DELETE FROM users")
        case .fail: throw Refusal()
        }
    }

    private static func apply(_ change: Change, _ model: inout [Int: String]) throws {
        switch change {
        case .put(let id, let name): model[id] = name
        case .remove(let id): model[id] = nil
        case .rename(let from, let to): model = model.mapValues { $0 == from ? to : $0 }
        case .clear: model = [:]
        case .fail: throw Refusal()
        }
    }

    private func open(_ kind: Kind) throws -> Database {
        switch kind {
        case .memory: try Database(.memory)
        case .process: try Database(.sqlite(path: folder.file("m.db")), durability: .process)
        case .power: try Database(.sqlite(path: folder.file("m.db")), durability: .power)
        }
    }

    private func content(_ database: Database) async throws -> [Int: String] {
        try await database.read { db in
            var content: [Int: String] = [:]
            try db.forEach("SELECT id, name FROM users") { row in content[try row[0]] = try row[1] as String }
            return content
        }
    }

    @Test(arguments: Kind.allCases)
    func `holds the same after transactions that commit and transactions that fail`(_ kind: Kind) async throws {
        var random = SeededRandom(17)
        var database = try open(kind)
        try await database.write { db in
            try db.execute("CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT")
        }
        var model: [Int: String] = [:]
        for round in 0..<150 {
            let changes = Self.changes(&random)
            var next = model
            let isRefused = (try? changes.forEach { try Self.apply($0, &next) }) == nil
            let written = try? await database.write { db in
                for change in changes { try Self.apply(change, db) }
                return true
            }
            #expect(written == (isRefused ? nil : true))
            if !isRefused { model = next }
            #expect(try await content(database) == model, "after transaction \(round)")
            if round % 50 == 49, kind != .memory {
                await database.close()
                database = try open(kind)
            }
        }
        #expect(try await content(database) == model)
    }

    @Test(arguments: Kind.allCases)
    func `holds what a hundred writers at once were told is stored, and nothing else`(_ kind: Kind) async throws {
        let database = try open(kind)
        try await database.write { db in
            try db.execute("CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT")
        }
        // Each id is wanted by four: one of them gets it.
        let told = await withTaskGroup(of: (Int, String)?.self) { group in
            for number in 0..<100 {
                group.addTask {
                    let (id, name) = (number % 25, "writer \(number)")
                    let stored = try? await database.write { db in
                        try db.execute("INSERT INTO users VALUES (\(id), \(name))")
                    }
                    return stored == 1 ? (id, name) : nil
                }
            }
            var told: [Int: String] = [:]
            for await (id, name) in group.compactMap(\.self) {
                #expect(told[id] == nil, "\(id) was given twice")
                told[id] = name
            }
            return told
        }
        #expect(told.count == 25)
        #expect(try await content(database) == told)
    }
}

@Suite("What a reader sees")
struct IsolationTests {
    private let folder = TemporaryFolder()

    private static func numbers(_ db: borrowing Connection) throws -> [Int] {
        try db.query("SELECT i FROM n ORDER BY i").map { try $0[0] }
    }

    private func database() async throws -> Database {
        let database = try Database(.sqlite(path: folder.file("n.db")), maximumReaders: 2)
        try await database.write { db in
            try db.execute("CREATE TABLE n (i INTEGER PRIMARY KEY) STRICT")
            try db.execute("INSERT INTO n VALUES (1)")
        }
        return database
    }

    @Test func `is one state, whatever is written meanwhile`() async throws {
        let database = try await database()
        let path = folder.file("n.db")
        try await database.read { db in
            #expect(try Self.numbers(db) == [1])
            // Another process has a connection of its own, too.
            let other = try SQLiteConnection(.sqlite(path: path), durability: .process)
            try other.begin()
            try other.savepoint { db in _ = try db.execute("INSERT INTO n VALUES (2)") }
            try other.commit()
            #expect(try Self.numbers(db) == [1])
        }
        #expect(try await database.read { db in try Self.numbers(db) } == [1, 2])
    }

    @Test func `is not what a transaction has written and not committed`() async throws {
        let database = try await database()
        let path = folder.file("n.db")
        try await database.write { db in
            try db.execute("INSERT INTO n VALUES (5)")
            #expect(try Self.numbers(db) == [1, 5])
            let other = try SQLiteConnection(.sqlite(path: path), durability: .process)
            #expect(try other.read { db in try Self.numbers(db) } == [1])
        }
        #expect(try await database.read { db in try Self.numbers(db) } == [1, 5])
    }

    @Test func `is what was written before, for the writer at once`() async throws {
        let database = try await database()
        for number in 2...20 {
            try await database.write { db in try db.execute("INSERT INTO n VALUES (\(number))") }
            #expect(try await database.read { db in try Self.numbers(db) } == Array(1...number))
        }
    }
}
