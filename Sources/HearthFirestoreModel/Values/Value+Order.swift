extension Value {
    /// The kinds of value, in their order; all numbers are one kind, and not-a-number is another.
    public enum Kind: Int, Sendable, Hashable, Comparable {
        /// Null.
        case null
        /// False and true.
        case boolean
        /// Not a number, below all numbers.
        case notANumber
        /// Integers and doubles.
        case number
        /// Moments.
        case timestamp
        /// Texts.
        case string
        /// Bytes.
        case bytes
        /// Names of documents.
        case reference
        /// Places.
        case geoPoint
        /// Arrays.
        case array
        /// Vectors.
        case vector
        /// Maps.
        case map

        /// Whether values of one kind come before those of another.
        public static func < (lhs: Kind, rhs: Kind) -> Bool { lhs.rawValue < rhs.rawValue }
    }

    /// The kind, by which values are ordered first.
    public var kind: Kind {
        switch self {
        case .null: .null
        case .boolean: .boolean
        case .integer: .number
        case .double(let number): number.isNaN ? .notANumber : .number
        case .timestamp: .timestamp
        case .string: .string
        case .bytes: .bytes
        case .reference: .reference
        case .geoPoint: .geoPoint
        case .array: .array
        case .vector: .vector
        case .map: .map
        }
    }

    /// Compares two values in the total order of all values.
    ///
    /// - Parameter other: The other value.
    /// - Returns: Where this one stands; `1` and `1.0` are equal, and so are all not-a-numbers.
    public func compare(to other: Value) -> Comparison {
        switch (self, other) {
        case (.boolean(let left), .boolean(let right)): Comparison(left ? 1 : 0, right ? 1 : 0)
        case (.integer(let left), .integer(let right)): Comparison(left, right)
        case (.double(let left), .double(let right)): Self.compare(left, right)
        case (.integer(let left), .double(let right)): Self.compare(left, right)
        case (.double(let left), .integer(let right)): Self.compare(right, left).reversed
        case (.timestamp(let left), .timestamp(let right)): Comparison(left, right)
        case (.string(let left), .string(let right)): Comparison(text: left, right)
        case (.bytes(let left), .bytes(let right)): Comparison(bytes: left, right)
        case (.reference(let left), .reference(let right)): left.compare(to: right)
        case (.geoPoint(let left), .geoPoint(let right)):
            Self.compare(left.latitude, right.latitude).then(Self.compare(left.longitude, right.longitude))
        case (.array(let left), .array(let right)): Comparison(left, right) { $0.compare(to: $1) }
        case (.vector(let left), .vector(let right)):
            Comparison(left.count, right.count).then(Comparison(left, right, by: Self.compare))
        case (.map(let left), .map(let right)):
            Comparison(left.entries, right.entries) { first, second in
                Comparison(text: first.name, second.name).then(first.value.compare(to: second.value))
            }
        default: Comparison(kind, other.kind)
        }
    }

    /// Whether both have the same place in the order: `1` and `1.0` have.
    ///
    /// - Parameter other: The other value.
    /// - Returns: Whether ``compare(to:)`` finds no difference.
    public func isEquivalent(to other: Value) -> Bool {
        compare(to: other) == .equal
    }

    private static func compare(_ left: Double, _ right: Double) -> Comparison {
        if left < right { return .less }
        if left > right { return .greater }
        if left == right { return .equal }
        return Comparison(left.isNaN ? 0 : 1, right.isNaN ? 0 : 1)
    }

    /// Compares exactly: converting the integer to a double would lose its last bits from 2^53 on.
    private static func compare(_ integer: Int64, _ double: Double) -> Comparison {
        if double.isNaN { return .greater }
        if double >= 0x1p63 { return .less }
        if double < -0x1p63 { return .greater }
        let whole = double.rounded(.towardZero)
        let fraction = double - whole
        return Comparison(integer, Int64(whole)).then(Comparison(0, fraction))
    }
}
