internal import HearthFirestoreModel

extension DocumentReference {
    /// Writes the document: it becomes exactly the data, or with `merge` has the data's fields and keeps its others.
    ///
    /// Listeners and reads of this client see the write at once; the call returns when the server has it, which may be
    /// long after: while the server cannot be reached, the write waits and is tried again. Cancelling the task does not
    /// take the write back.
    ///
    /// If the answer of the server is lost, the write is sent again, because it is not known whether it happened. Data
    /// and server timestamps are then the same as after one write, ``FieldValue/arrayUnion(_:)`` and
    /// ``FieldValue/arrayRemove(_:)`` too; an increment counts twice. A write with a precondition is refused the second
    /// time: ``create(_:)`` throws `alreadyExists` although it was this call that created the document. Where an
    /// increment must count once, use ``Firestore/runTransaction(_:_:)``, which is not run again after a lost answer.
    ///
    /// - Parameters:
    ///   - data: The fields.
    ///   - merge: Whether fields that the data does not name stay. Defaults to no.
    /// - Throws: ``FirestoreError`` when the server refuses, for example with code `permissionDenied`; the document is
    ///   then shown as it was before.
    public func setData(_ data: [String: any FirestoreConvertible], merge: Bool = false) async throws(FirestoreError) {
        try await setData(data, merge: merge) {}
    }

    /// Writes some fields of the document and keeps all others.
    ///
    /// - Parameters:
    ///   - data: The fields.
    ///   - mergeFields: Which of them are written; each must be in the data, unless it is removed.
    /// - Throws: ``FirestoreError``, as ``setData(_:merge:)`` does.
    public func setData(
        _ data: [String: any FirestoreConvertible],
        mergeFields: [any FieldPathConvertible]
    ) async throws(FirestoreError) {
        try await firestore.core.write([.set(try writableName(), data, try .only(mergeFields))])
    }

    /// Writes the document from a value that encodes itself.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - merge: Whether fields that the value does not have stay. Defaults to no.
    ///   - encoder: How it is encoded. Defaults to the standard way.
    /// - Throws: ``FirestoreError``, as ``setData(_:merge:)`` does, or what encoding throws.
    public func setData(
        from value: some Encodable,
        merge: Bool = false,
        encoder: FirestoreEncoder = FirestoreEncoder()
    ) async throws {
        try await setData(encoder.encode(value), merge: merge)
    }

    /// Writes some fields of a value that encodes itself.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - mergeFields: Which of its fields are written.
    ///   - encoder: How it is encoded. Defaults to the standard way.
    /// - Throws: ``FirestoreError``, as ``setData(_:merge:)`` does, or what encoding throws.
    public func setData(
        from value: some Encodable,
        mergeFields: [any FieldPathConvertible],
        encoder: FirestoreEncoder = FirestoreEncoder()
    ) async throws {
        try await setData(encoder.encode(value), mergeFields: mergeFields)
    }

    /// Writes the document, which must not exist: otherwise the call fails with `alreadyExists`.
    ///
    /// It also fails so when an earlier attempt of the same call succeeded and its answer was lost, see
    /// ``setData(_:merge:)``. With an id that only this call can know, such as that of a new
    /// ``CollectionReference/document()``, the document is then the one that was written.
    ///
    /// - Parameter data: The fields.
    /// - Throws: ``FirestoreError``, as ``setData(_:merge:)`` does.
    public func create(_ data: [String: any FirestoreConvertible]) async throws(FirestoreError) {
        try await firestore.core.write([.set(try writableName(), data, .none, precondition: .exists(false))])
    }

    /// Changes fields of the document, which must exist: otherwise the call fails with `notFound`.
    ///
    /// - Parameters:
    ///   - fields: The fields by their paths; dots lead into maps, and what is not named stays.
    ///   - precondition: What must hold before. Defaults to that the document exists.
    /// - Throws: ``FirestoreError``, as ``setData(_:merge:)`` does.
    public func updateData(
        _ fields: [String: any FirestoreConvertible],
        precondition: Precondition = .exists
    ) async throws(FirestoreError) {
        let write = try Write.update(
            try writableName(),
            try fields.updates(),
            precondition: try precondition.model()
        )
        try await firestore.core.write([write])
    }

    /// Changes fields of the document, which must exist: otherwise the call fails with `notFound`.
    ///
    /// - Parameters:
    ///   - fields: The fields by their paths, whose names may hold any characters.
    ///   - precondition: What must hold before. Defaults to that the document exists.
    /// - Throws: ``FirestoreError``, as ``setData(_:merge:)`` does.
    public func updateData(
        _ fields: [FieldPath: any FirestoreConvertible],
        precondition: Precondition = .exists
    ) async throws(FirestoreError) {
        try await updateData(fields, precondition: precondition) {}
    }

    /// Deletes the document, if it is there; collections below it stay.
    ///
    /// - Parameter precondition: What must hold before. Defaults to nothing.
    /// - Throws: ``FirestoreError``, as ``setData(_:merge:)`` does.
    public func delete(precondition: Precondition? = nil) async throws(FirestoreError) {
        try await delete(precondition: precondition) {}
    }

    /// The name, if the document can be written by this client.
    func writableName() throws(FirestoreError) -> ResourceName {
        ResourceName(database: firestore.core.database, path: try ownPath())
    }
}

/// Writes that say when reads and listeners see them, which may be long before the server has them.
extension DocumentReference {
    package func setData(
        _ data: [String: any FirestoreConvertible],
        merge: Bool,
        entered: @Sendable () -> Void
    ) async throws(FirestoreError) {
        try await firestore.core.write([.set(try writableName(), data, merge ? .all : .none)], entered: entered)
    }

    package func setData(
        _ data: [String: any FirestoreConvertible],
        mergeFields: [any FieldPathConvertible],
        entered: @Sendable () -> Void
    ) async throws(FirestoreError) {
        try await firestore.core.write([.set(try writableName(), data, try .only(mergeFields))], entered: entered)
    }

    package func updateData(
        _ fields: [FieldPath: any FirestoreConvertible],
        precondition: Precondition = .exists,
        entered: @Sendable () -> Void
    ) async throws(FirestoreError) {
        let write = try Write.update(
            try writableName(),
            try fields.updates(),
            precondition: try precondition.model()
        )
        try await firestore.core.write([write], entered: entered)
    }

    package func delete(
        precondition: Precondition? = nil,
        entered: @Sendable () -> Void
    ) async throws(FirestoreError) {
        let write = Write(try writableName(), .delete, precondition: try precondition?.model())
        try await firestore.core.write([write], entered: entered)
    }
}
