internal import HearthFirestoreModel

/// A document at a moment; it may not exist.
public struct DocumentSnapshot: Sendable {
    /// The document's place.
    public let reference: DocumentReference
    /// Where the content comes from.
    public let metadata: SnapshotMetadata
    let shown: ShownDocument?

    init(_ reference: DocumentReference, _ shown: ShownDocument?, isFromCache: Bool = false, isPending: Bool = false) {
        self.reference = reference
        self.shown = shown
        metadata = SnapshotMetadata(
            hasPendingWrites: shown?.hasPendingWrites ?? isPending,
            isFromCache: isFromCache
        )
    }

    /// The document's id.
    public var documentID: String { reference.documentID }

    /// Whether the document exists.
    public var exists: Bool { shown != nil }

    /// When the document was created; `nil` if it does not exist, or only here yet.
    public var createTime: Timestamp? { shown?.document.createTime.map { Timestamp($0) } }

    /// When the document was changed last; `nil` if it does not exist, or only here yet.
    public var updateTime: Timestamp? { shown?.document.updateTime.map { Timestamp($0) } }

    /// The fields; `nil` if the document does not exist.
    ///
    /// - Parameter behavior: What stands for the server's time while a write is on its way. Defaults to null.
    /// - Returns: The fields by name.
    public func data(with behavior: ServerTimestampBehavior = .none) -> [String: FirestoreValue]? {
        shown?.fields(behavior).dictionary(reference.firestore)
    }

    /// The document as a type that decodes itself.
    ///
    /// - Parameters:
    ///   - type: The type; an optional one gives `nil` for a document that does not exist.
    ///   - behavior: What stands for the server's time while a write is on its way. Defaults to null.
    ///   - decoder: How it is decoded. Defaults to the standard way.
    /// - Returns: The value.
    /// - Throws: `DecodingError`: `valueNotFound` for a document that does not exist.
    public func data<Value: Decodable>(
        as type: Value.Type,
        with behavior: ServerTimestampBehavior = .none,
        decoder: FirestoreDecoder = FirestoreDecoder()
    ) throws -> Value {
        let value = data(with: behavior).map(FirestoreValue.map) ?? .null
        if value == .null, !(type is any OptionalValue.Type) {
            let context = DecodingError.Context(codingPath: [], debugDescription: "\(reference.path) does not exist")
            throw DecodingError.valueNotFound(type, context)
        }
        return try decoder.decode(type, value, reference)
    }

    /// The value of a field.
    ///
    /// - Parameters:
    ///   - field: The field; dots lead into maps.
    ///   - behavior: What stands for the server's time while a write is on its way. Defaults to null.
    /// - Returns: The value; `nil` if the document or the field does not exist, or the path is none.
    public func get(
        _ field: some FieldPathConvertible,
        serverTimestampBehavior behavior: ServerTimestampBehavior = .none
    ) -> FirestoreValue? {
        guard let path = try? field.modelPath(), let shown else { return nil }
        if path.isDocumentName { return .reference(reference) }
        return shown.fields(behavior)[path].map { FirestoreValue($0, reference.firestore) }
    }

    /// The value of a field; `nil` if there is none.
    public subscript(_ field: some FieldPathConvertible) -> FirestoreValue? { self.get(field) }
}

private protocol OptionalValue {}
extension Optional: OptionalValue {}

extension DocumentSnapshot: Hashable {
    /// Whether both are the same document with the same content and metadata.
    public static func == (lhs: DocumentSnapshot, rhs: DocumentSnapshot) -> Bool {
        lhs.reference == rhs.reference && lhs.shown == rhs.shown && lhs.metadata == rhs.metadata
    }

    /// Feeds what equality looks at.
    ///
    /// - Parameter hasher: The hasher to feed.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(reference)
        hasher.combine(shown)
    }
}

/// A document that is the result of a query, so that it exists.
public struct QueryDocumentSnapshot: Sendable, Hashable {
    /// The document, as other snapshots have it.
    public let snapshot: DocumentSnapshot
    private let content: ShownDocument

    init(_ reference: DocumentReference, _ shown: ShownDocument, isFromCache: Bool) {
        snapshot = DocumentSnapshot(reference, shown, isFromCache: isFromCache)
        content = shown
    }

    /// The document's place.
    public var reference: DocumentReference { snapshot.reference }
    /// The document's id.
    public var documentID: String { snapshot.documentID }
    /// Always true.
    public var exists: Bool { true }
    /// Where the content comes from.
    public var metadata: SnapshotMetadata { snapshot.metadata }
    /// When the document was created; `nil` if it exists only here yet.
    public var createTime: Timestamp? { snapshot.createTime }
    /// When the document was changed last; `nil` if it exists only here yet.
    public var updateTime: Timestamp? { snapshot.updateTime }

    /// The fields.
    ///
    /// - Parameter behavior: What stands for the server's time while a write is on its way. Defaults to null.
    /// - Returns: The fields by name.
    public func data(with behavior: ServerTimestampBehavior = .none) -> [String: FirestoreValue] {
        content.fields(behavior).dictionary(reference.firestore)
    }

    /// The document as a type that decodes itself.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - behavior: What stands for the server's time while a write is on its way. Defaults to null.
    ///   - decoder: How it is decoded. Defaults to the standard way.
    /// - Returns: The value.
    /// - Throws: `DecodingError`.
    public func data<Value: Decodable>(
        as type: Value.Type,
        with behavior: ServerTimestampBehavior = .none,
        decoder: FirestoreDecoder = FirestoreDecoder()
    ) throws -> Value {
        try snapshot.data(as: type, with: behavior, decoder: decoder)
    }

    /// The value of a field; `nil` if there is none.
    public func get(
        _ field: some FieldPathConvertible,
        serverTimestampBehavior behavior: ServerTimestampBehavior = .none
    ) -> FirestoreValue? {
        snapshot.get(field, serverTimestampBehavior: behavior)
    }

    /// The value of a field; `nil` if there is none.
    public subscript(_ field: some FieldPathConvertible) -> FirestoreValue? { self.get(field) }

    var shown: ShownDocument { content }
}
