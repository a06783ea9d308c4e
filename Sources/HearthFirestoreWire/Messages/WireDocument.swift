package import HearthFirestoreModel

/// `Document`: a document with its name as text.
package struct WireDocument: Message {
    package var name = ""
    package var fields: Fields = [:]
    /// The fields that were read so far.
    private var entries: [Fields.Entry] = []
    package var createTime: Timestamp?
    package var updateTime: Timestamp?

    package static let names = FieldNames("1 name,2 fields,3 create_time,4 update_time")

    package init() {}

    package func write(to sink: inout some MessageSink) {
        sink.string(1, name)
        sink.fields(2, fields)
        sink.timestamp(3, createTime)
        sink.timestamp(4, updateTime)
    }

    package mutating func read(_ field: Int, from source: inout some MessageSource) throws(FirestoreError) -> Bool {
        switch field {
        case 1: name = try source.string()
        case 2: try source.append(to: &entries)
        case 3: createTime = try source.timestamp()
        case 4: updateTime = try source.timestamp()
        default: return false
        }
        return true
    }

    package mutating func finishReading() {
        if entries.isEmpty { return }
        fields = Fields(entries: fields.entries + entries)
        entries = []
    }
}

/// `DocumentMask`: the fields that are meant.
package struct WireMask: Message {
    package var fieldPaths: [String] = []

    package static let names = FieldNames("1 field_paths")

    package init() {}

    package func write(to sink: inout some MessageSink) {
        sink.strings(1, fieldPaths)
    }

    package mutating func read(_ field: Int, from source: inout some MessageSource) throws(FirestoreError) -> Bool {
        switch field {
        case 1: try source.append(to: &fieldPaths)
        default: return false
        }
        return true
    }
}

/// `Precondition`: what must hold before a write.
package struct WirePrecondition: Message {
    package var exists: Bool?
    package var updateTime: Timestamp?

    package static let names = FieldNames("1 exists:condition_type,2 update_time:condition_type")

    package init() {}

    package func write(to sink: inout some MessageSink) {
        if let exists { sink.bool(1, exists, isMember: true) }
        sink.timestamp(2, updateTime)
    }

    package mutating func read(_ field: Int, from source: inout some MessageSource) throws(FirestoreError) -> Bool {
        switch field {
        case 1: exists = try source.bool()
        case 2: updateTime = try source.timestamp()
        default: return false
        }
        return true
    }
}
