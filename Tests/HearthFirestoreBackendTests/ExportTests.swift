import FirestoreSamples
import HearthCore
import HearthDatabase
import HearthFirestoreBackend
import HearthFirestoreModel
import HearthFirestoreWire
import HearthHTTP
import HearthJSON
import Testing

@Suite("Exports of documents")
struct ExportTests {
    private static let database = DatabaseName(project: "demo")

    /// Files in memory.
    private final class Disk: Sendable {
        private let stored = Locked<[String: [UInt8]]>([:])

        var files: ExportFiles {
            ExportFiles { [self] path in
                guard let bytes = stored.withLock({ $0[path] }) else { throw FirestoreError(.notFound, path) }
                return bytes
            } write: { [self] path, bytes in
                stored.withLock { $0[path] = bytes }
            }
        }

        var paths: [String] { stored.withLock { $0.keys.sorted() } }

        func change(_ path: String, _ body: @Sendable (inout [UInt8]) -> Void) {
            stored.withLock { body(&$0[path, default: []]) }
        }
    }

    private static let overall = "/x/e/e.overall_export_metadata"

    private func backend(_ disk: Disk? = nil) async throws -> FirestoreBackend {
        var configuration = FirestoreBackend.Configuration(location: .memory, access: .emulator)
        configuration.exportFiles = disk?.files
        return try await FirestoreBackend(configuration)
    }

    private static let sample: Fields = [
        "null": .null, "yes": .boolean(true), "int": .integer(-7), "double": .double(1.5), "nan": .double(.nan),
        "time": .timestamp(Timestamp(microseconds: 1_700_000_000_123_456)), "text": .string("é日😀"),
        "empty": .string(""),
        "bytes": .bytes([0, 255]), "place": .geoPoint(GeoPoint(latitude: 1.25, longitude: -2)),
        "other": .reference(
            ResourceName(database: DatabaseName(project: "demo"), path: ResourcePath(["c", "x", "d", "y"]))
        ),
        "list": .array([.integer(1), .null, .map(["a": .array([.string("b")])])]), "none": .array([]),
        "vector": .vector([1, 2.5]), "map": .map(["deep": .map(["er": .boolean(false)]), "": .null]),
        "hollow": .map([:]),
    ]

    @Test func `bring every kind of value back`() throws {
        let name = ResourceName(database: Self.database, path: ResourcePath(["c", "é", "sub", "__id7__"]))
        let document = Document(name: name, fields: Self.sample)
        let read = try ExportEntity.document(in: ExportEntity.record(document), for: Self.database)
        #expect(read == document)
    }

    @Test(arguments: 0..<200)
    func `bring random documents back`(seed: UInt64) throws {
        var generator = ValueGenerator(seed: seed)
        let name = ResourceName(database: Self.database, path: ResourcePath(["c", "\(seed)"]))
        let fields = generator.fields(depth: 2)
        // What no document can have is not exported either.
        guard (try? Write(name, .update(fields, mask: nil)).check()) != nil else { return }
        let document = Document(name: name, fields: fields)
        let read: Document
        do {
            read = try ExportEntity.document(in: ExportEntity.record(document), for: Self.database)
        } catch {
            // Nor has a document a reference to a reserved id.
            #expect(error.message.contains("__id"))
            return
        }
        #expect(read == document)
    }

    @Test(arguments: [0, 1, 100, 32_754, 32_761, 32_762, 65_600, 200_000])
    func `keep records of any size, over blocks of 32 KiB`(size: Int) throws {
        var writer = ExportLog.Writer()
        let record = (0..<size).map { UInt8(truncatingIfNeeded: $0) }
        for part in [[1, 2, 3], record, [], [4]] { writer.append(part) }
        var reader = ExportLog.Reader(writer.bytes)
        #expect(try reader.next() == [1, 2, 3])
        #expect(try reader.next() == record)
        #expect(try reader.next() == [])
        #expect(try reader.next() == [4])
        #expect(try reader.next() == nil)
    }

    @Test func `have the checksum of the log format`() throws {
        // A record of one byte, 0x33, as the official emulator writes it: computed by hand from RFC 3720's CRC-32C.
        var writer = ExportLog.Writer()
        writer.append([0x33])
        #expect(Array(writer.bytes[4...]) == [1, 0, 1, 0x33])
        #expect(writer.bytes.count == 8)
    }

