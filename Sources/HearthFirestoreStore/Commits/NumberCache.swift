internal import HearthCore
internal import HearthDatabase
internal import HearthFirestoreModel

/// The numbers of collections and fields that are known to be stored.
///
/// A number that a transaction made is remembered only after it: one that is rolled back gives its numbers back.
final class NumberCache: Sendable {
    private struct Numbers: Sendable {
        var collections: [Int64: [ResourcePath: Int64]] = [:]
        var fields: [Int64: [FieldPath: Int64]] = [:]
        /// How often the numbers of a database became void.
        var generations: [Int64: Int] = [:]
    }

    private let committed = Locked(Numbers())
    /// Beyond this many numbers the cache starts anew.
    private static let limit = 100_000

    func collection(_ path: ResourcePath, in database: Int64, _ db: borrowing Connection) throws -> Int64 {
        if let number = committed.withLock({ $0.collections[database]?[path] }) { return number }
        if let record = try CollectionTable.find(path, in: database, db) { return record.id }
        return try CollectionTable.create(path, in: database, db)
    }

    func field(_ path: FieldPath, in database: Int64, _ db: borrowing Connection) throws -> Int64 {
        if let number = committed.withLock({ $0.fields[database]?[path] }) { return number }
        return try FieldTable.findOrCreate(path, in: database, db)
    }

    /// Tells apart what was learned before and after a database was cleared; asked inside of the writing transaction.
    func generation(of database: Int64) -> Int {
        committed.withLock { $0.generations[database] ?? 0 }
    }

    /// Remembers numbers that are durable, unless the generation in which they were used is over.
    func remember(
        _ collections: [ResourcePath: Int64],
        _ fields: [FieldPath: Int64],
        in database: Int64,
        generation: Int
    ) {
        committed.withLock { numbers in
            guard numbers.generations[database] ?? 0 == generation else { return }
            if numbers.collections[database, default: [:]].count >= Self.limit { numbers.collections[database] = nil }
            if numbers.fields[database, default: [:]].count >= Self.limit { numbers.fields[database] = nil }
            numbers.collections[database, default: [:]].merge(collections) { $1 }
            numbers.fields[database, default: [:]].merge(fields) { $1 }
        }
    }

    /// Whether a collection or a field has a number that is not known yet.
    func lacks(_ updates: [DocumentUpdate], in database: Int64) -> Bool {
        committed.withLock { numbers in
            let collections = numbers.collections[database] ?? [:]
            let fields = numbers.fields[database] ?? [:]
            return updates.contains { update in
                update.name.path.parent.map { collections[$0] == nil } ?? false
                    || (update.after?.fields.allPaths ?? []).contains { fields[$0] == nil }
            }
        }
    }

    /// Forgets everything of a database, because its numbers are given out anew.
    func forget(_ database: Int64) {
        committed.withLock { numbers in
            numbers.collections[database] = nil
            numbers.fields[database] = nil
            numbers.generations[database, default: 0] += 1
        }
    }
}
