/// What a query asks of one field.
public struct Condition: Sendable, Hashable {
    /// The question.
    public enum Test: Sendable, Hashable {
        /// The field has the same place in the order as the value.
        case equal(Value)
        /// The field is not null and has another place.
        case notEqual(Value)
        /// The field is of the value's kind and before it.
        case lessThan(Value)
        /// The field is of the value's kind and not after it.
        case lessThanOrEqual(Value)
        /// The field is of the value's kind and after it.
        case greaterThan(Value)
        /// The field is of the value's kind and not before it.
        case greaterThanOrEqual(Value)
        /// The field is an array with such an element.
        case arrayContains(Value)
        /// The field is an array with one of these elements.
        case arrayContainsAny([Value])
        /// The field is one of these values.
        case isIn([Value])
        /// The field is neither null nor one of these values.
        case isNotIn([Value])
        /// The field is null.
        case isNull
        /// The field is not null.
        case isNotNull
        /// The field is not-a-number.
        case isNotANumber
        /// The field is neither null nor not-a-number.
        case isNotNotANumber
    }

    /// The field; ``FieldPath/documentName`` asks for the name of the document.
    public var path: FieldPath
    /// The question.
    public var test: Test

    /// Asks a question.
    ///
    /// - Parameters:
    ///   - path: The field.
    ///   - test: The question.
    public init(_ path: FieldPath, _ test: Test) {
        self.path = path
        self.test = test
    }

    /// Whether a document is what the condition asks for; one that lacks the field never is.
    ///
    /// - Parameter document: The document.
    /// - Returns: The answer.
    public func matches(_ document: Document) -> Bool {
        guard let value = document.value(at: path) else { return false }
        return test.matches(value)
    }
}

extension Document {
    /// The value of a field, or the document's own name.
    ///
    /// - Parameter path: The field, or ``FieldPath/documentName``.
    /// - Returns: The value; `nil` if the document lacks the field.
    public func value(at path: FieldPath) -> Value? {
        path.isDocumentName ? .reference(name) : fields[path]
    }
}

extension Condition.Test {
    /// Whether a value that is present is what the question asks for.
    ///
    /// - Parameter value: The value.
    /// - Returns: The answer. As operands, null and not-a-number equal nothing.
    public func matches(_ value: Value) -> Bool {
        switch self {
        case .equal(let operand): operand.isComparable && value.isEquivalent(to: operand)
        case .notEqual(let operand):
            operand.kind != .null && value.kind != .null
                && (operand.kind == .notANumber || !value.isEquivalent(to: operand))
        case .lessThan(let operand): Self.isOrdered(value, operand) { $0 == .less }
        case .lessThanOrEqual(let operand): Self.isOrdered(value, operand) { $0 != .greater }
        case .greaterThan(let operand): Self.isOrdered(value, operand) { $0 == .greater }
        case .greaterThanOrEqual(let operand): Self.isOrdered(value, operand) { $0 != .less }
        case .arrayContains(let operand): Self.contains(value, [operand])
        case .arrayContainsAny(let operands): Self.contains(value, operands)
        case .isIn(let operands): operands.contains { $0.isComparable && value.isEquivalent(to: $0) }
        case .isNotIn(let operands):
            value.kind != .null
                && operands.allSatisfy { operand in
                    operand.kind != .null && (operand.kind == .notANumber || !value.isEquivalent(to: operand))
                }
        case .isNull: value.kind == .null
        case .isNotNull: value.kind != .null
        case .isNotANumber: value.kind == .notANumber
        case .isNotNotANumber: value.kind != .null && value.kind != .notANumber
        }
    }

    private static func isOrdered(_ value: Value, _ operand: Value, _ isWanted: (Comparison) -> Bool) -> Bool {
        operand.isComparable && value.kind == operand.kind && isWanted(value.compare(to: operand))
    }

    private static func contains(_ value: Value, _ operands: [Value]) -> Bool {
        guard case .array(let elements) = value else { return false }
        return operands.contains { operand in
            operand.isComparable && elements.contains { $0.isEquivalent(to: operand) }
        }
    }
}

extension Value {
    /// Whether a filter can find anything by this value: null and not-a-number equal nothing.
    var isComparable: Bool { kind != .null && kind != .notANumber }
}
