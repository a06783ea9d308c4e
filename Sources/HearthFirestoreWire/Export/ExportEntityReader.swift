package import HearthFirestoreModel
internal import HearthProtobuf

extension ExportEntity {
    /// Reads a document.
    ///
    /// - Parameters:
    ///   - record: A record of an export.
    ///   - database: Where the document goes: the project in the record is not looked at.
    /// - Returns: The document, without times.
    /// - Throws: ``FirestoreError`` with code `invalidArgument` if the record is none, or is of another database.
    package static func document(
        in record: [UInt8],
        for database: DatabaseName
    ) throws(FirestoreError) -> Document {
        do {
            var reader = EntityReader(database: database)
            try reader.read(record)
            guard reader.databaseID.hasSameBytes(as: database.database) else {
                throw FirestoreError.invalid(
                    "The export is of the database \"\(reader.databaseID)\", not of \"\(database.database)\"."
                )
            }
            let text = ([database.text, "documents"] + reader.segments).joined(separator: "/")
            return Document(name: try ResourceName(document: text), fields: Fields(entries: reader.entries))
        } catch let error as FirestoreError {
            throw error
        } catch {
            throw .invalid("Invalid record")
        }
    }
}

/// Puts the fields of one entity together.
private struct EntityReader {
    let database: DatabaseName
    var databaseID = "(default)"
    /// The project that the export is of, as the keys name it.
    private var app = ""
    var segments: [String] = []
    var depth = 0
    private var order: [String] = []
    private var values: [[UInt8]: [Value]] = [:]
    private var arrays: Set<[UInt8]> = []

    /// The deepest nesting of maps in a document.
    private static let maximumDepth = 20

    init(database: DatabaseName, app: String = "", depth: Int = 0) {
        self.database = database
        self.app = app
        self.depth = depth
    }

    var entries: [Fields.Entry] {
        order.map { name in
            let key = Array(name.utf8)
            let found = values[key] ?? []
            return Fields.Entry(name, arrays.contains(key) ? .array(found) : found.first ?? .null)
        }
    }

    mutating func read(_ record: [UInt8]) throws {
        guard depth <= Self.maximumDepth else { throw ProtobufError.tooDeep }
        var reader = ProtobufReader(record)
        while let (field, type) = try reader.tag() {
            switch (field, type) {
            case (13, .lengthDelimited): try readKey(ProtobufReader(try reader.byteArray()))
            case (14, .lengthDelimited), (15, .lengthDelimited):
                try readProperty(ProtobufReader(try reader.byteArray()))
            default: try reader.skip(type)
            }
        }
    }

    private mutating func readKey(_ bytes: ProtobufReader) throws {
        var reader = bytes
        while let (field, type) = try reader.tag() {
            switch (field, type) {
            case (13, .lengthDelimited): if depth == 0 { app = try reader.string() } else { try reader.skip(type) }
            case (14, .lengthDelimited):
                var path = ProtobufReader(try reader.byteArray())
                while let (field, type) = try path.tag() {
                    guard field == 1, type == .startOfGroup else {
                        try path.skip(type)
                        continue
                    }
                    segments += try Self.element(&path, kind: 2, id: 3, name: 4)
                }
            case (23, .lengthDelimited): databaseID = try reader.string()
            default: try reader.skip(type)
            }
        }
    }

    /// One collection and one document of a path, up to the end of their group.
    private static func element(
        _ reader: inout ProtobufReader,
        kind: Int,
        id: Int,
        name: Int
    ) throws -> [String] {
        var segments = ["", ""]
        while let (field, type) = try reader.tag(), type != .endOfGroup {
            switch (field, type) {
            case (kind, .lengthDelimited): segments[0] = try reader.string()
            case (name, .lengthDelimited): segments[1] = try reader.string()
            case (id, .varint): segments[1] = "__id\(Int64(bitPattern: try reader.varint()))__"
            default: try reader.skip(type)
            }
        }
        return segments
    }

