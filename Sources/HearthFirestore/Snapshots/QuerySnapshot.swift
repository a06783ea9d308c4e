internal import HearthFirestoreModel

/// The results of a query at a moment.
public struct QuerySnapshot: Sendable {
    /// The query.
    public let query: Query
    /// Where the results come from.
    public let metadata: SnapshotMetadata
    /// The results, in the query's order.
    let results: [ShownDocument]
    /// The results of the snapshot before, against which changes are told; `nil` for the first one.
    let previous: [ShownDocument]?
    private let includesMetadataChanges: Bool

    init(
        query: Query,
        results: [ShownDocument],
        previous: [ShownDocument]? = nil,
        isFromCache: Bool,
        includesMetadataChanges: Bool = false
    ) {
        self.query = query
        self.results = results
        self.previous = previous
        self.includesMetadataChanges = includesMetadataChanges
        metadata = SnapshotMetadata(
            hasPendingWrites: results.contains(where: \.hasPendingWrites),
            isFromCache: isFromCache
        )
    }

    /// The results, in the query's order.
    public var documents: [QueryDocumentSnapshot] { results.map(snapshot) }

    /// How many results there are.
    public var count: Int { results.count }

    /// Whether there are no results.
    public var isEmpty: Bool { results.isEmpty }

    /// What changed since the snapshot before: everything is added in the first one.
    ///
    /// First all removals, then all additions, then all modifications. Applied one after the other, their indexes turn the
    /// old list into the new one. Computed at each call.
    public var documentChanges: [DocumentChange] {
        documentChanges(includeMetadataChanges: false)
    }

    /// What changed since the snapshot before.
    ///
    /// - Parameter includeMetadataChanges: Whether documents count as modified of which only the metadata changed; needs a
    ///   listener that asked for these.
    /// - Returns: The changes, in the order of ``documentChanges``.
    public func documentChanges(includeMetadataChanges: Bool) -> [DocumentChange] {
        guard let order = try? query.plan.prepared().order else { return [] }
        return ResultChange.changes(
            from: previous ?? [],
            to: results,
            order: order,
            includesMetadata: includeMetadataChanges && includesMetadataChanges
        ).map { change in
            DocumentChange(
                type: change.type,
                document: snapshot(change.document),
                oldIndex: change.oldIndex.map { UInt($0) } ?? DocumentChange.none,
                newIndex: change.newIndex.map { UInt($0) } ?? DocumentChange.none
            )
        }
    }

    private func snapshot(_ shown: ShownDocument) -> QueryDocumentSnapshot {
        let reference = DocumentReference(query.firestore, shown.document.name)
        return QueryDocumentSnapshot(reference, shown, isFromCache: metadata.isFromCache)
    }

    /// The results as a type that decodes itself.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - decoder: How each is decoded. Defaults to the standard way.
    /// - Returns: A value for each result.
    /// - Throws: `DecodingError` for the first document that cannot be decoded.
    public func documents<Value: Decodable>(
        as type: Value.Type,
        decoder: FirestoreDecoder = FirestoreDecoder()
    ) throws -> [Value] {
        try documents.map { try $0.data(as: type, decoder: decoder) }
    }
}

extension QuerySnapshot: Hashable {
    /// Whether both are the same results of the same query with the same metadata.
    public static func == (lhs: QuerySnapshot, rhs: QuerySnapshot) -> Bool {
        lhs.query == rhs.query && lhs.results == rhs.results && lhs.metadata == rhs.metadata
    }

    /// Feeds what equality looks at.
    ///
    /// - Parameter hasher: The hasher to feed.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(query)
        hasher.combine(results)
    }
}

/// What happened to a result of a query.
public enum DocumentChangeType: Sendable, Hashable {
    /// It is a result now.
    case added
    /// It is another one than before, and perhaps at another place.
    case modified
    /// It is no result any more.
    case removed
}

/// A change of the results of a query.
public struct DocumentChange: Sendable, Hashable {
    /// What happened.
    public let type: DocumentChangeType
    /// The document: as it is, or as it was if it was removed.
    public let document: QueryDocumentSnapshot
    /// Where it was in the list, with the changes before this one applied; ``none`` if it was added.
    public let oldIndex: UInt
    /// Where it is in the list, with the changes up to this one applied; ``none`` if it was removed.
    public let newIndex: UInt

    /// No index; the same number as `NSNotFound`.
    public static let none = UInt(Int.max)
}
