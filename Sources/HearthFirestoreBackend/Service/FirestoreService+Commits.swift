package import HearthFirestoreModel
internal import HearthFirestoreStore
package import HearthFirestoreWire

extension FirestoreService {
    /// Begins a transaction.
    package func beginTransaction(
        _ request: BeginTransactionRequest,
        _ caller: FirestoreCaller
    ) async throws(FirestoreError) -> BeginTransactionResponse {
        let database = try database(request.database)
        return try await answering {
            var response = BeginTransactionResponse()
            response.transaction = try await begin(request.options, in: database)
            return response
        }
    }

    /// Makes changes that happen together.
    package func commit(
        _ request: CommitRequest,
        _ caller: FirestoreCaller
    ) async throws(FirestoreError) -> CommitResponse {
        let database = try database(request.database)
        let writes = try Self.writes(request.writes, in: database)
        let transaction = request.transaction.isEmpty ? nil : request.transaction
        return try await answering {
            let record = try await store.commit(
                writes,
                in: database,
                transaction: transaction,
                check: changeCheck(caller)
            )
            var response = CommitResponse()
            response.writeResults = record?.outcomes.map(WireWriteResult.init) ?? []
            response.commitTime = record?.time
            return response
        }
    }

    /// Ends a transaction without changes.
    package func rollback(
        _ request: RollbackRequest,
        _ caller: FirestoreCaller
    ) async throws(FirestoreError) -> EmptyMessage {
        let database = try database(request.database)
        try await answering { try await store.rollback(request.transaction, in: database) }
        return EmptyMessage()
    }

    /// The most writes of a batch whose writes happen each for itself.
    private static let maximumBatch = 500

    /// Makes changes that happen each for itself.
    package func batchWrite(
        _ request: BatchWriteRequest,
        _ caller: FirestoreCaller
    ) async throws(FirestoreError) -> BatchWriteResponse {
        let database = try database(request.database)
        try requireAdministrator(caller, "Batch writes require admin authentication.")
        guard request.writes.count <= Self.maximumBatch else {
            throw .invalid("maximum \(Self.maximumBatch) writes allowed per request")
        }
        let writes = try Self.writes(request.writes, in: database)
        guard Set(writes.map(\.name)).count == writes.count else {
            throw .invalid("the same document cannot be written more than once in a single request")
        }
        var response = BatchWriteResponse()
        for write in writes {
            do throws(FirestoreError) {
                let record = try await answering { try await store.commit([write], in: database) }
                response.writeResults.append(record.map { WireWriteResult($0.outcomes[0]) } ?? WireWriteResult())
                response.status.append(WireStatus())
            } catch {
                response.writeResults.append(WireWriteResult())
                response.status.append(WireStatus(error))
            }
        }
        return response
    }

    /// Reads and checks all writes before any is applied.
    static func writes(_ messages: [WireWrite], in database: DatabaseName) throws(FirestoreError) -> [Write] {
        var writes: [Write] = []
        var written: Set<ResourceName> = []
        var verified: Set<ResourceName> = []
        for message in messages {
            let write = try message.write(in: database)
            let refusal: String?
            if case .verify = write.operation {
                refusal =
                    written.contains(write.name)
                    ? "written and then verified"
                    : (verified.insert(write.name).inserted ? nil : "verified more than once")
            } else {
                refusal = verified.contains(write.name) ? "verified and then written" : nil
                written.insert(write.name)
            }
            if let refusal { throw .invalid("the same document cannot be \(refusal) in a single request") }
            writes.append(write)
        }
        return writes
    }
}
