/// A statement and its bound values.
///
/// A value enters a statement by interpolation alone, and is bound: it never becomes a part of the text.
///
/// ```swift
/// let query: SQL = "SELECT id FROM users WHERE email = \(email)"
/// query.text      // SELECT id FROM users WHERE email = ?
/// ```
///
/// Its description is the text without the values, so that it may stand in a log.
public struct SQL: Sendable, ExpressibleByStringInterpolation {
    /// A value that a column can hold.
    public enum Value: Sendable, Hashable {
        /// SQL `NULL`.
        case null
        /// A 64-bit signed integer.
        case integer(Int64)
        /// A 64-bit floating point number.
        case real(Double)
        /// UTF-8 text, NUL included.
        case text(String)
        /// Bytes, possibly none.
        case blob([UInt8])
    }

    /// The statement, with a `?` for each value.
    public private(set) var text: String
    /// The values, in the order of their `?`.
    public private(set) var values: [Value]

    /// Creates a statement without values.
    ///
    /// - Parameter value: The statement, as written in the source.
    public init(stringLiteral value: String) {
        self.text = value
        self.values = []
    }

    /// Creates a statement from a literal with interpolated values.
    ///
    /// - Parameter interpolation: The pieces, collected by the compiler.
    public init(stringInterpolation interpolation: Interpolation) {
        self.text = interpolation.text
        self.values = interpolation.values
    }
}

extension SQL {
    /// Collects the literal pieces and the values of a statement.
    public struct Interpolation: StringInterpolationProtocol {
        fileprivate var text = ""
        fileprivate var values: [Value] = []

        /// Reserves room for the pieces.
        ///
        /// - Parameters:
        ///   - literalCapacity: The bytes of literal text to come.
        ///   - interpolationCount: The number of values to come.
        public init(literalCapacity: Int, interpolationCount: Int) {
            // Room for a condition in place of a value: to grow costs more than what stays free.
            text.reserveCapacity(literalCapacity + interpolationCount + 64)
            values.reserveCapacity(interpolationCount + 2)
        }

        /// Appends a literal piece of the statement.
        ///
        /// - Parameter literal: Text written in the source.
        public mutating func appendLiteral(_ literal: String) {
            text += literal
        }

        /// Appends a bound value.
        ///
        /// - Parameter value: The value.
        public mutating func appendInterpolation(_ value: some ColumnValue) {
            text += "?"
            values.append(value.columnValue)
        }

        /// Appends a bound value that may be absent.
        ///
        /// - Parameter value: The value; `nil` is bound as `NULL`.
        public mutating func appendInterpolation(_ value: (some ColumnValue)?) {
            text += "?"
            values.append(value.columnValue)
        }

        /// Appends bound values with commas between, as `IN (\(list: names))` needs them.
        ///
        /// Each length is a statement of its own to the cache: keep lists short, or of few lengths.
        ///
        /// - Parameter list: The values, at most 32,766 in one statement.
        public mutating func appendInterpolation<Element: ColumnValue>(list: [Element]) {
            for (index, value) in list.enumerated() {
                text += index == 0 ? "?" : ", ?"
                values.append(value.columnValue)
            }
        }

        /// Appends another statement or a piece of one, with its values: a condition or an order that was chosen.
        ///
        /// - Parameter fragment: What was written elsewhere as a literal.
        public mutating func appendInterpolation(fragment: SQL) {
            text += fragment.text
            values += fragment.values
        }
    }
}

extension SQL: CustomStringConvertible, CustomReflectable {
    /// The text of the statement, without its values.
    public var description: String { text }

    /// A mirror without the values, so that `dump` prints none.
    public var customMirror: Mirror { Mirror(self, children: ["text": text]) }
}
