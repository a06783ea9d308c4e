internal import HearthCore
package import HearthFirestoreModel
internal import HearthFirestoreStore
package import HearthFirestoreWire

extension FirestoreService {
    /// Serves a stream of writes: batches are committed one after the other, each is answered, and the first that fails
    /// ends the stream.
    ///
    /// - Parameters:
    ///   - requests: What the client sends.
    ///   - caller: Who it is.
    ///   - sink: Takes the answers.
    /// - Throws: ``FirestoreError`` that ends the stream; nothing of the batch that it is about was stored.
    package func write<Requests: AsyncSequence & Sendable>(
        _ requests: Requests,
        _ caller: FirestoreCaller,
        _ sink: ResultSink<WriteResponse>
    ) async throws(FirestoreError) where Requests.Element == WriteRequest {
        try await answering {
            var iterator = requests.makeAsyncIterator()
            guard let first = try await iterator.next() else { return }
            let database = try handshake(first)
            var token = 0
            var response = WriteResponse()
            response.streamId = options.random.alphanumeric(20)
            response.streamToken = Array(String(token).utf8)
            try await sink(response)
            while let request = try await iterator.next() {
                guard request.database.isEmpty || request.database == database.text else {
                    throw FirestoreError.invalid(
                        "Request specified a database (\(request.database)) that did not match the expected database "
                            + "(\(database.text))"
                    )
                }
                token += 1
                try await sink(try await answer(request, database, token, caller))
                // A client that has nothing to write is about to leave.
                if request.writes.isEmpty { return }
            }
        }
    }

    private func handshake(_ request: WriteRequest) throws(FirestoreError) -> DatabaseName {
        if request.database.isEmpty { throw .invalid("'database' must be set on an initial write request.") }
        if !request.writes.isEmpty { throw .invalid("'writes' must not be set on an initial write request.") }
        if !request.streamId.isEmpty {
            throw .invalid("Resuming streams is not supported, do not set stream ID.")
        }
        if !request.streamToken.isEmpty {
            throw .invalid(
                "Resuming streams is not supported, 'stream_token' must not be set on an initial write request."
            )
        }
        return try database(request.database)
    }

    private func answer(
        _ request: WriteRequest,
        _ database: DatabaseName,
        _ token: Int,
        _ caller: FirestoreCaller
    ) async throws -> WriteResponse {
        let writes = try Self.writes(request.writes, in: database)
        let record = try await store.commit(writes, in: database, check: changeCheck(caller))
        var response = WriteResponse()
        response.streamToken = Array(String(token).utf8)
        response.writeResults = record?.outcomes.map(WireWriteResult.init) ?? []
        response.commitTime = record?.time
        return response
    }
}
