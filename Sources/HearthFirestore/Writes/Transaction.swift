internal import HearthCore
internal import HearthFirestoreModel

/// How often a transaction is tried.
public struct TransactionOptions: Sendable, Hashable {
    /// How often at most, the first time included; at least once.
    public var maxAttempts: Int

    /// Creates options.
    ///
    /// - Parameter maxAttempts: How often at most. Defaults to 5.
    public init(maxAttempts: Int = 5) {
        self.maxAttempts = maxAttempts
    }
}

/// Reads documents, and writes depending on what was read; it happens as one, or not at all.
///
/// All reads come before the first write. If a document that was read has changed meanwhile, the whole is tried again.
public final class Transaction: Sendable {
    fileprivate struct State: Sendable {
        /// What was read: the version, or `nil` for a document that did not exist.
        var versions: [ResourceName: ModelTimestamp?] = [:]
        var writes: [Write] = []
        var mistake: FirestoreError?
        var isOver = false
    }

    private let firestore: Firestore
    private let state = Locked(State())

    init(_ firestore: Firestore) {
        self.firestore = firestore
    }

    /// Reads a document as the server has it.
    ///
    /// - Parameter document: The document.
    /// - Returns: The document, which may not exist.
    /// - Throws: ``FirestoreError``: with code `aborted` if another version was read before in this attempt,
    ///   `invalidArgument` after the first write.
    public func getDocument(_ document: DocumentReference) async throws(FirestoreError) -> DocumentSnapshot {
        let name = try name(of: document)
        let problem = state.withLock { state -> FirestoreError? in
            if state.isOver { return Self.isOverError }
            return state.writes.isEmpty ? nil : .invalid("A transaction reads all documents before it writes.")
        }
        if let problem { throw problem }
        let found = try await firestore.core.remote.get([name.path])[name.path]
        guard let found else { throw FirestoreError(.internal, "The server did not answer for \(name.text).") }
        let version = found.document?.updateTime
        let isConsistent = state.withLock { state in
            if let known = state.versions[name], known != version { return false }
            state.versions[name] = .some(version)
            return true
        }
        guard isConsistent else {
            let error = FirestoreError(.aborted, "The document \(name.text) changed between two reads.")
            state.withLock { $0.mistake = $0.mistake ?? error }
            throw error
        }
        return DocumentSnapshot(document, found.document.map { ShownDocument($0) })
    }

    /// Writes a document, as ``DocumentReference/setData(_:merge:)`` does.
    @discardableResult
    public func setData(
        _ data: [String: any FirestoreConvertible],
        forDocument document: DocumentReference,
        merge: Bool = false
    ) -> Transaction {
        add { () throws(FirestoreError) in try .set(try self.name(of: document), data, merge ? .all : .none) }
    }

    /// Writes some fields of a document, as ``DocumentReference/setData(_:mergeFields:)`` does.
    @discardableResult
    public func setData(
        _ data: [String: any FirestoreConvertible],
        forDocument document: DocumentReference,
        mergeFields: [any FieldPathConvertible]
    ) -> Transaction {
        add { () throws(FirestoreError) in try .set(try self.name(of: document), data, try .only(mergeFields)) }
    }

    /// Writes a document from a value that encodes itself.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - document: The document.
    ///   - merge: Whether fields that the value does not have stay. Defaults to no.
    ///   - encoder: How it is encoded. Defaults to the standard way.
    /// - Returns: The transaction.
    /// - Throws: What encoding throws.
    @discardableResult
    public func setData(
        from value: some Encodable,
        forDocument document: DocumentReference,
        merge: Bool = false,
        encoder: FirestoreEncoder = FirestoreEncoder()
    ) throws -> Transaction {
        setData(try encoder.encode(value), forDocument: document, merge: merge)
    }

    /// Changes fields of a document that must exist.
    @discardableResult
    public func updateData(
        _ fields: [String: any FirestoreConvertible],
        forDocument document: DocumentReference
    ) -> Transaction {
        add { () throws(FirestoreError) in try .update(try self.name(of: document), try fields.updates()) }
    }

    /// Changes fields of a document that must exist.
    @discardableResult
    public func updateData(
        _ fields: [FieldPath: any FirestoreConvertible],
        forDocument document: DocumentReference
    ) -> Transaction {
        add { () throws(FirestoreError) in try .update(try self.name(of: document), try fields.updates()) }
    }

    /// Deletes a document, if it is there.
    @discardableResult
    public func deleteDocument(_ document: DocumentReference) -> Transaction {
        add { () throws(FirestoreError) in Write(try self.name(of: document), .delete) }
    }

    private static let isOverError = FirestoreError(.failedPrecondition, "The transaction is over.")

    private func name(of document: DocumentReference) throws(FirestoreError) -> ResourceName {
        guard document.firestore === firestore else { throw .invalid("The document is of another Firestore.") }
        return try document.writableName()
    }

    private func add(_ make: () throws(FirestoreError) -> Write) -> Transaction {
        state.withLock { state in
            guard state.mistake == nil else { return }
            do throws(FirestoreError) {
                if state.isOver { throw Self.isOverError }
                state.writes.append(try make())
            } catch {
                state.mistake = error
            }
        }
        return self
    }

    /// Commits what was written, provided that what was read is still so.
    func commit() async throws(FirestoreError) {
        let (writes, mistake) = state.withLock { state -> ([Write], FirestoreError?) in
            state.isOver = true
            return (state.guardedWrites, state.mistake ?? state.updateOfMissing)
        }
        if let mistake { throw mistake }
        guard !writes.isEmpty else { return }
        _ = try await firestore.core.remote.commit(writes)
    }

    func end() {
        state.withLock { $0.isOver = true }
    }
}

extension Transaction.State {
    /// The writes, the first of each document under the condition that it is as it was read; a document that was only
    /// read is verified.
    fileprivate var guardedWrites: [Write] {
        var unguarded = versions
        var guarded: [Write] = []
        for var write in writes {
            if let version = unguarded.removeValue(forKey: write.name) {
                write.precondition = Self.condition(version)
            }
            guarded.append(write)
        }
        for (name, version) in unguarded.sorted(by: { $0.key.text < $1.key.text }) {
            guarded.append(Write(name, .verify, precondition: Self.condition(version)))
        }
        return guarded
    }

    /// What is wrong with updating a document that was read and did not exist.
    fileprivate var updateOfMissing: FirestoreError? {
        for write in writes where write.precondition == .exists(true) {
            if let version = versions[write.name], version == nil {
                return FirestoreError(.notFound, "No document to update: \(write.name.text)")
            }
        }
        return nil
    }

    private static func condition(_ version: ModelTimestamp?) -> HearthFirestoreModel.Precondition {
        version.map { .updateTime($0) } ?? .exists(false)
    }
}
