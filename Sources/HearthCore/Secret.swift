/// A value that never appears in a log, a description or a debugger dump.
///
/// Read the wrapped value with ``reveal()``, which is easy to find in review. There is no `==`: comparing
/// secrets takes a constant-time function, written where the comparison is made.
public struct Secret<Value: Sendable>: Sendable {
    private let value: Value

    /// Wraps a value that must not be printed.
    ///
    /// - Parameter value: The sensitive value.
    public init(_ value: Value) {
        self.value = value
    }

    /// Returns the wrapped value.
    ///
    /// Call at the last moment, and do not store the result.
    ///
    /// - Returns: The sensitive value itself.
    public func reveal() -> Value {
        value
    }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// A fixed placeholder, whatever the value.
    public var description: String { "‹secret›" }

    /// A fixed placeholder, whatever the value.
    public var debugDescription: String { "‹secret›" }

    /// An empty mirror, so that `dump` prints nothing.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension Secret: ExpressibleByUnicodeScalarLiteral where Value == String {}
extension Secret: ExpressibleByExtendedGraphemeClusterLiteral where Value == String {}
extension Secret: ExpressibleByStringLiteral where Value == String {
    /// Wraps a literal, as tests and examples write it.
    ///
    /// - Parameter value: The sensitive text.
    public init(stringLiteral value: String) {
        self.init(value)
    }
}

extension Secret: Encodable where Value: Encodable {
    /// Encodes the value itself: encoding is an explicit act of sending it.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: Whatever the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        try value.encode(to: encoder)
    }
}

extension Secret: Decodable where Value: Decodable {
    /// Decodes the value itself.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: `DecodingError` if the value is absent or of another type.
    public init(from decoder: any Decoder) throws {
        self.init(try Value(from: decoder))
    }
}
