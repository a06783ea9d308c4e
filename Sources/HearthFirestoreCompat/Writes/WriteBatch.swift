internal import HearthCore
public import HearthFirestore

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
        encoder: FirestoreEncoder = FirestoreEncoder()
    ) throws -> WriteBatch {
        try inner.setData(from: value, forDocument: document.inner, merge: merge, encoder: encoder)
        return self
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
    public func commit(completion: (@MainActor @Sendable ((any Error)?) -> Void)?) {
        firestore.write(completion) { entered in try await self.commit(entered: entered) }
    }
}
