package import HearthFirestoreModel

/// `TransactionOptions`: how a transaction is to be.
package struct WireTransactionOptions: Message {
    package var readOnly: WireReadOnly?
    package var readWrite: WireReadWrite?

    package static let names = FieldNames("2 read_only:mode,3 read_write:mode")

    package init() {}

    package func write(to sink: inout some MessageSink) {
        sink.message(2, readOnly)
        sink.message(3, readWrite)
    }

    package mutating func read(_ field: Int, from source: inout some MessageSource) throws(FirestoreError) -> Bool {
        switch field {
        case 2: try source.message(into: &readOnly)
        case 3: try source.message(into: &readWrite)
        default: return false
        }
        return true
    }
}

/// `TransactionOptions.ReadOnly`: a transaction that sees one moment.
package struct WireReadOnly: Message {
    package var readTime: Timestamp?

    package static let names = FieldNames("2 read_time:consistency_selector")

    package init() {}

    package func write(to sink: inout some MessageSink) {
        sink.timestamp(2, readTime)
    }

    package mutating func read(_ field: Int, from source: inout some MessageSource) throws(FirestoreError) -> Bool {
        switch field {
        case 2: readTime = try source.timestamp()
        default: return false
        }
        return true
    }
}

/// Asks for a transaction.
package struct BeginTransactionRequest: Message {
    package var database = ""
    package var options: WireTransactionOptions?

    package static let names = FieldNames("1 database,2 options,3 request_options")

    package init() {}

    package func write(to sink: inout some MessageSink) {
        sink.string(1, database)
        sink.message(2, options)
    }

    package mutating func read(_ field: Int, from source: inout some MessageSource) throws(FirestoreError) -> Bool {
        switch field {
        case 1: database = try source.string()
        case 2: try source.message(into: &options)
        default: return false
        }
        return true
    }
}

/// Names a transaction.
package struct BeginTransactionResponse: Message {
    package var transaction: [UInt8] = []

    package static let names = FieldNames("1 transaction")

    package init() {}

    package func write(to sink: inout some MessageSink) {
        sink.bytes(1, transaction)
    }

    package mutating func read(_ field: Int, from source: inout some MessageSource) throws(FirestoreError) -> Bool {
        switch field {
        case 1: transaction = try source.bytes()
        default: return false
        }
        return true
    }
}

/// Asks for changes that happen together.
package struct CommitRequest: Message {
    package var database = ""
    package var writes: [WireWrite] = []
    package var transaction: [UInt8] = []

    package static let names = FieldNames("1 database,2 writes,3 transaction,4 request_options")

    package init() {}

    package func write(to sink: inout some MessageSink) {
        sink.string(1, database)
        sink.messages(2, writes)
        sink.bytes(3, transaction)
    }

    package mutating func read(_ field: Int, from source: inout some MessageSource) throws(FirestoreError) -> Bool {
        switch field {
        case 1: database = try source.string()
        case 2: try source.append(to: &writes)
        case 3: transaction = try source.bytes()
        default: return false
        }
        return true
    }
}

/// Tells what was committed, and when.
package struct CommitResponse: Message {
    package var writeResults: [WireWriteResult] = []
    package var commitTime: Timestamp?

    package static let names = FieldNames("1 write_results,2 commit_time")

    package init() {}

    package func write(to sink: inout some MessageSink) {
        sink.messages(1, writeResults)
        sink.timestamp(2, commitTime)
    }

    package mutating func read(_ field: Int, from source: inout some MessageSource) throws(FirestoreError) -> Bool {
        switch field {
        case 1: try source.append(to: &writeResults)
        case 2: commitTime = try source.timestamp()
        default: return false
        }
        return true
    }
}

/// Asks for the end of a transaction.
package struct RollbackRequest: Message {
    package var database = ""
    package var transaction: [UInt8] = []

    package static let names = FieldNames("1 database,2 transaction,3 request_options")

    package init() {}

    package func write(to sink: inout some MessageSink) {
        sink.string(1, database)
        sink.bytes(2, transaction)
    }

    package mutating func read(_ field: Int, from source: inout some MessageSource) throws(FirestoreError) -> Bool {
        switch field {
        case 1: database = try source.string()
        case 2: transaction = try source.bytes()
        default: return false
        }
        return true
    }
}

/// Asks for changes that happen each for itself.
package struct BatchWriteRequest: Message {
    package var database = ""
    package var writes: [WireWrite] = []

    package static let names = FieldNames("1 database,2 writes,3 labels,4 request_options")

    package init() {}

    package func write(to sink: inout some MessageSink) {
        sink.string(1, database)
        sink.messages(2, writes)
    }

    package mutating func read(_ field: Int, from source: inout some MessageSource) throws(FirestoreError) -> Bool {
        switch field {
        case 1: database = try source.string()
        case 2: try source.append(to: &writes)
        default: return false
        }
        return true
    }
}

/// Tells what became of each change.
package struct BatchWriteResponse: Message {
    package var writeResults: [WireWriteResult] = []
    package var status: [WireStatus] = []

    package static let names = FieldNames("1 write_results,2 status")

    package init() {}

    package func write(to sink: inout some MessageSink) {
        sink.messages(1, writeResults)
        sink.messages(2, status)
    }

    package mutating func read(_ field: Int, from source: inout some MessageSource) throws(FirestoreError) -> Bool {
        switch field {
        case 1: try source.append(to: &writeResults)
        case 2: try source.append(to: &status)
        default: return false
        }
        return true
    }
}

/// `TransactionOptions.ReadWrite`: a transaction that may write.
package struct WireReadWrite: Message {
    package var retryTransaction: [UInt8] = []
    package var concurrencyMode: Int32 = 0

    package static let names = FieldNames("1 retry_transaction,2 concurrency_mode")

    package static let concurrencyModes = EnumerationNames(
        "0 CONCURRENCY_MODE_UNSPECIFIED,1 OPTIMISTIC,2 PESSIMISTIC"
    )

    package init() {}

    package func write(to sink: inout some MessageSink) {
        sink.bytes(1, retryTransaction)
        sink.enumeration(2, EnumerationValue(concurrencyMode, Self.concurrencyModes))
    }

    package mutating func read(_ field: Int, from source: inout some MessageSource) throws(FirestoreError) -> Bool {
        switch field {
        case 1: retryTransaction = try source.bytes()
        case 2: concurrencyMode = try source.enumeration(Self.concurrencyModes)
        default: return false
        }
        return true
    }
}
