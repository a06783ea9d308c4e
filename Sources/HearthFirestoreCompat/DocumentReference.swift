public import HearthFirestore

/// The place of a document, whether it exists or not.
public final class DocumentReference: Sendable {
    /// The database it belongs to.
    public let firestore: Firestore
    let inner: HearthFirestore.DocumentReference

    init(_ firestore: Firestore, _ inner: HearthFirestore.DocumentReference) {
        self.firestore = firestore
        self.inner = inner
    }

    /// The id: the last part of the path.
    public var documentID: String { inner.documentID }
    /// The path from the root.
    public var path: String { inner.path }
    /// The collection that the document is in.
    public var parent: CollectionReference { CollectionReference(firestore, inner.parent) }

    /// A collection below the document.
    public func collection(_ collectionPath: String) -> CollectionReference {
        CollectionReference(firestore, inner.collection(collectionPath))
    }

    // MARK: Reading

    /// Reads the document.
    public func getDocument(source: FirestoreSource = .default) async throws -> any DocumentSnapshot {
        try await firestore.afterWrites {
            SingleSnapshot(firestore, try await inner.getDocument(source: source))
        }
    }

    /// Reads the document as a type that decodes itself.
    public func getDocument<Value: Decodable>(
        as type: Value.Type,
        with serverTimestampBehavior: ServerTimestampBehavior = .none,
        decoder: Firestore.Decoder = Firestore.Decoder()
    ) async throws -> Value {
        try await getDocument().data(as: type, with: serverTimestampBehavior, decoder: decoder)
    }

    /// Reads the document as a type that decodes itself, and then calls a closure on the main actor.
    public func getDocument<Value: Decodable & Sendable>(
        as type: Value.Type,
        with serverTimestampBehavior: ServerTimestampBehavior = .none,
        decoder: Firestore.Decoder = Firestore.Decoder(),
        completion: @escaping @MainActor @Sendable (Result<Value, any Error>) -> Void
    ) {
        let complete: @MainActor @Sendable (Value?, (any Error)?) -> Void = { value, error in
            completion(value.map { .success($0) } ?? .failure(error ?? FirestoreErrorCode(.unknown)))
        }
        HearthFirestoreCompat.complete(complete) {
            try await self.getDocument(as: type, with: serverTimestampBehavior, decoder: decoder)
        }
    }

    /// Reads the document, and then calls a closure on the main actor.
    public func getDocument(
        source: FirestoreSource = .default,
        completion: @escaping @MainActor @Sendable ((any DocumentSnapshot)?, (any Error)?) -> Void
    ) {
        complete(completion) { try await self.getDocument(source: source) }
    }

    // MARK: Writing

    /// Writes the document, or merges data into it.
    public func setData(_ documentData: [String: Any], merge: Bool = false) async throws {
        let data = try await FirestoreErrors.translated { try AnyValue.data(documentData) }
        try await firestore.afterWrites { try await inner.setData(data, merge: merge) }
    }

    /// Writes some fields of the document; each is a text or a `FieldPath`.
    public func setData(_ documentData: [String: Any], mergeFields: [Any]) async throws {
        let data = try await FirestoreErrors.translated { try AnyValue.data(documentData) }
        let fields = try await FirestoreErrors.translated { try AnyValue.fields(mergeFields) }
        try await firestore.afterWrites { try await inner.setData(data, mergeFields: fields) }
    }

    /// Changes fields of the document, which must exist; names are texts with dots, or `FieldPath`s.
    public func updateData(_ fields: [AnyHashable: Any]) async throws {
        let data = try await FirestoreErrors.translated { try AnyValue.updates(fields) }
        try await firestore.afterWrites { try await inner.updateData(data) }
    }

    /// Deletes the document, if it is there.
    public func delete() async throws {
        try await firestore.afterWrites { try await inner.delete() }
    }

    /// Writes the document, and then calls a closure on the main actor.
    public func setData(
        _ documentData: [String: Any],
        merge: Bool = false,
        completion: (@MainActor @Sendable ((any Error)?) -> Void)? = nil
    ) {
        let data = Result { try AnyValue.data(documentData) }
        firestore.write(completion) { [inner] entered in
            try await inner.setData(data.get(), merge: merge, entered: entered)
        }
    }

