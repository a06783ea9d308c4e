public import HearthFirestore

/// The results of a query at a moment.
public struct QuerySnapshot: Sendable, Hashable {
    /// The query.
    public let query: Query
    private let inner: HearthFirestore.QuerySnapshot

    init(_ query: Query, _ inner: HearthFirestore.QuerySnapshot) {
        self.query = query
        self.inner = inner
    }

    /// The results, in the query's order.
    public var documents: [QueryDocumentSnapshot] {
        inner.documents.map { QueryDocumentSnapshot(query.firestore, $0) }
    }
    /// How many results there are.
    public var count: Int { inner.count }
    /// Whether there are no results.
    public var isEmpty: Bool { inner.isEmpty }
    /// Where the results come from.
    public var metadata: SnapshotMetadata { inner.metadata }
    /// What changed since the snapshot before.
    public var documentChanges: [DocumentChange] { documentChanges(includeMetadataChanges: false) }

    /// What changed since the snapshot before.
    public func documentChanges(includeMetadataChanges: Bool) -> [DocumentChange] {
        inner.documentChanges(includeMetadataChanges: includeMetadataChanges).map { change in
            DocumentChange(
                type: change.type,
                document: QueryDocumentSnapshot(query.firestore, change.document),
                oldIndex: change.oldIndex,
                newIndex: change.newIndex
            )
        }
    }
}

/// A change of the results of a query.
public struct DocumentChange: Sendable, Hashable {
    /// What happened.
    public let type: DocumentChangeType
    /// The document: as it is, or as it was if it was removed.
    public let document: QueryDocumentSnapshot
    /// Where it was in the list; `NSNotFound` as a number if it was added.
    public let oldIndex: UInt
    /// Where it is in the list; `NSNotFound` as a number if it was removed.
    public let newIndex: UInt
}
