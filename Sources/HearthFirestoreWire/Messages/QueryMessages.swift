package import HearthFirestoreModel

/// Asks for the results of a query.
package struct RunQueryRequest: Message {
    package var parent = ""
    package var structuredQuery: WireQuery?
    package var transaction: [UInt8]?
    package var newTransaction: WireTransactionOptions?
    package var readTime: Timestamp?

    package static let names = FieldNames(
        """
        1 parent,2 structured_query:query_type,5 transaction:consistency_selector,\
        6 new_transaction:consistency_selector,7 read_time:consistency_selector,10 explain_options,\
        11 request_options
        """
    )

    package init() {}

    package func write(to sink: inout some MessageSink) {
        sink.string(1, parent)
        sink.message(2, structuredQuery)
        if let transaction { sink.bytes(5, transaction, isMember: true) }
        sink.message(6, newTransaction)
        sink.timestamp(7, readTime)
    }

    package mutating func read(_ field: Int, from source: inout some MessageSource) throws(FirestoreError) -> Bool {
        switch field {
        case 1: parent = try source.string()
        case 2: try source.message(into: &structuredQuery)
        case 5: transaction = try source.bytes()
        case 6: try source.message(into: &newTransaction)
        case 7: readTime = try source.timestamp()
        case 10: throw .explanationsAreNotServed
        default: return false
        }
        return true
    }
}

/// One result, or something about all of them.
package struct RunQueryResponse: Message {
    package var document: WireDocument?
    package var transaction: [UInt8] = []
    package var readTime: Timestamp?
    package var skippedResults: Int32 = 0
    package var done: Bool?

    package static let names = FieldNames(
        """
        1 document,2 transaction,3 read_time,4 skipped_results,6 done:continuation_selector
        """
    )

    package init() {}

    package func write(to sink: inout some MessageSink) {
        sink.message(1, document)
        sink.bytes(2, transaction)
        sink.timestamp(3, readTime)
        sink.int32(4, skippedResults)
        if let done { sink.bool(6, done, isMember: true) }
    }

    package mutating func read(_ field: Int, from source: inout some MessageSource) throws(FirestoreError) -> Bool {
        switch field {
        case 1: try source.message(into: &document)
        case 2: transaction = try source.bytes()
        case 3: readTime = try source.timestamp()
        case 4: skippedResults = try source.int32()
        case 6: done = try source.bool()
        default: return false
        }
        return true
    }
}

/// Asks for numbers about the results of a query.
package struct RunAggregationQueryRequest: Message {
    package var parent = ""
    package var structuredAggregationQuery: WireAggregationQuery?
    package var transaction: [UInt8]?
    package var newTransaction: WireTransactionOptions?
    package var readTime: Timestamp?

    package static let names = FieldNames(
        """
        1 parent,2 structured_aggregation_query:query_type,4 transaction:consistency_selector,\
        5 new_transaction:consistency_selector,6 read_time:consistency_selector,8 explain_options,\
        9 request_options
        """
    )

    package init() {}

    package func write(to sink: inout some MessageSink) {
        sink.string(1, parent)
        sink.message(2, structuredAggregationQuery)
        if let transaction { sink.bytes(4, transaction, isMember: true) }
        sink.message(5, newTransaction)
        sink.timestamp(6, readTime)
    }

    package mutating func read(_ field: Int, from source: inout some MessageSource) throws(FirestoreError) -> Bool {
        switch field {
        case 1: parent = try source.string()
        case 2: try source.message(into: &structuredAggregationQuery)
        case 4: transaction = try source.bytes()
        case 5: try source.message(into: &newTransaction)
        case 6: readTime = try source.timestamp()
        case 8: throw .explanationsAreNotServed
        default: return false
        }
        return true
    }
}