    /// Writes some fields of the document, each a text or a `FieldPath`, and then calls a closure on the main actor.
    public func setData(
        _ documentData: [String: Any],
        mergeFields: [Any],
        completion: (@MainActor @Sendable ((any Error)?) -> Void)? = nil
    ) {
        let data = Result { try AnyValue.data(documentData) }
        let fields = Result { try AnyValue.fields(mergeFields) }
        firestore.write(completion) { [inner] entered in
            try await inner.setData(data.get(), mergeFields: fields.get(), entered: entered)
        }
    }

    /// Writes some fields of the document from a value that encodes itself, each a text or a `FieldPath`, and then calls
    /// a closure on the main actor.
    public func setData(
        from value: some Encodable,
        mergeFields: [Any],
        encoder: Firestore.Encoder = Firestore.Encoder(),
        completion: (@MainActor @Sendable ((any Error)?) -> Void)? = nil
    ) throws {
        let data = try encoder.fields(value)
        let fields = Result { try AnyValue.fields(mergeFields) }
        firestore.write(completion) { [inner] entered in
            try await inner.setData(data, mergeFields: fields.get(), entered: entered)
        }
    }

    /// Changes fields of the document, and then calls a closure on the main actor.
    public func updateData(
        _ fields: [AnyHashable: Any],
        completion: (@MainActor @Sendable ((any Error)?) -> Void)? = nil
    ) {
        let data = Result { try AnyValue.updates(fields) }
        firestore.write(completion) { [inner] entered in try await inner.updateData(data.get(), entered: entered) }
    }

    /// Deletes the document, and then calls a closure on the main actor.
    public func delete(completion: (@MainActor @Sendable ((any Error)?) -> Void)? = nil) {
        firestore.write(completion) { [inner] entered in try await inner.delete(entered: entered) }
    }

    /// Writes the document from a value that encodes itself, and then calls a closure on the main actor.
    ///
    /// As in FirebaseFirestore there is no `async` form: `await` in front of it waits for nothing.
    public func setData(
        from value: some Encodable,
        merge: Bool = false,
        encoder: Firestore.Encoder = Firestore.Encoder(),
        completion: (@MainActor @Sendable ((any Error)?) -> Void)? = nil
    ) throws {
        let data = try encoder.fields(value)
        firestore.write(completion) { [inner] entered in
            try await inner.setData(data, merge: merge, entered: entered)
        }
    }

    // MARK: Listening

    /// Calls a closure on the main actor with the document, now and each time it changes.
    @discardableResult
    public func addSnapshotListener(
        includeMetadataChanges: Bool = false,
        listener: @escaping @MainActor @Sendable ((any DocumentSnapshot)?, (any Error)?) -> Void
    ) -> ListenerRegistration {
        let firestore = firestore
        if let refusal = firestore.refusal({ await listener(nil, $0) }) { return refusal }
        return firestore.keep(
            inner.addSnapshotListener(includeMetadataChanges: includeMetadataChanges) { result in
                switch result {
                case .success(let snapshot): await listener(SingleSnapshot(firestore, snapshot), nil)
                case .failure(let error): await listener(nil, FirestoreErrors.error(error))
                }
            }
        )
    }

    /// Calls a closure on the main actor with the document, now and each time it changes.
    @discardableResult
    public func addSnapshotListener(
        _ listener: @escaping @MainActor @Sendable ((any DocumentSnapshot)?, (any Error)?) -> Void
    ) -> ListenerRegistration {
        addSnapshotListener(includeMetadataChanges: false, listener: listener)
    }
}

extension DocumentReference: Hashable, CustomStringConvertible {
    /// Whether both are the same document of the same client.
    public static func == (lhs: DocumentReference, rhs: DocumentReference) -> Bool { lhs.inner == rhs.inner }

    /// Feeds what equality looks at.
    ///
    /// - Parameter hasher: The hasher to feed.
    public func hash(into hasher: inout Hasher) { hasher.combine(inner) }

    /// The path.
    public var description: String { inner.description }
}

/// Does something, and then calls a closure on the main actor.
func complete<Value: Sendable>(
    _ completion: @escaping @MainActor @Sendable (Value?, (any Error)?) -> Void,
    _ work: @escaping @Sendable () async throws -> Value
) {
    Task {
        do {
            let value = try await work()
            await completion(value, nil)
        } catch {
            await completion(nil, FirestoreErrors.error(error))
        }
    }
}
