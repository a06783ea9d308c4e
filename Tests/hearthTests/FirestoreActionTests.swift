import HearthCore
import HearthTesting
import Testing

@testable import hearth

@Suite("hearth firestore")
struct FirestoreActionTests {
    /// Runs an action against a backend in process; returns what it prints.
    private func run(_ backend: TestBackend, _ words: [String]) async throws -> [String] {
        let options = try Options(
            words + ["--project", backend.project.rawValue],
            of: "firestore",
            valued: FirestoreAddress.valued.union(FirestoreAction.valued),
            switches: FirestoreAddress.switches.union(FirestoreAction.switches)
        )
        let printed = Locked<[String]>([])
        let address = try FirestoreAddress(options, transport: backend.transport)
        let action = FirestoreAction(address: address, options: options) { line in printed.withLock { $0.append(line) }
        }
        try await action.perform(options.operands[0], Array(options.operands.dropFirst()))
        return printed.withLock { $0 }
    }

    @Test func `writes, reads, finds and deletes documents`() async throws {
        let backend = try await TestBackend()
        _ = try await run(backend, ["set", "notes/1", #"{"text": "Tea", "count": 3}"#])
        _ = try await run(backend, ["set", "notes/2", #"{"text": "Milk", "count": 1}"#])
        #expect(try await run(backend, ["get", "notes/1"]).joined().contains(#""text": "Tea""#))
        #expect(
            try await run(backend, ["query", "notes", "--where", "count > 2"]) == [#"notes/1 {"count":3,"text":"Tea"}"#]
        )
        _ = try await run(backend, ["delete", "notes/1"])
        #expect(try await run(backend, ["query", "notes"]) == [#"notes/2 {"count":1,"text":"Milk"}"#])
    }

    @Test func `says so when a document is missing or a path is none`() async throws {
        let backend = try await TestBackend()
        await #expect(throws: CommandFailure.self) { try await run(backend, ["get", "notes/9"]) }
        await #expect(throws: CommandFailure.self) { try await run(backend, ["set", "notes", "{}"]) }
        await #expect(throws: (any Error).self) { try await run(backend, ["set", "notes/1", "[1]"]) }
    }
}
