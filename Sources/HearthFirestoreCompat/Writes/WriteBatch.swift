internal import HearthCore
internal import HearthFirestore

/// Writes that happen together, or not at all.
public final class WriteBatch: Sendable {
    private let firestore: Firestore
    private let inner: HearthFirestore.WriteBatch
    private let mistake = Locked<FirestoreError?>(nil)

    init(_ firestore: Firestore) {
        self.firestore = firestore
        inner = firestore.client.batch()
    }

    private func add(_ work: () throws(FirestoreError) -> Void) -> WriteBatch {
        do throws(FirestoreError) { try work() } catch { mistake.withLock { $0 = $0 ?? error } }
        return self
    }

    /// Writes a document, or merges data into it.
    @discardableResult
    public func setData(
        _ data: [String: Any],
        forDocument document: DocumentReference,
        merge: Bool = false
    ) -> WriteBatch {
        add { () throws(FirestoreError) in
            inner.setData(try AnyValue.data(data), forDocument: document.inner, merge: merge)
        }
    }

    /// Writes a document from a value that encodes itself.
    @discardableResult
    public func setData(
        from value: some Encodable,
        forDocument document: DocumentReference,
        merge: Bool = false,
        encoder: Firestore.Encoder = Firestore.Encoder()
    ) throws -> WriteBatch {
        inner.setData(try encoder.fields(value), forDocument: document.inner, merge: merge)
        return self
    }

    /// Writes some fields of a document; each is a text or a `FieldPath`.
    @discardableResult
    public func setData(
        _ data: [String: Any],
        forDocument document: DocumentReference,
        mergeFields: [Any]
    ) -> WriteBatch {
        add { () throws(FirestoreError) in
            let fields = try AnyValue.fields(mergeFields)
            inner.setData(try AnyValue.data(data), forDocument: document.inner, mergeFields: fields)
        }
    }

    /// Writes some fields of a document from a value that encodes itself; each is a text or a `FieldPath`.
    @discardableResult
    public func setData(
        from value: some Encodable,
        forDocument document: DocumentReference,
        mergeFields: [Any],
        encoder: Firestore.Encoder = Firestore.Encoder()
    ) throws -> WriteBatch {
        let data = try encoder.fields(value)
        return add { () throws(FirestoreError) in
            inner.setData(data, forDocument: document.inner, mergeFields: try AnyValue.fields(mergeFields))
        }
    }

    /// Changes fields of a document that must exist.
    @discardableResult
    public func updateData(_ fields: [AnyHashable: Any], forDocument document: DocumentReference) -> WriteBatch {
        add { () throws(FirestoreError) in
            inner.updateData(try AnyValue.updates(fields), forDocument: document.inner)
        }
    }

    /// Deletes a document, if it is there.
    @discardableResult
    public func deleteDocument(_ document: DocumentReference) -> WriteBatch {
        inner.deleteDocument(document.inner)
        return self
    }

    /// Makes the writes happen.
    public func commit() async throws {
        try await firestore.afterWrites { try await commit {} }
    }

    private func commit(entered: @Sendable () -> Void) async throws {
        if let mistake = mistake.withLock({ $0 }) { throw mistake }
        try await inner.commit(entered: entered)
    }

    /// Makes the writes happen, and then calls a closure on the main actor.
    public func commit(completion: (@MainActor @Sendable ((any Error)?) -> Void)? = nil) {
        firestore.write(completion) { entered in try await self.commit(entered: entered) }
    }
}
