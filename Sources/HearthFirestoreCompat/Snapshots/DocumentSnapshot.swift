public import HearthFirestore

/// A document at a moment; it may not exist.
///
/// A ``QueryDocumentSnapshot`` is one too, and stands wherever one is wanted.
public protocol DocumentSnapshot: Sendable {
    /// Hearth's own snapshot.
    var snapshot: HearthFirestore.DocumentSnapshot { get }
    /// The database it comes from.
    var firestore: Firestore { get }
}

extension DocumentSnapshot {
    /// The document's place.
    public var reference: DocumentReference { DocumentReference(firestore, snapshot.reference) }
    /// The document's id.
    public var documentID: String { snapshot.documentID }
    /// Whether the document exists.
    public var exists: Bool { snapshot.exists }
    /// Where the content comes from.
    public var metadata: SnapshotMetadata { snapshot.metadata }

    /// The fields; `nil` if the document does not exist.
    public func data(with serverTimestampBehavior: ServerTimestampBehavior = .none) -> [String: Any]? {
        snapshot.data(with: serverTimestampBehavior)?.mapValues { AnyValue.any($0, firestore) }
    }

    /// The value of a field; `nil` if there is none.
    public func get(
        _ field: some FieldPathConvertible,
        serverTimestampBehavior: ServerTimestampBehavior = .none
    ) -> Any? {
        snapshot.get(field, serverTimestampBehavior: serverTimestampBehavior).map { AnyValue.any($0, firestore) }
    }

    /// The value of a field; `nil` if there is none.
    public subscript(_ field: some FieldPathConvertible) -> Any? { self.get(field) }

    /// The document as a type that decodes itself.
    public func data<Value: Decodable>(
        as type: Value.Type,
        with serverTimestampBehavior: ServerTimestampBehavior = .none,
        decoder: Firestore.Decoder = Firestore.Decoder()
    ) throws -> Value {
        try snapshot.data(as: type, with: serverTimestampBehavior, decoder: decoder.bound(to: firestore))
    }

    /// Whether another object is a snapshot of the same document with the same content and metadata.
    public func isEqual(_ object: Any?) -> Bool {
        (object as? any DocumentSnapshot)?.snapshot == snapshot
    }
}

/// Whether both are the same document with the same content and metadata.
///
/// - Parameters:
///   - lhs: A document at a moment.
///   - rhs: A document at a moment.
/// - Returns: Whether they are equal.
public func == (lhs: any DocumentSnapshot, rhs: any DocumentSnapshot) -> Bool { lhs.snapshot == rhs.snapshot }

/// What was found where one document was looked for.
struct SingleSnapshot: DocumentSnapshot {
    let firestore: Firestore
    let snapshot: HearthFirestore.DocumentSnapshot

    init(_ firestore: Firestore, _ snapshot: HearthFirestore.DocumentSnapshot) {
        self.firestore = firestore
        self.snapshot = snapshot
    }
}

/// A document that is the result of a query, so that it exists.
public struct QueryDocumentSnapshot: DocumentSnapshot, Hashable {
    /// The database it comes from.
    public let firestore: Firestore
    /// Hearth's own snapshot.
    public let snapshot: HearthFirestore.DocumentSnapshot

    init(_ firestore: Firestore, _ result: HearthFirestore.QueryDocumentSnapshot) {
        self.firestore = firestore
        snapshot = result.snapshot
    }

    /// The fields.
    public func data(with serverTimestampBehavior: ServerTimestampBehavior = .none) -> [String: Any] {
        snapshot.data(with: serverTimestampBehavior)?.mapValues { AnyValue.any($0, firestore) } ?? [:]
    }

    /// Whether both are the same document with the same content and metadata.
    public static func == (lhs: QueryDocumentSnapshot, rhs: QueryDocumentSnapshot) -> Bool {
        lhs.snapshot == rhs.snapshot
    }

    /// Feeds what equality looks at.
    ///
    /// - Parameter hasher: The hasher to feed.
    public func hash(into hasher: inout Hasher) { hasher.combine(snapshot) }
}
