internal import HearthCore
internal import HearthFirestoreModel

/// Writes that happen together, or not at all.
///
/// A mistake in one of them is kept: ``commit()`` throws it.
public final class WriteBatch: Sendable {
    private struct State: Sendable {
        var writes: [Write] = []
        var mistake: FirestoreError?
        var isCommitted = false
    }

    private let firestore: Firestore
    private let state = Locked(State())

    init(_ firestore: Firestore) {
        self.firestore = firestore
    }

    private func add(_ make: () throws(FirestoreError) -> Write) -> WriteBatch {
        state.withLock { state in
            guard state.mistake == nil else { return }
            do throws(FirestoreError) {
                guard !state.isCommitted else {
                    throw FirestoreError(.failedPrecondition, "The batch was committed: begin a new one.")
                }
                state.writes.append(try make())
            } catch {
                state.mistake = error
            }
        }
        return self
    }

    private func name(of document: DocumentReference) throws(FirestoreError) -> ResourceName {
        guard document.firestore === firestore else { throw .invalid("The document is of another Firestore.") }
        return try document.writableName()
    }

    /// Writes a document, as ``DocumentReference/setData(_:merge:)`` does.
    @discardableResult
    public func setData(
        _ data: [String: any FirestoreConvertible],
        forDocument document: DocumentReference,
        merge: Bool = false
    ) -> WriteBatch {
        add { () throws(FirestoreError) in try .set(try name(of: document), data, merge ? .all : .none) }
    }

    /// Writes some fields of a document, as ``DocumentReference/setData(_:mergeFields:)`` does.
    @discardableResult
    public func setData(
        _ data: [String: any FirestoreConvertible],
        forDocument document: DocumentReference,
        mergeFields: [any FieldPathConvertible]
    ) -> WriteBatch {
        add { () throws(FirestoreError) in try .set(try name(of: document), data, try .only(mergeFields)) }
    }

    /// Writes a document from a value that encodes itself.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - document: The document.
    ///   - merge: Whether fields that the value does not have stay. Defaults to no.
    ///   - encoder: How it is encoded. Defaults to the standard way.
    /// - Returns: The batch.
    /// - Throws: What encoding throws.
    @discardableResult
    public func setData(
        from value: some Encodable,
        forDocument document: DocumentReference,
        merge: Bool = false,
        encoder: FirestoreEncoder = FirestoreEncoder()
    ) throws -> WriteBatch {
        setData(try encoder.encode(value), forDocument: document, merge: merge)
    }

    /// Changes fields of a document that must exist, as `DocumentReference.updateData(_:precondition:)` does.
    @discardableResult
    public func updateData(
        _ fields: [String: any FirestoreConvertible],
        forDocument document: DocumentReference
    ) -> WriteBatch {
        add { () throws(FirestoreError) in try .update(try name(of: document), try fields.updates()) }
    }

    /// Changes fields of a document that must exist, as `DocumentReference.updateData(_:precondition:)` does.
    @discardableResult
    public func updateData(
        _ fields: [FieldPath: any FirestoreConvertible],
        forDocument document: DocumentReference
    ) -> WriteBatch {
        add { () throws(FirestoreError) in try .update(try name(of: document), try fields.updates()) }
    }

    /// Deletes a document, if it is there.
    @discardableResult
    public func deleteDocument(_ document: DocumentReference) -> WriteBatch {
        add { () throws(FirestoreError) in Write(try name(of: document), .delete) }
    }

    /// Makes the writes happen, in their order, as one.
    ///
    /// A batch whose answer is lost is sent again, as a single write is: see
    /// ``DocumentReference/setData(_:merge:)`` for what that means for increments and preconditions.
    ///
    /// - Throws: ``FirestoreError``: the first mistake, or why the server refused; then nothing was written.
    public func commit() async throws(FirestoreError) {
        try await commit {}
    }

    /// The same, and says when reads and listeners see the writes, which may be long before the server has them.
    package func commit(entered: @Sendable () -> Void) async throws(FirestoreError) {
        let (writes, mistake) = state.withLock { state -> ([Write], FirestoreError?) in
            defer { state.isCommitted = true }
            let isSecond = FirestoreError(.failedPrecondition, "The batch was committed already.")
            return (state.writes, state.mistake ?? (state.isCommitted ? isSecond : nil))
        }
        if let mistake { throw mistake }
        guard !writes.isEmpty else { return }
        try await firestore.core.write(writes, entered: entered)
    }
}
