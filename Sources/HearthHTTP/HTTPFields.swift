/// The fields of a message, in order; names are compared without regard to case.
public struct HTTPFields: Sendable, ExpressibleByDictionaryLiteral {
    /// One line of a head.
    public struct Field: Sendable, Hashable {
        /// The name as it was written.
        public var name: String
        /// The value without the white space around it.
        public var value: String

        /// Creates a field.
        ///
        /// - Parameters:
        ///   - name: The name.
        ///   - value: The value.
        public init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// Every field, in the order of the message.
    public private(set) var all: [Field] = []

    /// Creates an empty list.
    public init() {}

    /// Creates fields from names and values.
    ///
    /// - Parameter elements: Names and values, in order.
    public init(dictionaryLiteral elements: (String, String)...) {
        // Room for the few that most messages get besides.
        all.reserveCapacity(elements.count + 2)
        for (name, value) in elements { append(name, value) }
    }

    /// Makes room for so many fields.
    ///
    /// - Parameter count: How many fields are to come.
    public mutating func reserveCapacity(_ count: Int) {
        all.reserveCapacity(count)
    }

    /// Adds a field after the others.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - value: The value.
    public mutating func append(_ name: String, _ value: String) {
        all.append(Field(name: name, value: value))
    }

    /// The values of every field with a name, in order.
    ///
    /// - Parameter name: The name, in any case.
    /// - Returns: The values.
    public func values(of name: String) -> [String] {
        all.filter { Self.equal($0.name, name) }.map(\.value)
    }

    /// The first value of a name; setting replaces every field of that name, setting `nil` removes them.
    public subscript(name: String) -> String? {
        get {
            all.first { Self.equal($0.name, name) }?.value
        }
        set {
            all.removeAll { Self.equal($0.name, name) }
            if let newValue { append(name, newValue) }
        }
    }

    private static func equal(_ one: String, _ other: String) -> Bool {
        guard one.utf8.count == other.utf8.count else { return false }
        return zip(one.utf8, other.utf8).allSatisfy { lowered($0) == lowered($1) }
    }

    private static func lowered(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }
}
