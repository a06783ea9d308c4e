internal import HearthFirestoreModel

/// The entries that a document has in the indexes.
struct IndexEntries {
    /// The entries, ascending and each once.
    private(set) var keys: [[UInt8]] = []
    private let collection: Int64
    private let id: [UInt8]
    private let fieldID: (FieldPath) throws -> Int64

    /// Computes the entries of a document; one that does not exist has none.
    init(
        of fields: Fields?,
        collection: Int64,
        id: [UInt8],
        fieldID: @escaping (FieldPath) throws -> Int64
    ) throws {
        self.collection = collection
        self.id = id
        self.fieldID = fieldID
        try add(fields ?? [:], below: [])
        guard keys.count <= DocumentLimits.indexEntries else {
            throw FirestoreError.invalid("too many index entries for entity")
        }
        keys.sort { $0.lexicographicallyPrecedes($1) }
    }

    private mutating func add(_ fields: Fields, below segments: [String]) throws {
        for entry in fields.entries {
            let path = FieldPath(segments + [entry.name])
            let field = try fieldID(path)
            add(entry.value.key, field, .value)
            switch entry.value {
            case .map(let members): try add(members, below: path.segments)
            case .array(let elements):
                var seen: Set<[UInt8]> = []
                for element in elements {
                    let key = element.key
                    if seen.insert(Array(key.prefix(EntryTable.maximumValueLength))).inserted {
                        add(key, field, .element)
                    }
                }
            default: break
            }
        }
    }

    private mutating func add(_ value: [UInt8], _ field: Int64, _ kind: EntryTable.Kind) {
        let prefix = EntryTable.prefix(collection: collection, field: field, kind)
        keys.append(EntryTable.key(prefix: prefix, value: value, id: id))
    }
}
