public import HearthFirestore

/// The filters with values without types. A value that Firestore does not have is refused by the call that uses the filter.
extension Filter {
    /// The field equals a value; null and NaN can be asked for.
    public static func whereField(_ field: some FieldPathConvertible, isEqualTo value: Any) -> Filter {
        whereField(field, isEqualTo: AnyValue.operand(value))
    }

    /// The field is there, neither null nor equal to a value.
    public static func whereField(_ field: some FieldPathConvertible, isNotEqualTo value: Any) -> Filter {
        whereField(field, isNotEqualTo: AnyValue.operand(value))
    }

    /// The field is of the value's type and less.
    public static func whereField(_ field: some FieldPathConvertible, isLessThan value: Any) -> Filter {
        whereField(field, isLessThan: AnyValue.operand(value))
    }

    /// The field is of the value's type and not greater.
    public static func whereField(_ field: some FieldPathConvertible, isLessThanOrEqualTo value: Any) -> Filter {
        whereField(field, isLessThanOrEqualTo: AnyValue.operand(value))
    }

    /// The field is of the value's type and greater.
    public static func whereField(_ field: some FieldPathConvertible, isGreaterThan value: Any) -> Filter {
        whereField(field, isGreaterThan: AnyValue.operand(value))
    }

    /// The field is of the value's type and not less; FirebaseFirestore has this one without “Than”.
    public static func whereField(_ field: some FieldPathConvertible, isGreaterOrEqualTo value: Any) -> Filter {
        whereField(field, isGreaterOrEqualTo: AnyValue.operand(value))
    }

    /// The field is an array with such an element.
    public static func whereField(_ field: some FieldPathConvertible, arrayContains value: Any) -> Filter {
        whereField(field, arrayContains: AnyValue.operand(value))
    }

    /// The field is an array with one of 1 to 30 elements.
    public static func whereField(_ field: some FieldPathConvertible, arrayContainsAny values: [Any]) -> Filter {
        whereField(field, arrayContainsAny: values.map { AnyValue.operand($0) as any FirestoreConvertible })
    }

    /// The field is one of 1 to 30 values.
    public static func whereField(_ field: some FieldPathConvertible, in values: [Any]) -> Filter {
        whereField(field, in: values.map { AnyValue.operand($0) as any FirestoreConvertible })
    }

    /// The field is there, neither null nor one of 1 to 10 values.
    public static func whereField(_ field: some FieldPathConvertible, notIn values: [Any]) -> Filter {
        whereField(field, notIn: values.map { AnyValue.operand($0) as any FirestoreConvertible })
    }
}
