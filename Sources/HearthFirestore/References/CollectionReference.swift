internal import HearthCore
internal import HearthFirestoreModel

/// A collection of documents, which is also the query for all of them.
public struct CollectionReference: QueryProtocol {
    /// The client it belongs to.
    public let firestore: Firestore
    let location: Location

    init(_ firestore: Firestore, _ location: Location) {
        self.firestore = firestore
        self.location = location
    }

    /// The id: the last part of the path.
    public var collectionID: String { location.path.id }

    /// The path from the root, for example `users/ada/orders`.
    public var path: String { location.path.text }

    /// The document that the collection is below; `nil` at the root.
    public var parent: DocumentReference? {
        location.path.segments.count > 1 ? DocumentReference(firestore, location.parent) : nil
    }

    /// A document with a new random id.
    public func document() -> DocumentReference {
        document(firestore.core.remote.clock.random.alphanumeric(20))
    }

    /// A document of the collection.
    ///
    /// - Parameter path: The document's id, or a path that leads to a document.
    /// - Returns: The document; if the path is wrong, every call on it throws `invalidArgument`.
    public func document(_ path: String) -> DocumentReference {
        DocumentReference(firestore, location.appending(path, isDocument: true))
    }

    /// The query for all documents of the collection.
    public var query: Query {
        let parent = ResourceName(database: location.database, path: location.path.parent ?? .root)
        let plan = ModelQuery(parent: parent, source: ModelQuery.Source(location.path.id))
        return Query(firestore: firestore, plan: plan, mistake: location.mistake)
    }

    /// Writes a document with a new random id.
    ///
    /// - Parameter data: The fields.
    /// - Returns: The document.
    /// - Throws: ``FirestoreError``, as ``DocumentReference/setData(_:merge:)`` does.
    @discardableResult
    public func addDocument(
        data: [String: any FirestoreConvertible]
    ) async throws(FirestoreError) -> DocumentReference {
        let document = document()
        try await document.create(data)
        return document
    }

    /// Writes a document with a new random id.
    ///
    /// - Parameters:
    ///   - value: What encodes itself into the fields.
    ///   - encoder: How. Defaults to the standard one.
    /// - Returns: The document.
    /// - Throws: ``FirestoreError``, or what encoding throws.
    @discardableResult
    public func addDocument(
        from value: some Encodable,
        encoder: FirestoreEncoder = FirestoreEncoder()
    ) async throws -> DocumentReference {
        try await addDocument(data: encoder.encode(value))
    }
}

extension CollectionReference: Hashable, CustomStringConvertible {
    /// Whether both are the same collection of the same client.
    public static func == (lhs: CollectionReference, rhs: CollectionReference) -> Bool {
        lhs.firestore === rhs.firestore && lhs.location == rhs.location
    }

    /// Feeds what equality looks at.
    ///
    /// - Parameter hasher: The hasher to feed.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(location)
    }

    /// The path.
    public var description: String { "CollectionReference(\(path))" }
}
