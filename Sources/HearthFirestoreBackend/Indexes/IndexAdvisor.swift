internal import HearthCore
package import HearthFirestoreModel
internal import HearthJSON

/// Knows which indexes a project declares, and which ones its queries would need in production.
package final class IndexAdvisor: Sendable {
    private let declared: Set<IndexDefinition>
    private let isStrict: Bool
    private let wanted = Locked<[String: Set<IndexDefinition>]>([:])

    /// How many indexes of one project are kept: queries come from callers.
    private static let limit = 1000

    /// Creates an advisor.
    ///
    /// - Parameters:
    ///   - declared: The indexes that the project declares. Defaults to none.
    ///   - isStrict: Whether a query whose index is missing is refused, as in production. Defaults to no.
    package init(declared: Set<IndexDefinition> = [], isStrict: Bool = false) {
        self.declared = declared
        self.isStrict = isStrict
    }

    /// Notes what a query needs.
    ///
    /// - Throws: ``FirestoreError`` with code `failedPrecondition` if an index is missing that is demanded.
    func check(_ query: PreparedQuery) throws(FirestoreError) {
        let missing = query.missingIndexes(declared: declared)
        guard let first = missing.first else { return }
        wanted.withLock { wanted in
            var indexes = wanted[query.database.project] ?? []
            guard indexes.count + missing.count <= Self.limit, indexes.count > 0 || wanted.count < Self.limit else {
                return
            }
            indexes.formUnion(missing)
            wanted[query.database.project] = indexes
        }
        guard isStrict else { return }
        let entry = String(decoding: JSON.serialize(first.entry), as: UTF8.self)
        throw FirestoreError(
            .failedPrecondition,
            "The query requires an index. You can create it here: firestore.indexes.json, by adding \(entry)"
        )
    }

    /// What the project declares together with what its queries need.
    func suggestion(for project: String) -> IndexFile {
        IndexFile(declared.union(wanted.withLock { $0[project] ?? [] }))
    }
}
