package import HearthFirestoreModel

/// Asks for the documents of a collection, page by page.
package struct ListDocumentsRequest: Message {
    package var parent = ""
    package var collectionId = ""
    package var pageSize: Int32 = 0
    package var pageToken = ""
    package var orderBy = ""
    package var mask: WireMask?
    package var transaction: [UInt8]?
    package var readTime: Timestamp?
    package var showMissing = false

    package static let names = FieldNames(
        """
        1 parent,2 collection_id,3 page_size,4 page_token,6 order_by,7 mask,\
        8 transaction:consistency_selector,10 read_time:consistency_selector,12 show_missing,\
        13 request_options
        """
    )

    package init() {}

    package func write(to sink: inout some MessageSink) {
        sink.string(1, parent)
        sink.string(2, collectionId)
        sink.int32(3, pageSize)
        sink.string(4, pageToken)
        sink.string(6, orderBy)
        sink.message(7, mask)
        if let transaction { sink.bytes(8, transaction, isMember: true) }
        sink.timestamp(10, readTime)
        sink.bool(12, showMissing)
    }

    package mutating func read(_ field: Int, from source: inout some MessageSource) throws(FirestoreError) -> Bool {
        switch field {
        case 1: parent = try source.string()
        case 2: collectionId = try source.string()
        case 3: pageSize = try source.int32()
        case 4: pageToken = try source.string()
        case 6: orderBy = try source.string()
        case 7: try source.message(into: &mask)
        case 8: transaction = try source.bytes()
        case 10: readTime = try source.timestamp()
        case 12: showMissing = try source.bool()
        default: return false
        }
        return true
    }
}

/// A page of documents.
package struct ListDocumentsResponse: Message {
    package var documents: [WireDocument] = []
    package var nextPageToken = ""

    package static let names = FieldNames("1 documents,2 next_page_token")

    package init() {}

    package func write(to sink: inout some MessageSink) {
        sink.messages(1, documents)
        sink.string(2, nextPageToken)
    }

    package mutating func read(_ field: Int, from source: inout some MessageSource) throws(FirestoreError) -> Bool {
        switch field {
        case 1: try source.append(to: &documents)
        case 2: nextPageToken = try source.string()
        default: return false
        }
        return true
    }
}

/// Asks for the collections below a document or the root.
package struct ListCollectionIdsRequest: Message {
    package var parent = ""
    package var pageSize: Int32 = 0
    package var pageToken = ""
    package var readTime: Timestamp?

    package static let names = FieldNames(
        """
        1 parent,2 page_size,3 page_token,4 read_time:consistency_selector,5 request_options
        """
    )

    package init() {}

    package func write(to sink: inout some MessageSink) {
        sink.string(1, parent)
        sink.int32(2, pageSize)
        sink.string(3, pageToken)
        sink.timestamp(4, readTime)
    }

    package mutating func read(_ field: Int, from source: inout some MessageSource) throws(FirestoreError) -> Bool {
        switch field {
        case 1: parent = try source.string()
        case 2: pageSize = try source.int32()
        case 3: pageToken = try source.string()
        case 4: readTime = try source.timestamp()
        default: return false
        }
        return true
    }
}

/// A page of ids.
package struct ListCollectionIdsResponse: Message {
    package var collectionIds: [String] = []
    package var nextPageToken = ""

    package static let names = FieldNames("1 collection_ids,2 next_page_token")

    package init() {}

    package func write(to sink: inout some MessageSink) {
        sink.strings(1, collectionIds)
        sink.string(2, nextPageToken)
    }

    package mutating func read(_ field: Int, from source: inout some MessageSource) throws(FirestoreError) -> Bool {
        switch field {
        case 1: try source.append(to: &collectionIds)
        case 2: nextPageToken = try source.string()
        default: return false
        }
        return true
    }
}

/// Asks for places that split a collection group into parts.
package struct PartitionQueryRequest: Message {
    package var parent = ""
    package var structuredQuery: WireQuery?
    package var partitionCount: Int64 = 0
    package var pageToken = ""
    package var pageSize: Int32 = 0
    package var readTime: Timestamp?

    package static let names = FieldNames(
        """
        1 parent,2 structured_query:query_type,3 partition_count,4 page_token,5 page_size,\
        6 read_time:consistency_selector,7 request_options
        """
    )

    package init() {}

    package func write(to sink: inout some MessageSink) {
        sink.string(1, parent)
        sink.message(2, structuredQuery)
        sink.int64(3, partitionCount)
        sink.string(4, pageToken)
        sink.int32(5, pageSize)
        sink.timestamp(6, readTime)
    }

    package mutating func read(_ field: Int, from source: inout some MessageSource) throws(FirestoreError) -> Bool {
        switch field {
        case 1: parent = try source.string()
        case 2: try source.message(into: &structuredQuery)
        case 3: partitionCount = try source.int64()
        case 4: pageToken = try source.string()
        case 5: pageSize = try source.int32()
        case 6: readTime = try source.timestamp()
        default: return false
        }
        return true
    }
}

/// A page of places.
package struct PartitionQueryResponse: Message {
    package var partitions: [WireCursor] = []
    package var nextPageToken = ""

    package static let names = FieldNames("1 partitions,2 next_page_token")

    package init() {}

    package func write(to sink: inout some MessageSink) {
        sink.messages(1, partitions)
        sink.string(2, nextPageToken)
    }

    package mutating func read(_ field: Int, from source: inout some MessageSource) throws(FirestoreError) -> Bool {
        switch field {
        case 1: try source.append(to: &partitions)
        case 2: nextPageToken = try source.string()
        default: return false
        }
        return true
    }
}
