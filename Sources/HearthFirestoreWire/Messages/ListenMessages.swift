package import HearthFirestoreModel

/// Adds a target to a stream, or removes one.
package struct ListenRequest: Message {
    package var database = ""
    package var addTarget: WireTarget?
    package var removeTarget: Int32?

    package static let names = FieldNames(
        """
        1 database,2 add_target:target_change,3 remove_target:target_change,4 labels,5 request_options
        """
    )

    package init() {}

    package func write(to sink: inout some MessageSink) {
        sink.string(1, database)
        sink.message(2, addTarget)
        if let removeTarget { sink.int32(3, removeTarget, isMember: true) }
    }

    package mutating func read(_ field: Int, from source: inout some MessageSource) throws(FirestoreError) -> Bool {
        switch field {
        case 1: database = try source.string()
        case 2: try source.message(into: &addTarget)
        case 3: removeTarget = try source.int32()
        default: return false
        }
        return true
    }
}

/// One thing that happened.
package struct ListenResponse: Message {
    package var targetChange: WireTargetChange?
    package var documentChange: WireDocumentChange?
    package var documentDelete: WireDocumentDelete?
    package var filter: WireExistenceFilter?
    package var documentRemove: WireDocumentRemove?

    package static let names = FieldNames(
        """
        2 target_change:response_type,3 document_change:response_type,4 document_delete:response_type,\
        5 filter:response_type,6 document_remove:response_type
        """
    )

    package init() {}

    package func write(to sink: inout some MessageSink) {
        sink.message(2, targetChange)
        sink.message(3, documentChange)
        sink.message(4, documentDelete)
        sink.message(5, filter)
        sink.message(6, documentRemove)
    }

    package mutating func read(_ field: Int, from source: inout some MessageSource) throws(FirestoreError) -> Bool {
        switch field {
        case 2: try source.message(into: &targetChange)
        case 3: try source.message(into: &documentChange)
        case 4: try source.message(into: &documentDelete)
        case 5: try source.message(into: &filter)
        case 6: try source.message(into: &documentRemove)
        default: return false
        }
        return true
    }
}

/// `Target`: what is listened to.
package struct WireTarget: Message {
    package var query: WireQueryTarget?
    package var documents: WireDocumentsTarget?
    package var resumeToken: [UInt8]?
    package var targetId: Int32 = 0
    package var once = false
    package var readTime: Timestamp?
    package var expectedCount: Int64?

    package static let names = FieldNames(
        """
        2 query:target_type,3 documents:target_type,4 resume_token:resume_type,5 target_id,6 once,\
        11 read_time:resume_type,12 expected_count
        """
    )

    package init() {}

    package func write(to sink: inout some MessageSink) {
        sink.message(2, query)
        sink.message(3, documents)
        if let resumeToken { sink.bytes(4, resumeToken, isMember: true) }
        sink.int32(5, targetId)
        sink.bool(6, once)
        sink.timestamp(11, readTime)
        sink.wrapped(12, expectedCount, isLong: false)
    }

    package mutating func read(_ field: Int, from source: inout some MessageSource) throws(FirestoreError) -> Bool {
        switch field {
        case 2: try source.message(into: &query)
        case 3: try source.message(into: &documents)
        case 4: resumeToken = try source.bytes()
        case 5: targetId = try source.int32()
        case 6: once = try source.bool()
        case 11: readTime = try source.timestamp()
        case 12: expectedCount = try source.wrapped()
        default: return false
        }
        return true
    }
}

/// `Target.QueryTarget`: the results of a query.
package struct WireQueryTarget: Message {
    package var parent = ""
    package var structuredQuery: WireQuery?

    package static let names = FieldNames("1 parent,2 structured_query:query_type")

    package init() {}

    package func write(to sink: inout some MessageSink) {
        sink.string(1, parent)
        sink.message(2, structuredQuery)
    }

    package mutating func read(_ field: Int, from source: inout some MessageSource) throws(FirestoreError) -> Bool {
        switch field {
        case 1: parent = try source.string()
        case 2: try source.message(into: &structuredQuery)
        default: return false
        }
        return true
    }
}

/// `Target.DocumentsTarget`: documents by their names.
package struct WireDocumentsTarget: Message {
    package var documents: [String] = []

    package static let names = FieldNames("2 documents")

    package init() {}

    package func write(to sink: inout some MessageSink) {
        sink.strings(2, documents)
    }

    package mutating func read(_ field: Int, from source: inout some MessageSource) throws(FirestoreError) -> Bool {
        switch field {
        case 2: try source.append(to: &documents)
        default: return false
        }
        return true
    }
}

/// `DocumentChange`: what a document is now, and to which targets it belongs.
package struct WireDocumentChange: Message {
    package var document: WireDocument?
    package var targetIds: [Int32] = []
    package var removedTargetIds: [Int32] = []

    package static let names = FieldNames("1 document,5 target_ids,6 removed_target_ids")

    package init() {}

    package func write(to sink: inout some MessageSink) {
        sink.message(1, document)
        sink.int32s(5, targetIds)
        sink.int32s(6, removedTargetIds)
    }

    package mutating func read(_ field: Int, from source: inout some MessageSource) throws(FirestoreError) -> Bool {
        switch field {
        case 1: try source.message(into: &document)
        case 5: try source.append(to: &targetIds)
        case 6: try source.append(to: &removedTargetIds)
        default: return false
        }
        return true
    }
}

