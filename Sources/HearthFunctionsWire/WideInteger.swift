public import HearthJSON

/// Integers of 64 bits as callable functions carry them: an object with a type and digits, because a peer that reads
/// JSON numbers as doubles would lose some.
public enum WideInteger {
    /// A wrapper that holds no integer.
    public struct Malformed: Error, Sendable, Hashable {
        /// The type that the wrapper names.
        public let type: String
    }

    private static let signed = "type.googleapis.com/google.protobuf.Int64Value"
    private static let unsigned = "type.googleapis.com/google.protobuf.UInt64Value"
    /// What a double holds exactly.
    private static let safe = Int64(-1 << 53)...Int64(1 << 53)

    /// Wraps the integers that a double cannot hold.
    ///
    /// - Parameter value: A value, at any depth.
    /// - Returns: The value as it is sent.
    public static func wrap(_ value: JSONValue) -> JSONValue {
        switch value {
        case .integer(let integer) where !safe.contains(integer):
            return .object(["@type": .string(signed), "value": .string(String(integer))])
        case .array(let values): return .array(values.map(wrap))
        case .object(let object):
            var wrapped = JSONObject()
            for member in object.members { wrapped[member.name] = wrap(member.value) }
            return .object(wrapped)
        default: return value
        }
    }

    /// Replaces wrappers by their integers.
    ///
    /// An unsigned integer above `Int64.max` stays in its wrapper, from which ``WideUnsigned`` reads it. Objects with
    /// another `@type` stay as they are.
    ///
    /// - Parameter value: A value that was received.
    /// - Returns: The value.
    /// - Throws: ``Malformed`` if a wrapper holds no integer of its type.
    public static func unwrap(_ value: JSONValue) throws(Malformed) -> JSONValue {
        switch value {
        case .array(let values):
            var unwrapped: [JSONValue] = []
            unwrapped.reserveCapacity(values.count)
            for value in values { unwrapped.append(try unwrap(value)) }
            return .array(unwrapped)
        case .object(let object):
            if let type = object["@type"]?.string, type == signed || type == unsigned {
                return try integer(in: object, type)
            }
            var unwrapped = JSONObject()
            for member in object.members { unwrapped[member.name] = try unwrap(member.value) }
            return .object(unwrapped)
        default: return value
        }
    }

    /// The object that stands for an unsigned integer.
    static func wrapper(of integer: UInt64) -> JSONValue {
        .object(["@type": .string(unsigned), "value": .string(String(integer))])
    }

    /// The unsigned integer in a wrapper.
    static func unsigned(in value: JSONValue) -> UInt64? {
        if let integer = value.integer { return UInt64(exactly: integer) }
        guard value["@type"]?.string == unsigned else { return nil }
        return value["value"]?.string.flatMap { UInt64($0) }
    }

    private static func integer(in object: JSONObject, _ type: String) throws(Malformed) -> JSONValue {
        // Some writers send a number in place of its digits.
        let digits = object["value"]?.string ?? object["value"]?.integer.map { String($0) } ?? ""
        if type == signed, let integer = Int64(digits) { return .integer(integer) }
        guard type == unsigned, let integer = UInt64(digits) else { throw Malformed(type: type) }
        return Int64(exactly: integer).map(JSONValue.integer) ?? wrapper(of: integer)
    }
}

/// An unsigned integer of 64 bits in the data of a callable function.
///
/// `UInt64` itself is enough for values up to `Int64.max`; this carries all of them.
public struct WideUnsigned: Codable, Sendable, Hashable {
    /// The integer.
    public var value: UInt64

    /// Creates a value.
    ///
    /// - Parameter value: The integer.
    public init(_ value: UInt64) {
        self.value = value
    }

    /// Reads an integer or its wrapper.
    public init(from decoder: any Decoder) throws {
        let found = try JSONValue(from: decoder)
        guard let value = WideInteger.unsigned(in: found) else {
            let context = DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "no unsigned integer")
            throw DecodingError.dataCorrupted(context)
        }
        self.value = value
    }

    /// Writes the wrapper.
    public func encode(to encoder: any Encoder) throws {
        try WideInteger.wrapper(of: value).encode(to: encoder)
    }
}
