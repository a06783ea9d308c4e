internal import HearthFirestoreModel

extension QueryProtocol {
    /// Runs the query.
    ///
    /// - Returns: The results.
    /// - Throws: ``FirestoreError``, for example with code `permissionDenied`.
    public func getDocuments() async throws(FirestoreError) -> QuerySnapshot {
        let query = query
        var results = try await query.firestore.core.remote.run(query.written()).documents.map { ShownDocument($0) }
        if query.isReversed { results.reverse() }
        return QuerySnapshot(query: query, results: results, isFromCache: false)
    }

    /// Runs the query, with the results as a type that decodes itself.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - decoder: How each result is decoded. Defaults to the standard way.
    /// - Returns: A value for each result.
    /// - Throws: ``FirestoreError`` if it cannot be run, `DecodingError` for the first result that cannot be decoded.
    public func getDocuments<Value: Decodable>(
        as type: Value.Type,
        decoder: FirestoreDecoder = FirestoreDecoder()
    ) async throws -> [Value] {
        try await getDocuments().documents(as: type, decoder: decoder)
    }
}
