internal import HearthCore
internal import HearthDatabase
package import HearthFirestoreModel

/// A change of a document that a commit is about to make.
package struct PendingChange: Sendable {
    /// The write that makes it.
    package let write: Write
    /// The document before the write.
    package let before: Document?
    /// The document after the write.
    package let after: Document?
    /// When the commit happens.
    package let time: Timestamp
}

/// A change of a document that a commit made.
package struct DocumentUpdate: Sendable {
    /// The document's name.
    package let name: ResourceName
    /// What it was before the commit.
    package let before: Document?
    /// What it is now.
    package let after: Document?
}

/// A commit that is done.
package struct CommitRecord: Sendable {
    /// The database.
    package let database: DatabaseName
    /// When it happened.
    package let time: Timestamp
    /// What each write did.
    package let outcomes: [WriteOutcome]
    /// The documents that are not what they were.
    package let updates: [DocumentUpdate]
}

/// Decides whether changes are allowed, from what is stored; throws if they are not.
package typealias ChangeCheck =
    @Sendable (
        _ changes: [PendingChange],
        _ read: (ResourceName) throws -> Document?
    ) throws -> Void

/// The steps of one commit, run in one transaction of the tables.
struct CommitSteps {
    let database: DatabaseName
    let writes: [Write]
    let now: Timestamp
    let check: ChangeCheck?
    let numbers: NumberCache
    let clock: CommitClock
    /// Is told the time of the commit, whatever becomes of it.
    let reserved: Locked<Timestamp?>

    func run(_ db: borrowing Connection) throws -> CommitRecord {
        let record = try DatabaseTable.findOrCreate(database, now: now, db)
        let earliest = max(now, Timestamp(microseconds: record.lastCommit.microseconds + 1))
        let time = clock.reserve(earliest, in: database)
        reserved.withLock { $0 = time }
        var current: [ResourcePath: Document?] = [:]
        var original: [ResourcePath: Document?] = [:]
        var order: [ResourcePath] = []
        var changes: [PendingChange] = []
        var outcomes: [WriteOutcome] = []
        var refusal: FirestoreError?
        for write in writes {
            let path = write.name.path
            if original[path] == nil {
                let stored = try StoredDocument.find(write.name, in: record, db)
                original.updateValue(stored, forKey: path)
                current.updateValue(stored, forKey: path)
                order.append(path)
            }
            let before = current[path] ?? nil
            // Whether it is allowed is asked before its precondition, which tells about the document.
            if refusal == nil {
                do throws(FirestoreError) {
                    try write.precondition?.check(before, write.name, commitTime: time)
                } catch { refusal = error }
            }
            var unconditional = write
            unconditional.precondition = nil
            let outcome = try unconditional.apply(to: before, commitTime: time)
            changes.append(PendingChange(write: write, before: before, after: outcome.document, time: time))
            outcomes.append(outcome)
            current.updateValue(outcome.document, forKey: path)
        }
        try check?(changes) { name in
            guard name.database == database else { return nil }
            return try StoredDocument.find(name, in: record, db)
        }
        if let refusal { throw refusal }
        var updates: [DocumentUpdate] = []
        for path in order {
            let name = ResourceName(database: database, path: path)
            let update = DocumentUpdate(name: name, before: original[path] ?? nil, after: current[path] ?? nil)
            guard update.before != update.after else { continue }
            try store(update, record, time, db)
            updates.append(update)
        }
        try DatabaseTable.setLastCommit(record.id, time, db)
        return CommitRecord(database: database, time: time, outcomes: outcomes, updates: updates)
    }

    private func store(
        _ update: DocumentUpdate,
        _ record: DatabaseRecord,
        _ time: Timestamp,
        _ db: borrowing Connection
    ) throws {
        let path = update.name.path
        guard let collectionPath = path.parent else { return }
        let id = path.lastKey
        let collection = try numbers.collection(collectionPath, in: record.id, db)
        let old = try update.before.map(StoredVersion.init)
        try HistoryTable.add(id, in: collection, of: record.id, until: time, old, db)
        if let after = update.after {
            try DocumentTable.put(id, in: collection, try StoredVersion(after), db)
        } else {
            try DocumentTable.remove(id, in: collection, db)
        }
        let difference = (update.after == nil ? 0 : 1) - (update.before == nil ? 0 : 1)
        try CollectionTable.change(collection, by: difference, db)
        try changeEntries(update, collection, id, record, db)
    }

    /// Writes the entries that are new and removes those that are not true any more.
    private func changeEntries(
        _ update: DocumentUpdate,
        _ collection: Int64,
        _ id: [UInt8],
        _ record: DatabaseRecord,
        _ db: borrowing Connection
    ) throws {
        // Numbers first: the closures of the entries cannot keep the connection.
        var fields: [FieldPath: Int64] = [:]
        for document in [update.before, update.after].compactMap(\.self) {
            for path in document.fields.allPaths where fields[path] == nil {
                fields[path] = try numbers.field(path, in: record.id, db)
            }
        }
        let known = fields
        let number: (FieldPath) throws -> Int64 = { known[$0] ?? 0 }
        let old = try IndexEntries(of: update.before?.fields, collection: collection, id: id, fieldID: number).keys
        let new = try IndexEntries(of: update.after?.fields, collection: collection, id: id, fieldID: number).keys
        let kept = Set(old).intersection(new)
        for key in old where !kept.contains(key) { try EntryTable.remove(key, db) }
        for key in new where !kept.contains(key) { try EntryTable.insert(key, db) }
    }
}
