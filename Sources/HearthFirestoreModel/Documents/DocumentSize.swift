extension Document {
    /// How many bytes the document counts for, https://firebase.google.com/docs/firestore/storage-size.
    public var storageSize: Int {
        name.path.storageSize + fields.storageSize + 32
    }
}

extension ResourcePath {
    /// How many bytes a name counts for.
    var storageSize: Int {
        segments.reduce(16) { size, segment in
            size + (ResourceID.number(of: segment) == nil ? segment.utf8.count + 1 : 8)
        }
    }
}

extension Fields {
    /// How many bytes names and values count for.
    var storageSize: Int {
        entries.reduce(0) { $0 + $1.name.utf8.count + 1 + $1.value.storageSize }
    }
}

extension Value {
    /// How many bytes the value counts for.
    var storageSize: Int {
        switch self {
        case .null, .boolean: 1
        case .integer, .double, .timestamp: 8
        case .geoPoint: 16
        case .string(let text): text.utf8.count + 1
        case .bytes(let bytes): bytes.count
        case .reference(let name): name.path.storageSize
        case .array(let elements): elements.reduce(0) { $0 + $1.storageSize }
        // The two members of its map, their names included.
        case .vector(let numbers): 9 + 11 + 6 + 8 * numbers.count
        case .map(let fields): fields.storageSize
        }
    }
}
