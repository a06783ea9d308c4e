import HearthCore
import HearthFirestoreModel
import HearthFirestoreWire
import Testing

@Suite("Documents in exports")
struct ExportEntityTests {
    private static let database = DatabaseName(project: "p")

    private static func name(_ segments: [String], _ database: DatabaseName = database) -> ResourceName {
        ResourceName(database: database, path: ResourcePath(segments))
    }

    /// The entity of the document c/d with one field `f`, as the layout of Datastore's old form says; the parts are
    /// written by hand.
    struct Row: Sendable, CustomTestStringConvertible {
        let value: Value
        /// The property, without the tag and the length of its message.
        let properties: [String]
        var testDescription: String { "\(value)" }

        init(_ value: Value, _ properties: String...) {
            self.value = value
            self.properties = properties
        }
    }

    /// The key: `{13: {13: "dev~p", 14: {group 1 {2: "c", 4: "d"}}}}`.
    private static let key = "6a11" + "6a056465767e70" + "7208" + "0b1201632201640c"
    /// The entity group: `{16: {group 1 {2: "c", 4: "d"}}}`.
    private static let group = "820108" + "0b1201632201640c"
    /// The key and the group of an entity inside of another one.
    private static let emptyKey = "6a04" + "6a007200"
    private static let emptyGroup = "820100"

    @Test(arguments: [
        // Property: meaning 1, name 3, multiple 4, value 5; sorted ones have the number 14, others 15.
        Row(.null, "7207" + "1a0166" + "2000" + "2a00"),
        Row(true, "7209" + "1a0166" + "2000" + "2a021001"),
        Row(150, "720a" + "1a0166" + "2000" + "2a03089601"),
        Row(0.5, "7210" + "1a0166" + "2000" + "2a0921000000000000e03f"),
        Row("é", "720b" + "1a0166" + "2000" + "2a041a02c3a9"),
        // Meanings: 7 a moment in microseconds, 14 bytes, 9 a place.
        Row(.timestamp(Timestamp(microseconds: 1)), "720b" + "0807" + "1a0166" + "2000" + "2a020801"),
        Row(.bytes([0, 255]), "720d" + "080e" + "1a0166" + "2000" + "2a041a0200ff"),
        Row(
            .geoPoint(GeoPoint(latitude: 1, longitude: -2)),
            "721d" + "0809" + "1a0166" + "2000" + "2a14" + "2b31000000000000f03f3900000000000000c02c"
        ),
        Row(
            .reference(name(["c", "d", "e", "f"])),
            "7222" + "1a0166" + "2000" + "2a1b" + "63" + "6a056465767e70" + "737a01638a01016474" + "737a01658a01016674"
                + "64"
        ),
        // An array is a property for each element; none at all has the meaning 24.
        Row([1, "x"], "7209" + "1a0166" + "2001" + "2a020801", "720a" + "1a0166" + "2001" + "2a031a0178"),
        Row([], "7a09" + "0818" + "1a0166" + "2000" + "2a00"),
        // A map is an entity inside, meaning 19.
        Row(
            ["a": 1],
            "7a1f" + "0813" + "1a0166" + "2000" + "2a16" + "1a14" + emptyKey + "7209" + "1a0161" + "2000" + "2a020801"
                + emptyGroup
        ),
        // A vector is a map whose elements are properties of its name.
        Row(
            .vector([0.5]),
            "7a2f" + "0813" + "1a0166" + "2000" + "2a26" + "1a24" + emptyKey + "7219" + "1a0a5f5f766563746f725f5f"
                + "2001" + "2a0921000000000000e03f" + emptyGroup
        ),
    ]) func `are what the layout says, and come back`(row: Row) throws {
        let document = Document(name: Self.name(["c", "d"]), fields: ["f": row.value])
        let record = ExportEntity.record(document)
        #expect(Hex.encode(record) == Self.key + row.properties.joined() + Self.group)
        #expect(try ExportEntity.document(in: record, for: Self.database) == document)
    }

    @Test(arguments: [
        // `{group 1 {2: "c", 3: 5}}`: a number instead of a name.
        ("6a10" + "6a056465767e70" + "7207" + "0b12016318050c", ["c", "__id5__"]),
        ("6a1a" + "6a056465767e70" + "7211" + "0b12016318050c" + "0b1201642203c3a9660c", ["c", "__id5__", "d", "éf"]),
    ]) func `have ids that are numbers, and paths of any length`(key: String, segments: [String]) throws {
        let record = try #require(Hex.decode(key))
        #expect(try ExportEntity.document(in: record, for: Self.database).name.path.segments == segments)
    }

