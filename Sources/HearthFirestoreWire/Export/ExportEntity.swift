package import HearthFirestoreModel
internal import HearthProtobuf

/// A document as exports keep it: an entity of Datastore's old form.
package enum ExportEntity {
    /// What a value means beyond its type.
    enum Meaning {
        static let timestamp: Int64 = 7
        static let geoPoint: Int64 = 9
        static let bytes: Int64 = 14
        static let entity: Int64 = 19
        static let emptyList: Int64 = 24
    }

    /// The name of the elements of a vector.
    static let vector = "__vector__"

    /// Writes a document.
    ///
    /// - Parameter document: The document.
    /// - Returns: A record for ``ExportLog``.
    package static func record(_ document: Document) -> [UInt8] {
        var writer = ProtobufWriter()
        let segments = document.name.path.segments
        writer.nested(13) { key in
            key.string(13, app(document.name.database))
            key.nested(14) { path(segments, &$0) }
            if document.name.database.database != "(default)" { key.string(23, document.name.database.database) }
        }
        properties(document.fields, &writer)
        writer.nested(16) { path(Array(segments.prefix(2)), &$0) }
        return writer.bytes
    }

    private static func app(_ database: DatabaseName) -> String { "dev~" + database.project }

    /// Pairs of collection and document, each a group.
    private static func path(_ segments: [String], _ writer: inout ProtobufWriter) {
        for index in stride(from: 0, to: segments.count - 1, by: 2) {
            writer.tag(1, .startOfGroup)
            writer.string(2, segments[index])
            writer.string(4, segments[index + 1])
            writer.tag(1, .endOfGroup)
        }
    }

    private static func properties(_ fields: Fields, _ writer: inout ProtobufWriter) {
        for entry in fields.entries {
            guard case .array(let elements) = entry.value else {
                property(entry.name, entry.value, isElement: false, &writer)
                continue
            }
            for element in elements { property(entry.name, element, isElement: true, &writer) }
            guard elements.isEmpty else { continue }
            writer.nested(15) { property in
                property.integer(1, Meaning.emptyList)
                property.string(3, entry.name)
                property.bool(4, false)
                property.nested(5) { _ in }
            }
        }
    }

    /// Maps are kept unsorted, everything else sorted.
    private static func property(_ name: String, _ value: Value, isElement: Bool, _ writer: inout ProtobufWriter) {
        let (isEntity, meaning) = kind(value)
        writer.nested(isEntity ? 15 : 14) { property in
            if let meaning { property.integer(1, meaning) }
            property.string(3, name)
            property.bool(4, isElement)
            property.nested(5) { content(value, &$0) }
        }
    }

    private static func kind(_ value: Value) -> (isEntity: Bool, meaning: Int64?) {
        switch value {
        case .timestamp: (false, Meaning.timestamp)
        case .bytes: (false, Meaning.bytes)
        case .geoPoint: (false, Meaning.geoPoint)
        case .map, .vector, .array: (true, Meaning.entity)
        case .null, .boolean, .integer, .double, .string, .reference: (false, nil)
        }
    }

    private static func content(_ value: Value, _ writer: inout ProtobufWriter) {
        switch value {
        case .null: break
        case .boolean(let truth): writer.bool(2, truth)
        case .integer(let number): writer.integer(1, number)
        case .double(let number): writer.double(4, number)
        case .timestamp(let time): writer.integer(1, time.microseconds)
        case .string(let text): writer.string(3, text)
        case .bytes(let bytes): writer.bytes(3, bytes)
        case .geoPoint(let point):
            writer.tag(5, .startOfGroup)
            writer.double(6, point.latitude)
            writer.double(7, point.longitude)
            writer.tag(5, .endOfGroup)
        case .reference(let name): reference(name, &writer)
        case .map(let fields): writer.bytes(3, entity { properties(fields, &$0) })
        case .vector(let numbers): writer.bytes(3, elements(numbers.map { .double($0) }))
        // An array directly inside of an array cannot be stored.
        case .array(let values): writer.bytes(3, elements(values))
        }
    }

    private static func elements(_ values: [Value]) -> [UInt8] {
        entity { properties([vector: .array(values)], &$0) }
    }

    /// An entity inside of another one: its key says nothing.
    private static func entity(_ body: (inout ProtobufWriter) -> Void) -> [UInt8] {
        var writer = ProtobufWriter()
        writer.nested(13) { key in
            key.string(13, "")
            key.nested(14) { _ in }
        }
        body(&writer)
        writer.nested(16) { _ in }
        return writer.bytes
    }

    private static func reference(_ name: ResourceName, _ writer: inout ProtobufWriter) {
        let segments = name.path.segments
        writer.tag(12, .startOfGroup)
        writer.string(13, app(name.database))
        for index in stride(from: 0, to: segments.count - 1, by: 2) {
            writer.tag(14, .startOfGroup)
            writer.string(15, segments[index])
            writer.string(17, segments[index + 1])
            writer.tag(14, .endOfGroup)
        }
        if name.database.database != "(default)" { writer.string(23, name.database.database) }
        writer.tag(12, .endOfGroup)
    }
}