    @Test func `leave a database and come back to another one`() async throws {
        let disk = Disk()
        let source = try await RESTClient()
        await source.put("c/a", #"{"n": {"integerValue": "1"}}"#)
        await source.put("c/a/deep/b", #"{"list": {"arrayValue": {"values": [{"stringValue": "x"}]}}}"#)
        for index in 0..<700 { await source.put("many/\(index)", "{}") }
        let path = try await source.backend.exportDocuments(of: Self.database, named: "e", to: "/x/e", disk.files)
        #expect(path == Self.overall)
        #expect(
            disk.paths == [
                "/x/e/all_namespaces/all_kinds/all_namespaces_all_kinds.export_metadata",
                "/x/e/all_namespaces/all_kinds/output-0", Self.overall,
            ]
        )
        let target = try await RESTClient()
        #expect(try await target.backend.importDocuments(from: path, into: Self.database, disk.files) == 702)
        #expect(await target.send(.get, "c/a").json["fields"]?["n"]?["integerValue"]?.string == "1")
        #expect(await target.send(.get, "c/a/deep/b").text.contains("\"x\""))
        #expect(await target.send(.get, "many/699").status == 200)
    }

    @Test func `are made and read by the emulator's paths`() async throws {
        let disk = Disk()
        var configuration = FirestoreBackend.Configuration(location: .memory, access: .emulator)
        configuration.exportFiles = disk.files
        let backend = try await FirestoreBackend(configuration)
        func post(_ verb: String, _ body: String) async -> Int {
            let target = "/emulator/v1/projects/demo:\(verb)"
            return await backend.handle(HTTPRequest(.post, target: target, body: Array(body.utf8))).status
        }
        let document = "/v1/projects/demo/databases/(default)/documents/c/a"
        _ = await backend.handle(HTTPRequest(.patch, target: document, body: Array("{}".utf8)))
        let database = "projects/demo/databases/(default)"
        let export = #"{"database": "\#(database)", "export_directory": "/x", "export_name": "e"}"#
        #expect(await post("export", export) == 200)
        #expect(disk.paths.contains(Self.overall))
        _ = await backend.handle(HTTPRequest(.post, target: "/reset"))
        #expect(await post("import", #"{"database": "\#(database)", "export_directory": "\#(Self.overall)"}"#) == 200)
        #expect(await backend.handle(HTTPRequest(.get, target: document)).status == 200)
        #expect(await post("export", "{}") == 400)
        #expect(FirestoreBackend.owns(path: "/emulator/v1/projects/demo:export"))
    }

    @Test func `are refused if they are damaged, in the official emulator's words`() async throws {
        let disk = Disk()
        let source = try await RESTClient()
        await source.put("c/a", "{}")
        try await source.backend.exportDocuments(of: Self.database, named: "e", to: "/x/e", disk.files)
        let output = "/x/e/all_namespaces/all_kinds/output-0"
        disk.change(output) { $0[$0.count - 1] ^= 1 }
        let damaged = await #expect(throws: FirestoreError.self) {
            try await source.backend.importDocuments(from: Self.overall, into: Self.database, disk.files)
        }
        #expect(damaged?.message == "Checksum doesn't validate.")
        disk.change(output) { $0.removeLast(3) }
        let short = await #expect(throws: FirestoreError.self) {
            try await source.backend.importDocuments(from: Self.overall, into: Self.database, disk.files)
        }
        #expect(short?.message == "Invalid record")
        disk.change(Self.overall) { $0 = Array("nonsense".utf8) }
        let nonsense = await #expect(throws: FirestoreError.self) {
            try await source.backend.importDocuments(from: Self.overall, into: Self.database, disk.files)
        }
        #expect(nonsense?.message == "Failed to parse overall export metadata file")
    }

    @Test(arguments: 0..<300)
    func `of random bytes are refused and trap nothing`(seed: UInt64) throws {
        var random = SplitMix(seed: seed)
        let name = ResourceName(database: Self.database, path: ResourcePath(["c", "a"]))
        var record = ExportEntity.record(Document(name: name, fields: Self.sample))
        for _ in 0..<Int.random(in: 1...8, using: &random) {
            record[Int.random(in: 0..<record.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
        }
        _ = try? ExportEntity.document(in: record, for: Self.database)
        var log = ExportLog.Reader(record)
        _ = try? log.next()
    }
}
