package import HearthFirestoreModel

/// `Write`: one change of one document.
package struct WireWrite: Message {
    package var update: WireDocument?
    package var delete: String?
    package var updateMask: WireMask?
    package var currentDocument: WirePrecondition?
    package var verify: String?
    package var transform: WireDocumentTransform?
    package var updateTransforms: [WireFieldTransform] = []

    package static let names = FieldNames(
        """
        1 update:operation,2 delete:operation,3 update_mask,4 current_document,5 verify:operation,\
        6 transform:operation,7 update_transforms
        """
    )

    package init() {}

    package func write(to sink: inout some MessageSink) {
        sink.message(1, update)
        if let delete { sink.string(2, delete, isMember: true) }
        sink.message(3, updateMask)
        sink.message(4, currentDocument)
        if let verify { sink.string(5, verify, isMember: true) }
        sink.message(6, transform)
        sink.messages(7, updateTransforms)
    }

    package mutating func read(_ field: Int, from source: inout some MessageSource) throws(FirestoreError) -> Bool {
        switch field {
        case 1: try source.message(into: &update)
        case 2: delete = try source.string()
        case 3: try source.message(into: &updateMask)
        case 4: try source.message(into: &currentDocument)
        case 5: verify = try source.string()
        case 6: try source.message(into: &transform)
        case 7: try source.append(to: &updateTransforms)
        default: return false
        }
        return true
    }
}

/// `DocumentTransform`: transforms alone, the older form.
package struct WireDocumentTransform: Message {
    package var document = ""
    package var fieldTransforms: [WireFieldTransform] = []

    package static let names = FieldNames("1 document,2 field_transforms")

    package init() {}

    package func write(to sink: inout some MessageSink) {
        sink.string(1, document)
        sink.messages(2, fieldTransforms)
    }

    package mutating func read(_ field: Int, from source: inout some MessageSource) throws(FirestoreError) -> Bool {
        switch field {
        case 1: document = try source.string()
        case 2: try source.append(to: &fieldTransforms)
        default: return false
        }
        return true
    }
}

/// `WriteResult`: what a write did.
package struct WireWriteResult: Message {
    package var updateTime: Timestamp?
    package var transformResults: [WireValue] = []

    package static let names = FieldNames("1 update_time,2 transform_results")

    package init() {}

    package func write(to sink: inout some MessageSink) {
        sink.timestamp(1, updateTime)
        sink.messages(2, transformResults)
    }

    package mutating func read(_ field: Int, from source: inout some MessageSource) throws(FirestoreError) -> Bool {
        switch field {
        case 1: updateTime = try source.timestamp()
        case 2: try source.append(to: &transformResults)
        default: return false
        }
        return true
    }
}

/// `google.rpc.Status`: an error, or none.
package struct WireStatus: Message {
    package var code: Int32 = 0
    package var message = ""

    package static let names = FieldNames("1 code,2 message,3 details")

    package init() {}

    package func write(to sink: inout some MessageSink) {
        sink.int32(1, code)
        sink.string(2, message)
    }

    package mutating func read(_ field: Int, from source: inout some MessageSource) throws(FirestoreError) -> Bool {
        switch field {
        case 1: code = try source.int32()
        case 2: message = try source.string()
        default: return false
        }
        return true
    }
}

/// `DocumentTransform.FieldTransform`: a change of one field.
package struct WireFieldTransform: Message {
    package var fieldPath = ""
    package var setToServerValue: Int32 = 0
    package var increment: WireValue?
    package var maximum: WireValue?
    package var minimum: WireValue?
    package var appendMissingElements: WireArray?
    package var removeAllFromArray: WireArray?

    package static let names = FieldNames(
        """
        1 field_path,2 set_to_server_value:transform_type,3 increment:transform_type,\
        4 maximum:transform_type,5 minimum:transform_type,6 append_missing_elements:transform_type,\
        7 remove_all_from_array:transform_type
        """
    )

    package static let serverValues = EnumerationNames("0 SERVER_VALUE_UNSPECIFIED,1 REQUEST_TIME")

    package init() {}

    package func write(to sink: inout some MessageSink) {
        sink.string(1, fieldPath)
        sink.enumeration(2, EnumerationValue(setToServerValue, Self.serverValues))
        sink.message(3, increment)
        sink.message(4, maximum)
        sink.message(5, minimum)
        sink.message(6, appendMissingElements)
        sink.message(7, removeAllFromArray)
    }

    package mutating func read(_ field: Int, from source: inout some MessageSource) throws(FirestoreError) -> Bool {
        switch field {
        case 1: fieldPath = try source.string()
        case 2: setToServerValue = try source.enumeration(Self.serverValues)
        case 3: try source.message(into: &increment)
        case 4: try source.message(into: &maximum)
        case 5: try source.message(into: &minimum)
        case 6: try source.message(into: &appendMissingElements)
        case 7: try source.message(into: &removeAllFromArray)
        default: return false
        }
        return true
    }
}
