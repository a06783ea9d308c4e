internal import HearthCore
internal import HearthJSON

extension JSON {
    /// A value as text, for a column.
    static func text(_ value: some Encodable) throws(JSONError) -> String {
        String(decoding: try encode(value), as: UTF8.self)
    }

    /// The value of a column's text; `nil` for `NULL`.
    static func value<Value: Decodable>(_ text: String?) throws(JSONError) -> Value? {
        guard let text else { return nil }
        return try decode(Value.self, from: Array(text.utf8))
    }
}

// Every value that this module decodes comes out of a column, and what is stored was accepted once: addresses,
// numbers and identifiers are read back as they are. Swift prefers these to the standard library's generic functions.
extension KeyedDecodingContainer {
    func decodeIfPresent(_ type: EmailAddress.Type, forKey key: Key) throws -> EmailAddress? {
        try decodeIfPresent(String.self, forKey: key).map { EmailAddress(stored: $0) }
    }

    func decodeIfPresent(_ type: PhoneNumber.Type, forKey key: Key) throws -> PhoneNumber? {
        try decodeIfPresent(String.self, forKey: key).map { PhoneNumber(stored: $0) }
    }

    func decode(_ type: ProviderID.Type, forKey key: Key) throws -> ProviderID {
        ProviderID(stored: try decode(String.self, forKey: key))
    }

    func decode(_ type: ProviderUserID.Type, forKey key: Key) throws -> ProviderUserID {
        ProviderUserID(stored: try decode(String.self, forKey: key))
    }

    func decode(_ type: [FactorID].Type, forKey key: Key) throws -> [FactorID] {
        try decode([String].self, forKey: key).map { FactorID(stored: $0) }
    }

    func decode(_ type: [PasskeyID].Type, forKey key: Key) throws -> [PasskeyID] {
        try decode([String].self, forKey: key).map { PasskeyID(stored: $0) }
    }
}
