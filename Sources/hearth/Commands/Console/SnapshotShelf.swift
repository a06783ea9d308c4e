internal import HearthBackend
internal import HearthConsole
internal import HearthCore
internal import HearthFirestoreBackend
internal import HearthFirestoreModel
internal import HearthHTTP
internal import HearthJSON

/// States of an emulator's project, each an export folder of the official emulators' form.
///
/// Beside a database they stay when the server ends; those of a server in memory end with it.
actor SnapshotShelf: ConsoleSnapshots {
    private let folder: Folder
    private let isTemporary: Bool
    private let services: [any ExportableService]
    private let state: EmulatorState
    private var isBusy = false

    /// Makes an empty shelf, or takes over one that is there.
    ///
    /// - Parameters:
    ///   - storage: Where the server keeps its accounts.
    ///   - services: What is saved.
    ///   - state: Counts, clears and sets the clock.
    init(beside storage: BackendConfiguration.Storage, _ services: [any ExportableService], _ state: EmulatorState) {
        switch storage {
        case .memory:
            isTemporary = true
            let base = SystemEnvironment.variable("TMPDIR") ?? "/tmp"
            folder = Folder("\(base)/hearth-states-\(RandomSource.system.alphanumeric(12))")
        case .sqlite(let path):
            isTemporary = false
            folder = Folder(path + ".states")
        }
        self.services = services + [SavedFacts(state: state)]
        self.state = state
    }

    func list() async throws(ConsoleFailure) -> [ConsoleSnapshot] {
        guard folder.exists else { return [] }
        let names = try Self.wrap { try folder.names() }
        return names.filter(Self.isName).compactMap { name in
            guard let facts = try? facts(of: name) else { return nil }
            return ConsoleSnapshot(
                name: name,
                savedAt: UnixTime(milliseconds: facts["saved"]?.integer ?? 0),
                accounts: Int(facts["accounts"]?.integer ?? 0),
                documents: Int(facts["documents"]?.integer ?? 0),
                folder: folder.path(of: name)
            )
        }.sorted { $0.savedAt > $1.savedAt }
    }

    func make(_ name: String, replaces: Bool) async throws(ConsoleFailure) {
        guard Self.isName(name) else {
            throw ConsoleFailure(.invalid, "A state is named with 1 to 60 letters, digits, '-' and '_'.")
        }
        let target = folder.folder(name)
        guard replaces || !target.exists else {
            throw ConsoleFailure(.conflict, "There is a state '\(name)' already. Replace it, or choose another name.")
        }
        try await alone { [services] in try await EmulatorExport(to: target).save(services) }
    }

    func restore(_ name: String) async throws(ConsoleFailure) {
        guard Self.isName(name), (try? facts(of: name)) != nil else { throw Self.missing(name) }
        let source = folder.folder(name)
        try await alone { [services, state] in
            try await state.clear()
            try await EmulatorExport(from: source).load(into: services)
        }
    }

    func remove(_ name: String) async throws(ConsoleFailure) {
        guard Self.isName(name), folder.folder(name).exists else { throw Self.missing(name) }
        let target = folder.folder(name)
        try await alone { try target.remove() }
    }

    /// Removes the states of a server in memory.
    func close() {
        if isTemporary, folder.exists { try? folder.remove() }
    }

    /// Runs work on the files, of which there is one at a time: two at once would mix two states.
    private func alone(_ work: @Sendable () async throws -> Void) async throws(ConsoleFailure) {
        guard !isBusy else {
            throw ConsoleFailure(.conflict, "Another state is being saved or restored. Try again in a moment.")
        }
        isBusy = true
        defer { isBusy = false }
        do {
            try await work()
        } catch {
            throw ConsoleFailure(.unavailable, "\(error)")
        }
    }

    private static func wrap<Result>(_ body: () throws -> Result) throws(ConsoleFailure) -> Result {
        do { return try body() } catch { throw ConsoleFailure(.unavailable, "\(error)") }
    }

    private static func missing(_ name: String) -> ConsoleFailure {
        ConsoleFailure(.notFound, "There is no state '\(name.printable)'.")
    }

    /// What the metadata of a state says of it.
    private func facts(of name: String) throws -> JSONObject {
        let metadata = try folder.folder(name).object(in: EmulatorExport.metadataFile)
        guard let facts = metadata[SavedFacts.name]?.object else {
            throw CommandFailure("\(folder.path(of: name)) was not saved by the console")
        }
        return facts
    }

    private static func isName(_ text: String) -> Bool {
        (1...60).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                    true
                default: false
                }
            }
    }
}