    @Test func `go into the project that they are read for, and references with them`() throws {
        let target = DatabaseName(project: "other")
        let inside = Document(name: Self.name(["c", "d"]), fields: ["r": .reference(Self.name(["x", "y"]))])
        let moved = try ExportEntity.document(in: ExportEntity.record(inside), for: target)
        #expect(moved.name.database == target && moved.name.path == inside.name.path)
        #expect(moved.fields == ["r": .reference(Self.name(["x", "y"], target))])
        // A reference to a third project stays one.
        let third = DatabaseName(project: "third", database: "named")
        let outside = Document(name: Self.name(["c", "d"]), fields: ["r": .reference(Self.name(["x", "y"], third))])
        #expect(try ExportEntity.document(in: ExportEntity.record(outside), for: target).fields == outside.fields)
    }

    @Test(arguments: [("(default)", "named"), ("named", "(default)"), ("named", "other")])
    func `of another database are refused`(from: String, to: String) throws {
        let source = DatabaseName(project: "p", database: from)
        let record = ExportEntity.record(Document(name: Self.name(["c", "d"], source), fields: [:]))
        #expect(try ExportEntity.document(in: record, for: source).name.database == source)
        let error = refusal {
            _ = try ExportEntity.document(in: record, for: DatabaseName(project: "p", database: to))
        }
        #expect(error == .invalid("The export is of the database \"\(from)\", not of \"\(to)\"."))
    }

    @Test(arguments: [1, 20, 21, 500]) func `are read as deep as documents may be`(depth: Int) throws {
        let value = (0..<depth).reduce(Value.integer(1)) { inner, _ in .map(["m": inner]) }
        let record = ExportEntity.record(Document(name: Self.name(["c", "d"]), fields: ["f": value]))
        let read = try? ExportEntity.document(in: record, for: Self.database)
        #expect((read?.fields == ["f": value]) == (depth <= 20) && (read == nil) == (depth > 20))
    }

    @Test(arguments: [
        "", "08", "6a05", "7205", key + "72031a01", key + "720b1a0166" + "2a051a0480", "0b",
        // A key without a path, and one that ends with a collection.
        "6a02" + "6a00", "6a07" + "7205" + "0b1201630c",
        // A moment outside of the years 1 to 9999.
        key + "7213" + "0807" + "1a0166" + "2000" + "2a0a" + "08ffffffffffffffff7f",
        key + "7214" + "0807" + "1a0166" + "2000" + "2a0b" + "0880808080808080808001",
    ]) func `that are damaged are refused`(hex: String) throws {
        let record = try #require(Hex.decode(hex))
        let error = refusal { _ = try ExportEntity.document(in: record, for: Self.database) }
        #expect(error?.code == .invalidArgument)
    }

    @Test(arguments: 1...60) func `come back whatever they hold`(seed: UInt64) throws {
        var random = MessageGenerator(seed: seed)
        for _ in 0..<20 {
            var fields = random.fields(3)
            // Reserved names and arrays inside of arrays are never stored.
            fields["list"] = .array([1, .null, .map(["a": .array([])]), .vector([1])])
            let document = Document(name: Self.name(["c", "d"]), fields: fields)
            guard (try? Write(document.name, .update(fields, mask: nil)).check()) != nil else { continue }
            #expect(try ExportEntity.document(in: ExportEntity.record(document), for: Self.database) == document)
        }
    }
}

