extension UnixTime: Codable {
    /// Reads milliseconds since 1970.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: `DecodingError` if there is no whole number.
    public init(from decoder: any Decoder) throws {
        self.init(milliseconds: try Int64(from: decoder))
    }

    /// Writes milliseconds since 1970.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: Whatever the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        try milliseconds.encode(to: encoder)
    }
}
