import HearthBackend
import HearthConsole
import HearthCore
import HearthDatabase
import HearthFirestoreBackend
import HearthHTTP
import HearthJSON
import HearthTesting
import HearthTestSupport
import Testing

@testable import hearth

@Suite("States that the console saves")
struct SnapshotShelfTests {
    /// A backend with documents, and a shelf beside a file that does not exist.
    private struct World {
        let backend: TestBackend
        let firestore: FirestoreBackend
        let shelf: SnapshotShelf
        let folder: TemporaryFolder

        init(_ folder: TemporaryFolder = TemporaryFolder()) async throws {
            self.folder = folder
            backend = try await TestBackend(project: "demo")
            firestore = try await FirestoreBackend(.init(location: .memory, access: .emulator))
            let state = EmulatorState(identity: backend.backend, firestore: firestore, project: backend.project)
            let services: [any ExportableService] = [
                ExportedAuth(backend: backend.backend, project: backend.project),
                ExportedFirestore(backend: firestore, project: backend.project),
            ]
            shelf = SnapshotShelf(beside: .sqlite(path: folder.path + "/shop.db"), services, state)
        }

        @discardableResult
        func ask(_ method: HTTPMethod, _ target: String, _ body: String = "") async -> (status: Int, body: JSONValue) {
            let fields: HTTPFields = ["Host": "localhost", "Authorization": "Bearer owner"]
            let request = HTTPRequest(method, target: target, fields: fields, body: Array(body.utf8))
            let isDocument = target.contains("/databases/")
            let response = isDocument ? await firestore.handle(request) : await backend.backend.handle(request)
            return (response.status, (try? JSON.parse(response.bytes)) ?? .null)
        }

        func add(_ name: String) async {
            await ask(.post, "/v1/projects/demo/accounts", #"{"localId":"\#(name)","email":"\#(name)@example.com"}"#)
            await ask(.patch, document(name), #"{"fields":{"n":{"integerValue":"1"}}}"#)
        }

        func document(_ name: String) -> String { "/v1/projects/demo/databases/(default)/documents/notes/\(name)" }

        /// Which accounts and documents there are.
        func holds() async -> String {
            var found: [String] = []
            let users = await ask(.get, "/v1/projects/demo/accounts:batchGet").body["users"]?.array ?? []
            found += users.compactMap { $0["localId"]?.string }.sorted()
            for name in ["ada", "bob"] where await ask(.get, document(name)).status == 200 { found.append("#\(name)") }
            return found.joined(separator: " ")
        }
    }

    @Test func `a restored state has its accounts, documents, tenants and clock, and nothing that came later`()
        async throws
    {
        let world = try await World()
        await world.add("ada")
        await world.ask(.patch, "/emulator/v1/projects/demo/clock", #"{"now":"2030-01-01T00:00:00Z","frozen":true}"#)
        try await world.shelf.make("first", replaces: false)
        await world.add("bob")
        let tenants = "/v2/projects/demo/tenants"
        #expect(await world.ask(.post, tenants, #"{"displayName":"later"}"#).status == 200)
        await world.ask(.delete, world.document("ada"))
        await world.ask(.patch, "/emulator/v1/projects/demo/clock", #"{"offset":0,"frozen":false}"#)
        #expect(await world.holds() == "ada bob #bob")
        try await world.shelf.restore("first")
        #expect(await world.holds() == "ada #ada")
        #expect(await world.ask(.get, tenants).body["tenants"]?.array ?? [] == [])
        let clock = await world.ask(.get, "/emulator/v1/projects/demo/clock").body
        #expect(clock["frozen"]?.bool == true && clock["now"]?.string?.hasPrefix("2030-01-01") == true)
    }

    @Test func `states are listed with what they hold, and found by the next run`() async throws {
        let folder = TemporaryFolder()
        let first = try await World(folder)
        await first.add("ada")
        try await first.shelf.make("one", replaces: false)
        await first.shelf.close()
        let second = try await World(folder)
        let list = try await second.shelf.list()
        #expect(list.map(\.name) == ["one"])
        #expect(list.map(\.accounts) == [1] && list.map(\.documents) == [1])
        try await second.shelf.restore("one")
        #expect(await second.holds() == "ada #ada")
    }

    @Test func `a name is used once unless it is replaced, and is no path`() async throws {
        let world = try await World()
        await world.add("ada")
        try await world.shelf.make("one", replaces: false)
        let taken = await #expect(throws: ConsoleFailure.self) { try await world.shelf.make("one", replaces: false) }
        #expect(taken?.kind == .conflict)
        await world.add("bob")
        try await world.shelf.make("one", replaces: true)
        #expect(try await world.shelf.list().map(\.accounts) == [2])
        for name in ["", ".", "..", "a/b", "../x", ".hidden", "ä", String(repeating: "a", count: 61)] {
            for work in [
                { try await world.shelf.make(name, replaces: true) }, { try await world.shelf.restore(name) },
                { try await world.shelf.remove(name) },
            ] as [() async throws -> Void] {
                await #expect(throws: ConsoleFailure.self, "\(name)") { try await work() }
            }
        }
        #expect(await world.holds() == "ada bob #ada #bob")
    }

    @Test func `restoring what was never saved, or is removed, changes nothing`() async throws {
        let world = try await World()
        await world.add("ada")
        try await world.shelf.make("one", replaces: false)
        try await world.shelf.remove("one")
        let error = await #expect(throws: ConsoleFailure.self) { try await world.shelf.restore("one") }
        #expect(error?.kind == .notFound)
        #expect(await world.holds() == "ada #ada")
        #expect(try await world.shelf.list().isEmpty)
    }

    @Test func `what a server in memory saved ends with it`() async throws {
        let backend = try await TestBackend(project: "demo")
        let state = EmulatorState(identity: backend.backend, firestore: nil, project: backend.project)
        let service = ExportedAuth(backend: backend.backend, project: backend.project)
        let shelf = SnapshotShelf(beside: .memory, [service], state)
        try await shelf.make("one", replaces: false)
        let folder = try #require(try await shelf.list().first?.folder)
        #expect(Folder(folder).exists)
        await shelf.close()
        #expect(!Folder(folder).exists)
    }
}
