/// An enumeration of the protocol: written as its name, read as its name or its index, open to unknown names.
package protocol WireEnum: RawRepresentable, Codable, Sendable, Hashable, SchemaDescribed where RawValue == String {
    /// The known names in the protocol's order, so that an index finds its name.
    static var names: [String] { get }
    init(rawValue: String)
}

extension WireEnum {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let index = try? container.decode(Int.self) {
            guard Self.names.indices.contains(index) else {
                throw DecodingError.dataCorruptedError(in: container, debugDescription: "expected a known index")
            }
            self.init(rawValue: Self.names[index])
        } else {
            self.init(rawValue: try container.decode(String.self))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }
}
