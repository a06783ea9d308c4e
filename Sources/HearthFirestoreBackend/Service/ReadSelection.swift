internal import HearthFirestoreModel
internal import HearthFirestoreStore
internal import HearthFirestoreWire

extension FirestoreService {
    /// The state that a read sees: a transaction's, a moment's, or the latest.
    func state(transaction: [UInt8]?, readTime: Timestamp?) throws(FirestoreError) -> ReadState {
        switch (transaction, readTime) {
        case (nil, nil): return .now
        case (let transaction?, nil): return transaction.isEmpty ? .now : .inTransaction(transaction)
        case (nil, let time?): return .at(time)
        case (.some, .some): throw .invalid("A read has either a transaction or a time.")
        }
    }

    /// The state that a read sees that may begin a transaction.
    ///
    /// - Returns: The state, and the id of the transaction if one was begun.
    func state(
        transaction: [UInt8]?,
        newTransaction: WireTransactionOptions?,
        readTime: Timestamp?,
        in database: DatabaseName
    ) async throws -> (ReadState, begun: [UInt8]?) {
        guard let newTransaction else {
            return (try state(transaction: transaction, readTime: readTime), nil)
        }
        guard transaction == nil, readTime == nil else {
            throw FirestoreError.invalid("A read has either a transaction or a time.")
        }
        let id = try await begin(newTransaction, in: database)
        return (.inTransaction(id), id)
    }

    /// Begins a transaction.
    func begin(_ options: WireTransactionOptions?, in database: DatabaseName) async throws -> [UInt8] {
        if let readOnly = options?.readOnly {
            return try await store.begin(.readOnly(readOnly.readTime), in: database)
        }
        let readWrite = options?.readWrite ?? WireReadWrite()
        let mode: TransactionMode = readWrite.concurrencyMode == 1 ? .optimistic : .readWrite
        return try await store.begin(mode, in: database, replacing: readWrite.retryTransaction)
    }
}