/// What a saved state says of itself in the metadata of its folder, which other emulators pass over: when it was saved,
/// how much it holds, and what the clock showed.
private struct SavedFacts: ExportableService {
    static let name = "hearth-state"

    let state: EmulatorState

    var exportName: String { Self.name }

    func exportData(to folder: Folder) async throws -> JSONObject {
        [
            "saved": .integer(UnixTime.systemNow().milliseconds),
            "accounts": .integer(try await state.accountCount()),
            "documents": .integer(try await state.documentCount()),
            "clock": .object(try await state.clock()),
        ]
    }

    func importData(from folder: Folder, _ entry: JSONObject) async throws {
        guard let clock = entry["clock"]?.object else { return }
        try await state.set(clock: clock)
    }
}

/// What an emulator's project holds, read and emptied as tools of this machine do it.
struct EmulatorState: Sendable {
    let identity: Backend
    let firestore: FirestoreBackend?
    let project: ProjectID

    private var emulator: String { "/emulator/v1/projects/\(project)" }

    /// Forgets accounts, tenants and documents.
    func clear() async throws {
        let base = "/identitytoolkit.googleapis.com/v2/projects/\(project)/tenants"
        let tenants = try await ask(.get, base + "?pageSize=1000")
        for tenant in tenants["tenants"]?.array ?? [] {
            guard
                let id = tenant["tenantId"]?.string
                    ?? tenant["name"]?.string?.split(separator: "/").last.map(String.init)
            else { continue }
            try await ask(.delete, "\(base)/\(PercentEncoding.encode(id))")
        }
        try await ask(.delete, emulator + "/accounts")
        guard let firestore else { return }
        let request = HTTPRequest(.delete, target: "\(emulator)/databases/(default)/documents", fields: Self.fields)
        let response = await firestore.handle(request)
        guard response.status == 200 else { throw CommandFailure("the documents cannot be cleared") }
    }

    /// The accounts of the project, those of tenants left out.
    func accountCount() async throws -> Int64 {
        var search = AccountSearch()
        search.size = 1
        return try await identity.find(search, of: project, tenant: nil)["total"]?.integer ?? 0
    }

    func documentCount() async throws -> Int64 {
        guard let firestore else { return 0 }
        let query: JSONObject = [
            "structuredAggregationQuery": [
                "structuredQuery": ["from": [["allDescendants": true]]],
                "aggregations": [["alias": "count", "count": [:]]],
            ]
        ]
        let target = "/v1/projects/\(project)/databases/(default)/documents:runAggregationQuery"
        let body = JSON.serialize(.object(query))
        let response = await firestore.handle(HTTPRequest(.post, target: target, fields: Self.fields, body: body))
        let answer = try? JSON.parse(response.bytes).array?.first
        let count = answer?["result"]?["aggregateFields"]?["count"]?["integerValue"]
        return count?.integer ?? count?.string.flatMap { Int64($0) } ?? 0
    }

    /// How far the clock is ahead, and whether it stands still; for one that does, also the moment.
    func clock() async throws -> JSONObject {
        let clock = try await ask(.get, emulator + "/clock")
        guard clock["frozen"]?.bool == true else { return ["frozen": false, "offset": clock["offset"] ?? .integer(0)] }
        return ["frozen": true, "now": clock["now"] ?? .null]
    }

    func set(clock: JSONObject) async throws {
        try await ask(.patch, emulator + "/clock", clock)
    }

    private static let fields: HTTPFields = [
        "Host": "localhost", "Authorization": "Bearer owner", "Content-Type": "application/json",
    ]

    @discardableResult
    private func ask(_ method: HTTPMethod, _ target: String, _ body: JSONObject? = nil) async throws -> JSONObject {
        let body = body.map { JSON.serialize(.object($0)) } ?? []
        let response = await identity.handle(HTTPRequest(method, target: target, fields: Self.fields, body: body))
        guard response.status == 200, let answer = try? JSON.parse(response.bytes).object else {
            throw CommandFailure("\(method) \(target): the identity service answers \(response.status)")
        }
        return answer
    }
}

extension EmulatorExport {
    /// An export that is written into a folder.
    init(to folder: Folder) {
        source = nil
        target = folder
    }

    /// An export that is read from a folder.
    init(from folder: Folder) {
        source = folder
        target = nil
    }
}
