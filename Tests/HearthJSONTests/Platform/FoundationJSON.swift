import Foundation

/// Foundation's reader and writer, which know nothing of this package's.
enum FoundationJSON {
    /// Writes a value as text.
    static func encode(_ value: some Encodable) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.withoutEscapingSlashes]
        return [UInt8](try encoder.encode(value))
    }

    /// Reads a value from text.
    static func decode<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) throws -> Value {
        try JSONDecoder().decode(type, from: Data(bytes))
    }
}
