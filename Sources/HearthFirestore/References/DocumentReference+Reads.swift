internal import HearthFirestoreModel

extension DocumentReference {
    /// Reads the document.
    ///
    /// - Returns: The document, which may not exist.
    /// - Throws: ``FirestoreError``, for example with code `permissionDenied`.
    public func getDocument() async throws(FirestoreError) -> DocumentSnapshot {
        let path = try ownPath()
        guard let found = try await firestore.core.remote.get([path])[path] else {
            throw FirestoreError(.internal, "The server did not answer for \(path.text).")
        }
        return DocumentSnapshot(self, found.document.map { ShownDocument($0) })
    }

    /// Reads the document as a type that decodes itself.
    ///
    /// - Parameters:
    ///   - type: The type; an optional one gives `nil` for a document that does not exist.
    ///   - behavior: What stands for the server's time while a write is on its way. Defaults to null.
    ///   - decoder: How it is decoded. Defaults to the standard way.
    /// - Returns: The value.
    /// - Throws: ``FirestoreError`` if it cannot be read, `DecodingError` if it cannot be decoded.
    public func getDocument<Value: Decodable>(
        as type: Value.Type,
        with behavior: ServerTimestampBehavior = .none,
        decoder: FirestoreDecoder = FirestoreDecoder()
    ) async throws -> Value {
        try await getDocument().data(as: type, with: behavior, decoder: decoder)
    }
}
