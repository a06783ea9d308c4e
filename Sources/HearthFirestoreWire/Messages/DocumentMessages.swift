package import HearthFirestoreModel

/// Asks for a document.
package struct GetDocumentRequest: Message {
    package var name = ""
    package var mask: WireMask?
    package var transaction: [UInt8]?
    package var readTime: Timestamp?

    package static let names = FieldNames(
        """
        1 name,2 mask,3 transaction:consistency_selector,5 read_time:consistency_selector,10 request_options
        """
    )

    package init() {}

    package func write(to sink: inout some MessageSink) {
        sink.string(1, name)
        sink.message(2, mask)
        if let transaction { sink.bytes(3, transaction, isMember: true) }
        sink.timestamp(5, readTime)
    }

    package mutating func read(_ field: Int, from source: inout some MessageSource) throws(FirestoreError) -> Bool {
        switch field {
        case 1: name = try source.string()
        case 2: try source.message(into: &mask)
        case 3: transaction = try source.bytes()
        case 5: readTime = try source.timestamp()
        default: return false
        }
        return true
    }
}

/// Asks for a new document.
package struct CreateDocumentRequest: Message {
    package var parent = ""
    package var collectionId = ""
    package var documentId = ""
    package var document: WireDocument?
    package var mask: WireMask?

    package static let names = FieldNames("1 parent,2 collection_id,3 document_id,4 document,5 mask,6 request_options")

    package init() {}

    package func write(to sink: inout some MessageSink) {
        sink.string(1, parent)
        sink.string(2, collectionId)
        sink.string(3, documentId)
        sink.message(4, document)
        sink.message(5, mask)
    }

    package mutating func read(_ field: Int, from source: inout some MessageSource) throws(FirestoreError) -> Bool {
        switch field {
        case 1: parent = try source.string()
        case 2: collectionId = try source.string()
        case 3: documentId = try source.string()
        case 4: try source.message(into: &document)
        case 5: try source.message(into: &mask)
        default: return false
        }
        return true
    }
}

/// Asks for a change of a document, or for a new one.
package struct UpdateDocumentRequest: Message {
    package var document: WireDocument?
    package var updateMask: WireMask?
    package var mask: WireMask?
    package var currentDocument: WirePrecondition?

    package static let names = FieldNames("1 document,2 update_mask,3 mask,4 current_document,5 request_options")

    package init() {}

    package func write(to sink: inout some MessageSink) {
        sink.message(1, document)
        sink.message(2, updateMask)
        sink.message(3, mask)
        sink.message(4, currentDocument)
    }

    package mutating func read(_ field: Int, from source: inout some MessageSource) throws(FirestoreError) -> Bool {
        switch field {
        case 1: try source.message(into: &document)
        case 2: try source.message(into: &updateMask)
        case 3: try source.message(into: &mask)
        case 4: try source.message(into: &currentDocument)
        default: return false
        }
        return true
    }
}

/// Asks for the end of a document.
package struct DeleteDocumentRequest: Message {
    package var name = ""
    package var currentDocument: WirePrecondition?

    package static let names = FieldNames("1 name,2 current_document,3 request_options")

    package init() {}

    package func write(to sink: inout some MessageSink) {
        sink.string(1, name)
        sink.message(2, currentDocument)
    }

    package mutating func read(_ field: Int, from source: inout some MessageSource) throws(FirestoreError) -> Bool {
        switch field {
        case 1: name = try source.string()
        case 2: try source.message(into: &currentDocument)
        default: return false
        }
        return true
    }
}

/// Asks for documents by their names.
package struct BatchGetDocumentsRequest: Message {
    package var database = ""
    package var documents: [String] = []
    package var mask: WireMask?
    package var transaction: [UInt8]?
    package var newTransaction: WireTransactionOptions?
    package var readTime: Timestamp?

    package static let names = FieldNames(
        """
        1 database,2 documents,3 mask,4 transaction:consistency_selector,\
        5 new_transaction:consistency_selector,7 read_time:consistency_selector,8 request_options
        """
    )

    package init() {}

    package func write(to sink: inout some MessageSink) {
        sink.string(1, database)
        sink.strings(2, documents)
        sink.message(3, mask)
        if let transaction { sink.bytes(4, transaction, isMember: true) }
        sink.message(5, newTransaction)
        sink.timestamp(7, readTime)
    }

    package mutating func read(_ field: Int, from source: inout some MessageSource) throws(FirestoreError) -> Bool {
        switch field {
        case 1: database = try source.string()
        case 2: try source.append(to: &documents)
        case 3: try source.message(into: &mask)
        case 4: transaction = try source.bytes()
        case 5: try source.message(into: &newTransaction)
        case 7: readTime = try source.timestamp()
        default: return false
        }
        return true
    }
}

/// One of the documents, or the name of a missing one.
package struct BatchGetDocumentsResponse: Message {
    package var found: WireDocument?
    package var missing: String?
    package var transaction: [UInt8] = []
    package var readTime: Timestamp?

    package static let names = FieldNames("1 found:result,2 missing:result,3 transaction,4 read_time")

    package init() {}

    package func write(to sink: inout some MessageSink) {
        sink.message(1, found)
        if let missing { sink.string(2, missing, isMember: true) }
        sink.bytes(3, transaction)
        sink.timestamp(4, readTime)
    }

    package mutating func read(_ field: Int, from source: inout some MessageSource) throws(FirestoreError) -> Bool {
        switch field {
        case 1: try source.message(into: &found)
        case 2: missing = try source.string()
        case 3: transaction = try source.bytes()
        case 4: readTime = try source.timestamp()
        default: return false
        }
        return true
    }
}

/// `google.protobuf.Empty`: an answer without content.
package struct EmptyMessage: Message {
    package static let names = FieldNames("")

    package init() {}

    package func write(to sink: inout some MessageSink) {}

    package mutating func read(_ field: Int, from source: inout some MessageSource) throws(FirestoreError) -> Bool {
        false
    }
}