/// The numbers.
package struct RunAggregationQueryResponse: Message {
    package var result: WireAggregationResult?
    package var transaction: [UInt8] = []
    package var readTime: Timestamp?

    package static let names = FieldNames("1 result,2 transaction,3 read_time")

    package init() {}

    package func write(to sink: inout some MessageSink) {
        sink.message(1, result)
        sink.bytes(2, transaction)
        sink.timestamp(3, readTime)
    }

    package mutating func read(_ field: Int, from source: inout some MessageSource) throws(FirestoreError) -> Bool {
        switch field {
        case 1: try source.message(into: &result)
        case 2: transaction = try source.bytes()
        case 3: readTime = try source.timestamp()
        default: return false
        }
        return true
    }
}

/// `AggregationResult`: numbers by alias.
package struct WireAggregationResult: Message {
    package var aggregateFields: Fields = [:]
    /// The numbers that were read so far.
    private var entries: [Fields.Entry] = []

    package static let names = FieldNames("2 aggregate_fields")

    package init() {}

    package func write(to sink: inout some MessageSink) {
        sink.fields(2, aggregateFields)
    }

    package mutating func read(_ field: Int, from source: inout some MessageSource) throws(FirestoreError) -> Bool {
        switch field {
        case 2: try source.append(to: &entries)
        default: return false
        }
        return true
    }

    package mutating func finishReading() {
        if entries.isEmpty { return }
        aggregateFields = Fields(entries: aggregateFields.entries + entries)
        entries = []
    }
}

/// `StructuredAggregationQuery`: a query and what is computed from its results.
package struct WireAggregationQuery: Message {
    package var structuredQuery: WireQuery?
    package var aggregations: [WireAggregation] = []

    package static let names = FieldNames("1 structured_query:query_type,3 aggregations")

    package init() {}

    package func write(to sink: inout some MessageSink) {
        sink.message(1, structuredQuery)
        sink.messages(3, aggregations)
    }

    package mutating func read(_ field: Int, from source: inout some MessageSource) throws(FirestoreError) -> Bool {
        switch field {
        case 1: try source.message(into: &structuredQuery)
        case 3: try source.append(to: &aggregations)
        default: return false
        }
        return true
    }
}

/// `StructuredAggregationQuery.Aggregation`: one number.
package struct WireAggregation: Message {
    package var count: WireCount?
    package var sum: WireAggregatedField?
    package var average: WireAggregatedField?
    package var alias = ""

    package static let names = FieldNames("1 count:operator,2 sum:operator,3 avg:operator,7 alias")

    package init() {}

    package func write(to sink: inout some MessageSink) {
        sink.message(1, count)
        sink.message(2, sum)
        sink.message(3, average)
        sink.string(7, alias)
    }

    package mutating func read(_ field: Int, from source: inout some MessageSource) throws(FirestoreError) -> Bool {
        switch field {
        case 1: try source.message(into: &count)
        case 2: try source.message(into: &sum)
        case 3: try source.message(into: &average)
        case 7: alias = try source.string()
        default: return false
        }
        return true
    }
}

/// `Aggregation.Count`: how many results there are.
package struct WireCount: Message {
    package var upTo: Int64?

    package static let names = FieldNames("1 up_to")

    package init() {}

    package func write(to sink: inout some MessageSink) {
        sink.wrapped(1, upTo, isLong: true)
    }

    package mutating func read(_ field: Int, from source: inout some MessageSource) throws(FirestoreError) -> Bool {
        switch field {
        case 1: upTo = try source.wrapped()
        default: return false
        }
        return true
    }
}

/// `Aggregation.Sum` and `Aggregation.Avg`: the field that is summed or averaged.
package struct WireAggregatedField: Message {
    package var field: WireFieldReference?

    package static let names = FieldNames("1 field")

    package init() {}

    package func write(to sink: inout some MessageSink) {
        sink.message(1, field)
    }

    package mutating func read(_ field: Int, from source: inout some MessageSource) throws(FirestoreError) -> Bool {
        switch field {
        case 1: try source.message(into: &self.field)
        default: return false
        }
        return true
    }
}

extension FirestoreError {
    /// What a caller is told who asks how a query is run: results without the explanation would look like an answer.
    fileprivate static let explanationsAreNotServed = FirestoreError(
        .unimplemented,
        "explain_options are not served here: ask without them."
    )
}
