internal import HearthFirestoreModel

extension QueryProtocol {
    /// Only documents for which a filter holds.
    ///
    /// - Parameter filter: The filter.
    /// - Returns: The narrower query.
    public func whereFilter(_ filter: Filter) -> Query {
        query.changed { (query: inout Query) throws(FirestoreError) in
            guard query.plan.start == nil, query.plan.end == nil else {
                throw .invalid("Filters come before start(at:) and end(at:).")
            }
            let added = try filter.model(for: query.plan)
            switch query.plan.filter {
            case nil: query.plan.filter = added
            case .all(let filters)?: query.plan.filter = .all(filters + [added])
            case let present?: query.plan.filter = .all([present, added])
            }
        }
    }

    /// Only documents whose field equals a value; null and NaN can be asked for.
    public func whereField(
        _ field: some FieldPathConvertible,
        isEqualTo value: some FirestoreConvertible
    ) -> Query {
        whereFilter(.field(field, .equal, value))
    }

    /// Only documents that have the field, neither null nor equal to a value.
    public func whereField(
        _ field: some FieldPathConvertible,
        isNotEqualTo value: some FirestoreConvertible
    ) -> Query {
        whereFilter(.field(field, .notEqual, value))
    }

    /// Only documents whose field is of the value's type and less.
    public func whereField(
        _ field: some FieldPathConvertible,
        isLessThan value: some FirestoreConvertible
    ) -> Query {
        whereFilter(.field(field, .less, value))
    }

    /// Only documents whose field is of the value's type and not greater.
    public func whereField(
        _ field: some FieldPathConvertible,
        isLessThanOrEqualTo value: some FirestoreConvertible
    ) -> Query {
        whereFilter(.field(field, .lessOrEqual, value))
    }

    /// Only documents whose field is of the value's type and greater.
    public func whereField(
        _ field: some FieldPathConvertible,
        isGreaterThan value: some FirestoreConvertible
    ) -> Query {
        whereFilter(.field(field, .greater, value))
    }

    /// Only documents whose field is of the value's type and not less.
    public func whereField(
        _ field: some FieldPathConvertible,
        isGreaterThanOrEqualTo value: some FirestoreConvertible
    ) -> Query {
        whereFilter(.field(field, .greaterOrEqual, value))
    }

    /// Only documents whose field is an array with such an element.
    public func whereField(
        _ field: some FieldPathConvertible,
        arrayContains value: some FirestoreConvertible
    ) -> Query {
        whereFilter(.field(field, .contains, value))
    }

    /// Only documents whose field is an array with one of 1 to 30 elements.
    public func whereField(
        _ field: some FieldPathConvertible,
        arrayContainsAny values: [any FirestoreConvertible]
    ) -> Query {
        whereFilter(.field(field, .containsAny, FirestoreValue.array(values.map(\.firestoreValue))))
    }

    /// Only documents whose field is one of 1 to 30 values.
    public func whereField(
        _ field: some FieldPathConvertible,
        in values: [any FirestoreConvertible]
    ) -> Query {
        whereFilter(.field(field, .isIn, FirestoreValue.array(values.map(\.firestoreValue))))
    }

    /// Only documents that have the field, neither null nor one of 1 to 10 values.
    public func whereField(
        _ field: some FieldPathConvertible,
        notIn values: [any FirestoreConvertible]
    ) -> Query {
        whereFilter(.field(field, .isNotIn, FirestoreValue.array(values.map(\.firestoreValue))))
    }
}

extension Filter {
    /// The field equals a value; null and NaN can be asked for.
    public static func whereField(
        _ field: some FieldPathConvertible,
        isEqualTo value: some FirestoreConvertible
    ) -> Filter {
        .field(field, .equal, value)
    }

    /// The field is there, neither null nor equal to a value.
    public static func whereField(
        _ field: some FieldPathConvertible,
        isNotEqualTo value: some FirestoreConvertible
    ) -> Filter {
        .field(field, .notEqual, value)
    }

    /// The field is of the value's type and less.
    public static func whereField(
        _ field: some FieldPathConvertible,
        isLessThan value: some FirestoreConvertible
    ) -> Filter {
        .field(field, .less, value)
    }

    /// The field is of the value's type and not greater.
    public static func whereField(
        _ field: some FieldPathConvertible,
        isLessThanOrEqualTo value: some FirestoreConvertible
    ) -> Filter {
        .field(field, .lessOrEqual, value)
    }

    /// The field is of the value's type and greater.
    public static func whereField(
        _ field: some FieldPathConvertible,
        isGreaterThan value: some FirestoreConvertible
    ) -> Filter {
        .field(field, .greater, value)
    }

    /// The field is of the value's type and not less; FirebaseFirestore has this one without “Than”.
    public static func whereField(
        _ field: some FieldPathConvertible,
        isGreaterOrEqualTo value: some FirestoreConvertible
    ) -> Filter {
        .field(field, .greaterOrEqual, value)
    }

    /// The field is an array with such an element.
    public static func whereField(
        _ field: some FieldPathConvertible,
        arrayContains value: some FirestoreConvertible
    ) -> Filter {
        .field(field, .contains, value)
    }

    /// The field is an array with one of 1 to 30 elements.
    public static func whereField(
        _ field: some FieldPathConvertible,
        arrayContainsAny values: [any FirestoreConvertible]
    ) -> Filter {
        .field(field, .containsAny, FirestoreValue.array(values.map(\.firestoreValue)))
    }

    /// The field is one of 1 to 30 values.
    public static func whereField(
        _ field: some FieldPathConvertible,
        in values: [any FirestoreConvertible]
    ) -> Filter {
        .field(field, .isIn, FirestoreValue.array(values.map(\.firestoreValue)))
    }

    /// The field is there, neither null nor one of 1 to 10 values.
    public static func whereField(
        _ field: some FieldPathConvertible,
        notIn values: [any FirestoreConvertible]
    ) -> Filter {
        .field(field, .isNotIn, FirestoreValue.array(values.map(\.firestoreValue)))
    }
}
