package import HearthFirestoreModel

/// `StructuredQuery.CompositeFilter`: several filters, combined.
package struct WireCompositeFilter: Message {
    package var operation: Int32 = 0
    package var filters: [WireFilter] = []

    package static let names = FieldNames("1 op,2 filters")

    package static let operators = EnumerationNames("0 OPERATOR_UNSPECIFIED,1 AND,2 OR")

    package init() {}

    package func write(to sink: inout some MessageSink) {
        sink.enumeration(1, EnumerationValue(operation, Self.operators))
        sink.messages(2, filters)
    }

    package mutating func read(_ field: Int, from source: inout some MessageSource) throws(FirestoreError) -> Bool {
        switch field {
        case 1: operation = try source.enumeration(Self.operators)
        case 2: try source.append(to: &filters)
        default: return false
        }
        return true
    }
}

/// `StructuredQuery.FieldFilter`: a field, an operator and a value.
package struct WireFieldFilter: Message {
    package var field: WireFieldReference?
    package var operation: Int32 = 0
    package var value: WireValue?

    package static let names = FieldNames("1 field,2 op,3 value")

    package static let operators = EnumerationNames(
        """
        0 OPERATOR_UNSPECIFIED,1 LESS_THAN,2 LESS_THAN_OR_EQUAL,3 GREATER_THAN,4 GREATER_THAN_OR_EQUAL,5 EQUAL,\
        6 NOT_EQUAL,7 ARRAY_CONTAINS,8 IN,9 ARRAY_CONTAINS_ANY,10 NOT_IN
        """
    )

    package init() {}

    package func write(to sink: inout some MessageSink) {
        sink.message(1, field)
        sink.enumeration(2, EnumerationValue(operation, Self.operators))
        sink.message(3, value)
    }

    package mutating func read(_ field: Int, from source: inout some MessageSource) throws(FirestoreError) -> Bool {
        switch field {
        case 1: try source.message(into: &self.field)
        case 2: operation = try source.enumeration(Self.operators)
        case 3: try source.message(into: &value)
        default: return false
        }
        return true
    }
}

/// `StructuredQuery.UnaryFilter`: a field and a question without a value.
package struct WireUnaryFilter: Message {
    package var operation: Int32 = 0
    package var field: WireFieldReference?

    package static let names = FieldNames("1 op,2 field")

    package static let operators = EnumerationNames(
        "0 OPERATOR_UNSPECIFIED,2 IS_NAN,3 IS_NULL,4 IS_NOT_NAN,5 IS_NOT_NULL"
    )

    package init() {}

    package func write(to sink: inout some MessageSink) {
        sink.enumeration(1, EnumerationValue(operation, Self.operators))
        sink.message(2, field)
    }

    package mutating func read(_ field: Int, from source: inout some MessageSource) throws(FirestoreError) -> Bool {
        switch field {
        case 1: operation = try source.enumeration(Self.operators)
        case 2: try source.message(into: &self.field)
        default: return false
        }
        return true
    }
}

/// `StructuredQuery.Filter`: a filter of one of three kinds.
package struct WireFilter: Message {
    /// The kinds of filter.
    package indirect enum Kind: Sendable {
        case composite(WireCompositeFilter)
        case field(WireFieldFilter)
        case unary(WireUnaryFilter)
    }

    package var kind: Kind?

    package static let names = FieldNames(
        "1 composite_filter:filter_type,2 field_filter:filter_type,3 unary_filter:filter_type"
    )

    package init() {}

    package init(_ kind: Kind) {
        self.kind = kind
    }

    package func write(to sink: inout some MessageSink) {
        switch kind {
        case .composite(let filter): sink.message(1, filter)
        case .field(let filter): sink.message(2, filter)
        case .unary(let filter): sink.message(3, filter)
        case nil: break
        }
    }

    package mutating func read(_ field: Int, from source: inout some MessageSource) throws(FirestoreError) -> Bool {
        switch field {
        case 1: kind = .composite(try source.message(WireCompositeFilter.self))
        case 2: kind = .field(try source.message(WireFieldFilter.self))
        case 3: kind = .unary(try source.message(WireUnaryFilter.self))
        default: return false
        }
        return true
    }
}
