internal import HearthFirestoreModel

extension QueryProtocol {
    /// Runs the query; what was written here and the server does not have yet is taken into account.
    ///
    /// - Parameter source: Where it runs. Defaults to the server, or memory if the server is out of reach.
    /// - Returns: The results.
    /// - Throws: ``FirestoreError``, for example with code `permissionDenied`.
    public func getDocuments(source: FirestoreSource = .default) async throws(FirestoreError) -> QuerySnapshot {
        let query = query
        var (results, isFromCache) = try await query.firestore.core.engine.run(
            query.written(),
            effective: query.effective(),
            source
        )
        if query.isReversed { results.reverse() }
        return QuerySnapshot(query: query, results: results, isFromCache: isFromCache)
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
