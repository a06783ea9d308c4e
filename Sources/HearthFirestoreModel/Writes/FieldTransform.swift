/// A change of one field that depends on what it was.
public struct FieldTransform: Sendable, Hashable {
    /// The change.
    public enum Operation: Sendable, Hashable {
        /// The time of the commit, in milliseconds.
        case setToRequestTime
        /// The sum of the field and a number.
        case increment(Value)
        /// The greater of the field and a number.
        case maximum(Value)
        /// The lesser of the field and a number.
        case minimum(Value)
        /// The array with those elements appended that it does not have.
        case appendMissingElements([Value])
        /// The array without any of these elements.
        case removeAllFromArray([Value])
    }

    /// The field.
    public var path: FieldPath
    /// The change.
    public var operation: Operation

    /// Describes a change.
    ///
    /// - Parameters:
    ///   - path: The field.
    ///   - operation: The change.
    public init(_ path: FieldPath, _ operation: Operation) {
        self.path = path
        self.operation = operation
    }

    func check() throws(FirestoreError) {
        for segment in path.segments { try DocumentCheck.checkName(segment) }
        switch operation {
        case .setToRequestTime: break
        case .increment(let value), .maximum(let value), .minimum(let value):
            guard value.isNumber else { throw .invalid("Input must be int64 or double.") }
        case .appendMissingElements(let elements), .removeAllFromArray(let elements):
            try DocumentCheck.check(.array(elements), of: path.segments[0])
        }
    }
}

extension FieldTransform.Operation {
    /// Computes the new value of a field.
    ///
    /// - Parameters:
    ///   - present: What the field is; `nil` if it is missing.
    ///   - commitTime: When the commit happens.
    /// - Returns: What the field becomes, and what the write's result says of it: null for changes of arrays.
    public func apply(to present: Value?, commitTime: Timestamp) -> (value: Value, result: Value) {
        let value: Value
        switch self {
        case .setToRequestTime: value = .timestamp(commitTime.roundedDownToMilliseconds)
        case .increment(let operand): value = Self.sum(present, operand)
        case .maximum(let operand): value = Self.extreme(present, operand, .greater)
        case .minimum(let operand): value = Self.extreme(present, operand, .less)
        case .appendMissingElements(let elements):
            return (.array(Self.union(Self.elements(of: present), elements)), .null)
        case .removeAllFromArray(let elements):
            let removed = Set(elements.map(\.key))
            return (.array(Self.elements(of: present).filter { !removed.contains($0.key) }), .null)
        }
        return (value, value)
    }

    private static func sum(_ present: Value?, _ operand: Value) -> Value {
        switch (present, operand) {
        case (.integer(let left), .integer(let right)):
            let (sum, overflow) = left.addingReportingOverflow(right)
            return .integer(overflow ? (right < 0 ? .min : .max) : sum)
        case (.integer(let left), .double(let right)): return .double(Double(left) + right)
        case (.double(let left), .integer(let right)): return .double(left + Double(right))
        case (.double(let left), .double(let right)): return .double(left + right)
        default: return operand
        }
    }

    /// The operand if it stands on the wanted side of the field; not-a-number wins on either side.
    private static func extreme(_ present: Value?, _ operand: Value, _ side: Comparison) -> Value {
        guard let present, present.isNumber else { return operand }
        if present.kind == .notANumber { return present }
        if operand.kind == .notANumber { return operand }
        return operand.compare(to: present) == side ? operand : present
    }

    private static func elements(of value: Value?) -> [Value] {
        if case .array(let elements) = value { elements } else { [] }
    }

    private static func union(_ present: [Value], _ added: [Value]) -> [Value] {
        var elements = present
        // Equal values have equal keys; comparing each with each would cost the square of their number.
        var keys = Set(present.map(\.key))
        for element in added where keys.insert(element.key).inserted { elements.append(element) }
        return elements
    }
}

extension Value {
    /// Whether this is an integer or a double, not-a-number included.
    var isNumber: Bool { kind == .number || kind == .notANumber }
}
