package import HearthFirestoreModel

/// `StructuredQuery`: what is asked of a collection.
package struct WireQuery: Message {
    package var select: WireProjection?
    package var from: [WireCollectionSelector] = []
    package var filter: WireFilter?
    package var orderBy: [WireOrder] = []
    package var limit: Int64?
    package var offset: Int32 = 0
    package var startAt: WireCursor?
    package var endAt: WireCursor?
    package var findNearest: WireFindNearest?

    package static let names = FieldNames(
        """
        1 select,2 from,3 where,4 order_by,5 limit,6 offset,7 start_at,8 end_at,9 find_nearest
        """
    )

    package init() {}

    package func write(to sink: inout some MessageSink) {
        sink.message(1, select)
        sink.messages(2, from)
        sink.message(3, filter)
        sink.messages(4, orderBy)
        sink.wrapped(5, limit, isLong: false)
        sink.int32(6, offset)
        sink.message(7, startAt)
        sink.message(8, endAt)
        sink.message(9, findNearest)
    }

    package mutating func read(_ field: Int, from source: inout some MessageSource) throws(FirestoreError) -> Bool {
        switch field {
        case 1: try source.message(into: &select)
        case 2: try source.append(to: &from)
        case 3: try source.message(into: &filter)
        case 4: try source.append(to: &orderBy)
        case 5: limit = try source.wrapped()
        case 6: offset = try source.int32()
        case 7: try source.message(into: &startAt)
        case 8: try source.message(into: &endAt)
        case 9: try source.message(into: &findNearest)
        default: return false
        }
        return true
    }
}

/// `StructuredQuery.Projection`: the fields that are wanted.
package struct WireProjection: Message {
    package var fields: [WireFieldReference] = []

    package static let names = FieldNames("2 fields")

    package init() {}

    package func write(to sink: inout some MessageSink) {
        sink.messages(2, fields)
    }

    package mutating func read(_ field: Int, from source: inout some MessageSource) throws(FirestoreError) -> Bool {
        switch field {
        case 2: try source.append(to: &fields)
        default: return false
        }
        return true
    }
}

/// `StructuredQuery.CollectionSelector`: the collections.
package struct WireCollectionSelector: Message {
    package var collectionId = ""
    package var allDescendants = false

    package static let names = FieldNames("2 collection_id,3 all_descendants")

    package init() {}

    package func write(to sink: inout some MessageSink) {
        sink.string(2, collectionId)
        sink.bool(3, allDescendants)
    }

    package mutating func read(_ field: Int, from source: inout some MessageSource) throws(FirestoreError) -> Bool {
        switch field {
        case 2: collectionId = try source.string()
        case 3: allDescendants = try source.bool()
        default: return false
        }
        return true
    }
}

/// `StructuredQuery.FieldReference`: the path of a field.
package struct WireFieldReference: Message {
    package var fieldPath = ""

    package static let names = FieldNames("2 field_path")

    package init() {}

    package func write(to sink: inout some MessageSink) {
        sink.string(2, fieldPath)
    }

    package mutating func read(_ field: Int, from source: inout some MessageSource) throws(FirestoreError) -> Bool {
        switch field {
        case 2: fieldPath = try source.string()
        default: return false
        }
        return true
    }
}

/// `Cursor`: a place in the order of results.
package struct WireCursor: Message {
    package var values: [WireValue] = []
    package var before = false

    package static let names = FieldNames("1 values,2 before")

    package init() {}

    package func write(to sink: inout some MessageSink) {
        sink.messages(1, values)
        sink.bool(2, before)
    }

    package mutating func read(_ field: Int, from source: inout some MessageSource) throws(FirestoreError) -> Bool {
        switch field {
        case 1: try source.append(to: &values)
        case 2: before = try source.bool()
        default: return false
        }
        return true
    }
}

/// `StructuredQuery.Order`: one key of the order.
package struct WireOrder: Message {
    package var field: WireFieldReference?
    package var direction: Int32 = 0

    package static let names = FieldNames("1 field,2 direction")

    package static let directions = EnumerationNames("0 DIRECTION_UNSPECIFIED,1 ASCENDING,2 DESCENDING")

    package init() {}

    package func write(to sink: inout some MessageSink) {
        sink.message(1, field)
        sink.enumeration(2, EnumerationValue(direction, Self.directions))
    }

    package mutating func read(_ field: Int, from source: inout some MessageSource) throws(FirestoreError) -> Bool {
        switch field {
        case 1: try source.message(into: &self.field)
        case 2: direction = try source.enumeration(Self.directions)
        default: return false
        }
        return true
    }
}

/// `StructuredQuery.FindNearest`: a search by distance.
package struct WireFindNearest: Message {
    package var vectorField: WireFieldReference?

    package static let names = FieldNames(
        """
        1 vector_field,2 query_vector,3 distance_measure,4 limit,5 distance_result_field,\
        6 distance_threshold
        """
    )

    package init() {}

    package func write(to sink: inout some MessageSink) {
        sink.message(1, vectorField)
    }

    package mutating func read(_ field: Int, from source: inout some MessageSource) throws(FirestoreError) -> Bool {
        switch field {
        case 1: try source.message(into: &vectorField)
        default: return false
        }
        return true
    }
}
