/// Turns values into JSON text and back, the same way everywhere.
public enum JSON: Sendable {
    /// Reads a document of any shape.
    ///
    /// - Parameters:
    ///   - bytes: UTF-8 text.
    ///   - maximumValues: How many values the document may hold, each member and each element counted. Defaults to any
    ///     number; set it where the text is a stranger's, because a value needs more memory than its text.
    /// - Returns: The document.
    /// - Throws: ``JSONError`` of kind ``JSONError/Kind/syntax``.
    public static func parse(_ bytes: [UInt8], maximumValues: Int = .max) throws(JSONError) -> JSONValue {
        var parser = JSONParser(bytes, maximumValues: maximumValues)
        return try parser.document()
    }

    /// Writes a document.
    ///
    /// - Parameters:
    ///   - value: The document; a ``JSONValue/number(_:)`` in it that is not finite is written as `null`.
    ///   - isPretty: Whether to break lines and indent by two spaces. Defaults to no.
    ///   - keepsFractions: Whether a whole ``JSONValue/number(_:)`` is written as `1.0` instead of `1`, so that it is read
    ///     as one again. Defaults to no.
    /// - Returns: UTF-8 text.
    public static func serialize(_ value: JSONValue, isPretty: Bool = false, keepsFractions: Bool = false) -> [UInt8] {
        var writer = JSONWriter(isPretty: isPretty, keepsFractions: keepsFractions)
        writer.write(value)
        return Array(writer.bytes)
    }

    /// Reads a typed message from text.
    ///
    /// - Parameters:
    ///   - type: The type to read.
    ///   - bytes: UTF-8 text.
    ///   - coercion: Whether numbers and Booleans are accepted where text is asked for. Defaults to no.
    /// - Returns: The message.
    /// - Throws: ``JSONError`` if the text is not JSON, or not the JSON of a `Value`.
    public static func decode<Value: Decodable>(
        _ type: Value.Type,
        from bytes: [UInt8],
        coercion: Coercion = .none
    ) throws(JSONError) -> Value {
        try decode(type, from: try parse(bytes), coercion: coercion)
    }

    /// Reads a typed message from a document.
    ///
    /// - Parameters:
    ///   - type: The type to read.
    ///   - value: The document.
    ///   - coercion: Whether numbers and Booleans are accepted where text is asked for. Defaults to no.
    /// - Returns: The message.
    /// - Throws: ``JSONError`` of kind ``JSONError/Kind/type``.
    public static func decode<Value: Decodable>(
        _ type: Value.Type,
        from value: JSONValue,
        coercion: Coercion = .none
    ) throws(JSONError) -> Value {
        do {
            return try ValueDecoder(value, coercion: coercion).decode(type)
        } catch {
            throw JSONError(.type, coding: error)
        }
    }

    /// Turns a typed message into a document.
    ///
    /// - Parameter value: The message.
    /// - Returns: The document.
    /// - Throws: ``JSONError`` of kind ``JSONError/Kind/unwritable``, for example for a number that is not finite.
    public static func value(of value: some Encodable) throws(JSONError) -> JSONValue {
        do {
            return try ValueEncoder.encode(value)
        } catch {
            throw JSONError(.unwritable, coding: error)
        }
    }

    /// Writes a typed message as text.
    ///
    /// - Parameters:
    ///   - value: The message.
    ///   - isPretty: Whether to break lines and indent by two spaces. Defaults to no.
    /// - Returns: UTF-8 text.
    /// - Throws: ``JSONError`` of kind ``JSONError/Kind/unwritable``.
    public static func encode(_ value: some Encodable, isPretty: Bool = false) throws(JSONError) -> [UInt8] {
        serialize(try self.value(of: value), isPretty: isPretty)
    }

    /// Which values are accepted where another type is asked for.
    public enum Coercion: Sendable {
        /// None: the types must match.
        case none
        /// Numbers and Booleans for text, and text for numbers and Booleans, as protocol buffers' JSON does.
        case scalars
    }
}
