internal import HearthCore
internal import HearthFirestore

/// Reads documents, and writes depending on what was read; it happens as one, or not at all.
///
/// All reads come before the first write. A mistake in a write is kept: the transaction fails with it.
public final class Transaction: Sendable {
    private struct Reading: Sendable {
        var task: Task<Void, Never>?
        var isCancelled = false
    }

    private let firestore: Firestore
    private let inner: HearthFirestore.Transaction
    private let reading = Locked(Reading())

    init(_ firestore: Firestore, _ inner: HearthFirestore.Transaction) {
        self.firestore = firestore
        self.inner = inner
    }

    // MARK: Reading

    /// Reads a document as the server has it.
    public func getDocument(_ document: DocumentReference) async throws -> any DocumentSnapshot {
        try await FirestoreErrors.translated {
            SingleSnapshot(firestore, try await inner.getDocument(document.inner))
        }
    }

    /// Reads a document as the server has it; the thread waits for the answer.
    ///
    /// For the blocks of FirebaseFirestore's transactions, which have a thread of their own.
    @available(*, noasync, message: "an async closure awaits getDocument(_:)")
    public func getDocument(_ document: DocumentReference) throws -> any DocumentSnapshot {
        let answer = Monitor<Result<any DocumentSnapshot, any Error>?>(nil)
        let task = Task {
            let result: Result<any DocumentSnapshot, any Error>
            do { result = .success(try await self.getDocument(document)) } catch { result = .failure(error) }
            answer.wakeAll { $0 = result }
        }
        reading.withLock { reading in
            reading.task = task
            if reading.isCancelled { task.cancel() }
        }
        return try answer.wait { $0 }.get()
    }

    /// Ends the read that a thread waits for, and every later one.
    func cancel() {
        reading.withLock { reading in
            reading.isCancelled = true
            reading.task?.cancel()
        }
    }

    // MARK: Writing

    /// Writes a document, or merges data into it.
    @discardableResult
    public func setData(
        _ data: [String: Any],
        forDocument document: DocumentReference,
        merge: Bool = false
    ) -> Transaction {
        add(to: document) { () throws(FirestoreError) in
            inner.setData(try AnyValue.data(data), forDocument: document.inner, merge: merge)
        }
    }

    /// Writes some fields of a document; each is a text or a `FieldPath`.
    @discardableResult
    public func setData(
        _ data: [String: Any],
        forDocument document: DocumentReference,
        mergeFields: [Any]
    ) -> Transaction {
        add(to: document) { () throws(FirestoreError) in
            let fields = try AnyValue.fields(mergeFields)
            inner.setData(try AnyValue.data(data), forDocument: document.inner, mergeFields: fields)
        }
    }

    /// Writes a document from a value that encodes itself.
    @discardableResult
    public func setData(
        from value: some Encodable,
        forDocument document: DocumentReference,
        merge: Bool = false,
        encoder: Firestore.Encoder = Firestore.Encoder()
    ) throws -> Transaction {
        inner.setData(try encoder.fields(value), forDocument: document.inner, merge: merge)
        return self
    }

    /// Writes some fields of a document from a value that encodes itself; each is a text or a `FieldPath`.
    @discardableResult
    public func setData(
        from value: some Encodable,
        forDocument document: DocumentReference,
        mergeFields: [Any],
        encoder: Firestore.Encoder = Firestore.Encoder()
    ) throws -> Transaction {
        let data = try encoder.fields(value)
        return add(to: document) { () throws(FirestoreError) in
            inner.setData(data, forDocument: document.inner, mergeFields: try AnyValue.fields(mergeFields))
        }
    }

    /// Changes fields of a document that must exist; names are texts with dots, or `FieldPath`s.
    @discardableResult
    public func updateData(_ fields: [AnyHashable: Any], forDocument document: DocumentReference) -> Transaction {
        add(to: document) { () throws(FirestoreError) in
            inner.updateData(try AnyValue.updates(fields), forDocument: document.inner)
        }
    }

    /// Deletes a document, if it is there.
    @discardableResult
    public func deleteDocument(_ document: DocumentReference) -> Transaction {
        inner.deleteDocument(document.inner)
        return self
    }

    /// What cannot be written makes the whole transaction fail, in its place among the writes.
    private func add(to document: DocumentReference, _ write: () throws(FirestoreError) -> Void) -> Transaction {
        do throws(FirestoreError) {
            try write()
        } catch {
            inner.setData(["refused": FieldValue.refused(error)], forDocument: document.inner)
        }
        return self
    }
}
