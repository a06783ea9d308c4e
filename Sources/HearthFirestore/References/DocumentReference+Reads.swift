internal import HearthFirestoreModel

extension DocumentReference {
    /// Reads the document, with what was written here and the server does not have yet.
    ///
    /// - Parameter source: Where it is read. Defaults to the server, or memory if the server is out of reach.
    /// - Returns: The document, which may not exist.
    /// - Throws: ``FirestoreError``, for example with code `permissionDenied`; with code `unavailable` if the server is out
    ///   of reach and memory knows nothing of the document.
    public func getDocument(source: FirestoreSource = .default) async throws(FirestoreError) -> DocumentSnapshot {
        let (local, isFromCache) = try await firestore.core.engine.get(try ownPath(), source)
        return DocumentSnapshot(self, local.shown, isFromCache: isFromCache)
    }

    /// Reads the document as a type that decodes itself.
    ///
    /// - Parameters:
    ///   - type: The type; an optional one gives `nil` for a document that does not exist.
    ///   - behavior: What stands for the server's time while a write is on its way. Defaults to null.
    ///   - decoder: How it is decoded. Defaults to the standard way.
    ///   - source: Where it is read. Defaults to the server, or memory if the server is out of reach.
    /// - Returns: The value.
    /// - Throws: ``FirestoreError`` if it cannot be read, `DecodingError` if it cannot be decoded.
    public func getDocument<Value: Decodable>(
        as type: Value.Type,
        with behavior: ServerTimestampBehavior = .none,
        decoder: FirestoreDecoder = FirestoreDecoder(),
        source: FirestoreSource = .default
    ) async throws -> Value {
        try await getDocument(source: source).data(as: type, with: behavior, decoder: decoder)
    }
}