    private mutating func readProperty(_ bytes: ProtobufReader) throws {
        var reader = bytes
        var meaning: Int64 = 0
        var name = ""
        var isElement = false
        var content: [UInt8] = []
        while let (field, type) = try reader.tag() {
            switch (field, type) {
            case (1, .varint): meaning = Int64(bitPattern: try reader.varint())
            case (3, .lengthDelimited): name = try reader.string()
            case (4, .varint): isElement = try reader.varint() != 0
            case (5, .lengthDelimited): content = try reader.byteArray()
            default: try reader.skip(type)
            }
        }
        let key = Array(name.utf8)
        if values[key] == nil { order.append(name) }
        if isElement || meaning == ExportEntity.Meaning.emptyList { arrays.insert(key) }
        if meaning == ExportEntity.Meaning.emptyList {
            values[key] = values[key] ?? []
        } else {
            values[key, default: []].append(try value(content, meaning))
        }
    }

    private func value(_ content: [UInt8], _ meaning: Int64) throws -> Value {
        var reader = ProtobufReader(content)
        var result = Value.null
        while let (field, type) = try reader.tag() {
            switch (field, type) {
            case (1, .varint):
                let number = Int64(bitPattern: try reader.varint())
                let isTime = meaning == ExportEntity.Meaning.timestamp
                result = isTime ? .timestamp(try moment(number)) : .integer(number)
            case (2, .varint): result = .boolean(try reader.varint() != 0)
            case (3, .lengthDelimited): result = try text(&reader, meaning)
            case (4, .fixed64): result = .double(try reader.double())
            case (5, .startOfGroup): result = try point(&reader)
            case (12, .startOfGroup): result = try reference(&reader)
            default: try reader.skip(type)
            }
        }
        return result
    }

    private func moment(_ microseconds: Int64) throws(FirestoreError) -> Timestamp {
        let moment = Timestamp(microseconds: microseconds)
        guard (Timestamp.earliest...Timestamp.latest).contains(moment) else {
            throw .invalid("A timestamp is outside of the years 1 to 9999.")
        }
        return moment
    }

    private func text(_ reader: inout ProtobufReader, _ meaning: Int64) throws -> Value {
        switch meaning {
        case ExportEntity.Meaning.bytes: return .bytes(try reader.byteArray())
        case ExportEntity.Meaning.entity:
            var inner = EntityReader(database: database, app: app, depth: depth + 1)
            try inner.read(try reader.byteArray())
            let entries = inner.entries
            if entries.count == 1, entries[0].name == ExportEntity.vector, case .array(let elements) = entries[0].value
            {
                let numbers = elements.compactMap { if case .double(let number) = $0 { number } else { nil } }
                if numbers.count == elements.count { return .vector(numbers) }
            }
            return Value(wireMap: Fields(entries: entries))
        default: return .string(try reader.string())
        }
    }

    private func point(_ reader: inout ProtobufReader) throws -> Value {
        var (latitude, longitude) = (0.0, 0.0)
        while let (field, type) = try reader.tag(), type != .endOfGroup {
            switch (field, type) {
            case (6, .fixed64): latitude = try reader.double()
            case (7, .fixed64): longitude = try reader.double()
            default: try reader.skip(type)
            }
        }
        return .geoPoint(GeoPoint(latitude: latitude, longitude: longitude))
    }

    /// A reference within the exported project is one within the project that is imported into.
    private func reference(_ reader: inout ProtobufReader) throws -> Value {
        var segments: [String] = []
        var id = "(default)"
        var project = database.project
        while let (field, type) = try reader.tag(), type != .endOfGroup {
            switch (field, type) {
            case (13, .lengthDelimited):
                let other = try reader.string()
                if !other.hasSameBytes(as: app) {
                    project = other.split(separator: "~").last.map(String.init) ?? project
                }
            case (14, .startOfGroup): segments += try Self.element(&reader, kind: 15, id: 16, name: 17)
            case (23, .lengthDelimited): id = try reader.string()
            default: try reader.skip(type)
            }
        }
        let target = DatabaseName(project: project, database: id)
        let text = ([target.text, "documents"] + segments).joined(separator: "/")
        return .reference(try ResourceName(document: text))
    }
}