/// `DocumentDelete`: a document is gone.
package struct WireDocumentDelete: Message {
    package var document = ""
    package var readTime: Timestamp?
    package var removedTargetIds: [Int32] = []

    package static let names = FieldNames("1 document,4 read_time,6 removed_target_ids")

    package init() {}

    package func write(to sink: inout some MessageSink) {
        sink.string(1, document)
        sink.timestamp(4, readTime)
        sink.int32s(6, removedTargetIds)
    }

    package mutating func read(_ field: Int, from source: inout some MessageSource) throws(FirestoreError) -> Bool {
        switch field {
        case 1: document = try source.string()
        case 4: readTime = try source.timestamp()
        case 6: try source.append(to: &removedTargetIds)
        default: return false
        }
        return true
    }
}

/// `DocumentRemove`: a document does not belong to targets any more.
package struct WireDocumentRemove: Message {
    package var document = ""
    package var removedTargetIds: [Int32] = []
    package var readTime: Timestamp?

    package static let names = FieldNames("1 document,2 removed_target_ids,4 read_time")

    package init() {}

    package func write(to sink: inout some MessageSink) {
        sink.string(1, document)
        sink.int32s(2, removedTargetIds)
        sink.timestamp(4, readTime)
    }

    package mutating func read(_ field: Int, from source: inout some MessageSource) throws(FirestoreError) -> Bool {
        switch field {
        case 1: document = try source.string()
        case 2: try source.append(to: &removedTargetIds)
        case 4: readTime = try source.timestamp()
        default: return false
        }
        return true
    }
}

/// `ExistenceFilter`: how many documents a target has, and which.
package struct WireExistenceFilter: Message {
    package var targetId: Int32 = 0
    package var count: Int32 = 0
    package var unchangedNames: WireBloomFilter?

    package static let names = FieldNames("1 target_id,2 count,3 unchanged_names")

    package init() {}

    package func write(to sink: inout some MessageSink) {
        sink.int32(1, targetId)
        sink.int32(2, count)
        sink.message(3, unchangedNames)
    }

    package mutating func read(_ field: Int, from source: inout some MessageSource) throws(FirestoreError) -> Bool {
        switch field {
        case 1: targetId = try source.int32()
        case 2: count = try source.int32()
        case 3: try source.message(into: &unchangedNames)
        default: return false
        }
        return true
    }
}

/// `BloomFilter`: a set of names in few bits.
package struct WireBloomFilter: Message {
    package var bits: WireBitSequence?
    package var hashCount: Int32 = 0

    package static let names = FieldNames("1 bits,2 hash_count")

    package init() {}

    package func write(to sink: inout some MessageSink) {
        sink.message(1, bits)
        sink.int32(2, hashCount)
    }

    package mutating func read(_ field: Int, from source: inout some MessageSource) throws(FirestoreError) -> Bool {
        switch field {
        case 1: try source.message(into: &bits)
        case 2: hashCount = try source.int32()
        default: return false
        }
        return true
    }
}

/// `BitSequence`: bits.
package struct WireBitSequence: Message {
    package var bitmap: [UInt8] = []
    package var padding: Int32 = 0

    package static let names = FieldNames("1 bitmap,2 padding")

    package init() {}

    package func write(to sink: inout some MessageSink) {
        sink.bytes(1, bitmap)
        sink.int32(2, padding)
    }

    package mutating func read(_ field: Int, from source: inout some MessageSource) throws(FirestoreError) -> Bool {
        switch field {
        case 1: bitmap = try source.bytes()
        case 2: padding = try source.int32()
        default: return false
        }
        return true
    }
}

/// `TargetChange`: something about targets themselves.
package struct WireTargetChange: Message {
    package var type: Int32 = 0
    package var targetIds: [Int32] = []
    package var cause: WireStatus?
    package var resumeToken: [UInt8] = []
    package var readTime: Timestamp?

    package static let names = FieldNames("1 target_change_type,2 target_ids,3 cause,4 resume_token,6 read_time")

    package static let types = EnumerationNames("0 NO_CHANGE,1 ADD,2 REMOVE,3 CURRENT,4 RESET")

    package init() {}

    package func write(to sink: inout some MessageSink) {
        sink.enumeration(1, EnumerationValue(type, Self.types))
        sink.int32s(2, targetIds)
        sink.message(3, cause)
        sink.bytes(4, resumeToken)
        sink.timestamp(6, readTime)
    }

    package mutating func read(_ field: Int, from source: inout some MessageSource) throws(FirestoreError) -> Bool {
        switch field {
        case 1: type = try source.enumeration(Self.types)
        case 2: try source.append(to: &targetIds)
        case 3: try source.message(into: &cause)
        case 4: resumeToken = try source.bytes()
        case 6: readTime = try source.timestamp()
        default: return false
        }
        return true
    }
}
