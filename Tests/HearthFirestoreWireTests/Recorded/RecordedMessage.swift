import HearthCore
import HearthFirestoreWire
import HearthJSON
import Testing

/// A message in both of its forms, as Google's library for Python (google-cloud-firestore 2.34, protobuf 7.36) writes
/// them.
struct RecordedMessage: Sendable, CustomTestStringConvertible {
    let type: any Message.Type
    /// The JSON form, fields in the order of their numbers.
    let json: String
    /// The binary form.
    let hex: String

    init(_ type: any Message.Type, _ json: String, _ hex: String) {
        self.type = type
        self.json = json
        self.hex = hex
    }

    var testDescription: String { "\(type) \(json)" }

    static var all: [RecordedMessage] {
        values + documents + lists + queries + transactions + writes + listening
    }

    func bytes() throws -> [UInt8] { try #require(Hex.decode(hex)) }

    /// The message that some bytes are.
    func message(protobuf bytes: [UInt8]) throws -> any Message { try type.init(protobuf: bytes) }

    /// The message that some JSON is.
    func message(json: String) throws -> any Message { try type.init(json: Array(json.utf8)) }
}

/// One field of a message as its bytes, found without the code under test.
struct RawField {
    let number: Int
    /// The layout: 0 a number, 1 eight bytes, 2 a length and as many bytes, 5 four bytes.
    let layout: UInt8
    /// All of its bytes, tag included.
    let bytes: [UInt8]

    /// Cuts a sound message up.
    static func all(in message: [UInt8]) -> [RawField] {
        var fields: [RawField] = []
        var position = 0
        func number() -> Int {
            var (value, shift) = (0, 0)
            while message[position] >= 0x80 {
                value |= Int(message[position] & 0x7F) << shift
                shift += 7
                position += 1
            }
            value |= Int(message[position]) << shift
            position += 1
            return value
        }
        while position < message.count {
            let start = position
            let tag = number()
            switch tag & 7 {
            case 0: _ = number()
            case 1: position += 8
            case 2:
                let length = number()
                position += length
            default: position += 4
            }
            fields.append(RawField(number: tag >> 3, layout: UInt8(tag & 7), bytes: Array(message[start..<position])))
        }
        return fields
    }

    /// The bytes of a tag.
    static func tag(_ number: Int, _ layout: UInt8) -> [UInt8] { varint(UInt64(number) << 3 | UInt64(layout)) }

    static func varint(_ number: UInt64) -> [UInt8] {
        number < 0x80 ? [UInt8(number)] : [UInt8(number & 0x7F) | 0x80] + varint(number >> 7)
    }
}