@Suite("Files of exports")
struct ExportFileTests {
    /// CRC-32C of https://www.rfc-editor.org/rfc/rfc3720#appendix-B.4, bit by bit.
    private static func checksum(_ bytes: [UInt8]) -> [UInt8] {
        var value: UInt32 = .max
        for byte in bytes {
            for bit in 0..<8 {
                let isSet = (value ^ UInt32(byte >> bit)) & 1 == 1
                value = value >> 1 ^ (isSet ? 0x82F6_3B78 : 0)
            }
        }
        value = ~value
        let masked = (value >> 15 | value << 17) &+ 0xA282_EAD8
        return [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: masked >> $0) }
    }

    private static func piece(_ kind: UInt8, _ content: [UInt8]) -> [UInt8] {
        checksum([kind] + content) + [UInt8(content.count & 0xFF), UInt8(content.count >> 8), kind] + content
    }

    private static func records(_ bytes: [UInt8]) throws -> [[UInt8]] {
        var reader = ExportLog.Reader(bytes)
        var records: [[UInt8]] = []
        while let record = try reader.next() { records.append(record) }
        return records
    }

    @Test func `have checksums as RFC 3720 computes them`() {
        // Thirty-two zeros have the checksum 0x8A9136AA.
        let value: UInt32 = 0x8A91_36AA
        let masked = (value >> 15 | value << 17) &+ 0xA282_EAD8
        let expected = [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: masked >> $0) }
        #expect(Self.checksum(Array(repeating: 0, count: 32)) == expected)
    }

    @Test func `cut a record up over blocks, and fill what is too small for a head`() throws {
        let block = 32_768
        let first = [UInt8](repeating: 1, count: block - 7 - 7 - 3)
        let long = [UInt8](repeating: 2, count: block + 10)
        var writer = ExportLog.Writer()
        for record in [first, [], long] { writer.append(record) }
        var expected = Self.piece(1, first) + Self.piece(1, [])
        // Three bytes are left, which hold no head.
        expected += [0, 0, 0]
        #expect(expected.count == block)
        expected += Self.piece(2, Array(long.prefix(block - 7))) + Self.piece(4, Array(long.dropFirst(block - 7)))
        #expect(writer.bytes == expected)
        #expect(try Self.records(writer.bytes) == [first, [], long])
    }

    @Test(
        arguments: [
            // A middle or a last piece without a first, a first without a last, a full one within a record.
            [piece(3, [1])], [piece(4, [1])], [piece(2, [1])], [piece(2, [1]), piece(1, [2])],
            [piece(2, [1]), piece(2, [2])], [piece(2, [1]), piece(3, [2])],
            // Kinds that do not exist, and a head that is cut.
            [piece(0, [1])], [piece(5, [1])], [Array(piece(1, [1]).prefix(6))], [piece(1, [1]).dropLast()],
        ] as [[[UInt8]]]
    ) func `of pieces that do not fit each other are refused`(pieces: [[UInt8]]) {
        #expect(refusal { _ = try Self.records(Array(pieces.joined())) } == .invalid("Invalid record"))
    }

    @Test func `with one bit turned are refused wherever it is`() throws {
        var writer = ExportLog.Writer()
        writer.append([1, 2, 3, 4, 5])
        for bit in 0..<writer.bytes.count * 8 {
            var damaged = writer.bytes
            damaged[bit / 8] ^= 1 << (bit % 8)
            #expect(refusal { _ = try Self.records(damaged) }?.code == .invalidArgument, "bit \(bit)")
        }
    }

    @Test func `lead from the overall metadata to the documents`() throws {
        let name = ResourceName(database: DatabaseName(project: "p"), path: ResourcePath(["c", "d"]))
        let documents = (1...3).map { Document(name: name, fields: ["n": .integer(Int64($0))]) }
        let files = ExportFolder.files(documents, named: "e", at: Timestamp(microseconds: 5))
        let paths = [
            "e.overall_export_metadata", "all_namespaces/all_kinds/all_namespaces_all_kinds.export_metadata",
            "all_namespaces/all_kinds/output-0",
        ]
        #expect(files.map(\.path) == paths)
        #expect(ExportFolder.metadataFile(of: "e") == paths[0])
        #expect(try ExportFolder.parts(in: files[0].bytes) == [paths[1]])
        #expect(try ExportFolder.outputs(in: files[1].bytes, at: paths[1]) == [paths[2]])
        #expect(try ExportFolder.outputs(in: files[1].bytes, at: "bare") == ["output-0"])
        #expect(try Self.records(files[2].bytes) == documents.map(ExportEntity.record))
        // {1: {1: "e", 2: 5, 3: 5}, 2: {1: "", 2: "output-0"}}
        #expect(Hex.encode(files[1].bytes) == "0a070a016510051805" + "120c0a0012086f75747075742d30")
        // The byte 0x33, then {1: {1: {1: 2, 3: 3}, 2: path, 3: how many, 4: how many bytes}}.
        let overall = try Self.records(files[0].bytes)
        #expect(overall.first == [0x33] && overall.count == 2)
        let count = try #require(overall.last?.suffix(5))
        #expect(Array(count.prefix(3)) == [0x18, 3, 0x20])
        #expect(Int(count[count.startIndex + 3] & 0x7F) | Int(count[count.startIndex + 4]) << 7 == files[2].bytes.count)
    }

    @Test(
        arguments: [
            (piece(1, [0x34]), "Overall export metadata file version not supported"),
            ([], "Overall export metadata file version not supported"),
            (piece(1, [0x33]) + piece(1, [0x0A, 0x05]), "Failed to parse overall export metadata file"),
            (piece(1, [0x33]) + [1], "Failed to parse overall export metadata file"),
            (
                piece(1, [0x33]) + piece(1, [0x0A, 0x04, 0x12, 0x02, 0xC0, 0xAF]),
                "Failed to parse overall export metadata file"
            ),
        ] as [([UInt8], String)]
    ) func `that are no metadata are refused in the emulator's words`(
        bytes: [UInt8],
        message: String
    ) {
        #expect(refusal { _ = try ExportFolder.parts(in: bytes) } == .invalid(message))
    }

    @Test func `that name no outputs are refused with their path`() {
        let error = refusal { _ = try ExportFolder.outputs(in: [0x12, 0x09], at: "a/b") }
        #expect(error == .invalid("Failed parse entity file:a/b"))
    }
}
