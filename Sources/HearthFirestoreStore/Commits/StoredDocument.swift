internal import HearthDatabase
internal import HearthFirestoreModel
internal import HearthFirestoreWire

extension StoredVersion {
    init(_ document: Document) throws {
        self.init(
            fields: document.fields.protobuf,
            created: document.createTime?.microseconds ?? 0,
            updated: document.updateTime?.microseconds ?? 0
        )
    }
}

/// Reads single documents.
enum StoredDocument {
    /// Reads a document as it is now.
    static func find(_ name: ResourceName, in record: DatabaseRecord, _ db: borrowing Connection) throws -> Document? {
        try find(name, in: record, at: nil, db)
    }

    /// Reads a document as it is now or was at a time.
    static func find(
        _ name: ResourceName,
        in record: DatabaseRecord,
        at time: Timestamp?,
        _ db: borrowing Connection
    ) throws -> Document? {
        guard let parent = name.path.parent, let collection = try CollectionTable.find(parent, in: record.id, db) else {
            return nil
        }
        let id = name.path.lastKey
        if let time, time < record.lastCommit,
            let old = try HistoryTable.version(of: id, in: collection.id, at: time, db)
        {
            return try old?.document(named: name)
        }
        return try DocumentTable.find(id, in: collection.id, db)?.document(named: name)
    }
}

extension ResourcePath {
    /// The key of the last id alone.
    var lastKey: [UInt8] { ResourcePath([id]).key }
}

extension Fields {
    /// The paths of all fields, those inside of maps included.
    var allPaths: [FieldPath] {
        var paths: [FieldPath] = []
        collect(&paths, below: [])
        return paths
    }

    private func collect(_ paths: inout [FieldPath], below segments: [String]) {
        for entry in entries {
            let path = segments + [entry.name]
            paths.append(FieldPath(path))
            if case .map(let members) = entry.value { members.collect(&paths, below: path) }
        }
    }
}
