internal import HearthCore

/// Reads CBOR strictly and within bounds, because the bytes come from any client.
///
/// What two readers might take differently is refused: lengths that are not the shortest, indefinite lengths, keys
/// that stand twice, text that is not UTF-8, tags, and whatever authenticators have no use for. No length is believed
/// before that many bytes are there.
struct CBORReader {
    /// The longest input, in bytes; an attestation with certificates has a few thousand.
    static let maximumBytes = 65_536
    /// How many arrays and maps may stand in each other
    /// ([CTAP 2.1 §8](https://fidoalliance.org/specs/fido-v2.1-ps-20210615/fido-client-to-authenticator-protocol-v2.1-ps-20210615.html#message-encoding)).
    static let maximumDepth = 4

    private let bytes: [UInt8]
    /// Where the next value begins.
    private(set) var position: Int

    /// Begins to read at a position.
    init(_ bytes: [UInt8], from position: Int = 0) throws(CBORError) {
        guard bytes.count <= Self.maximumBytes else { throw .tooLong }
        self.bytes = bytes
        self.position = position
    }

    /// Reads bytes that are one value and nothing else.
    static func document(_ bytes: [UInt8]) throws(CBORError) -> CBOR {
        var reader = try CBORReader(bytes)
        let value = try reader.value()
        guard reader.position == bytes.count else { throw .trailingBytes }
        return value
    }

    /// Reads the next value.
    mutating func value() throws(CBORError) -> CBOR {
        try value(depth: 0)
    }

    private mutating func value(depth: Int) throws(CBORError) -> CBOR {
        let (kind, argument) = try head()
        switch kind {
        case 0, 1:
            guard let number = Int64(exactly: argument) else { throw .unsupported }
            return .integer(kind == 0 ? number : -1 - number)
        case 2: return .bytes(Array(try take(argument)))
        case 3:
            guard let text = String(utf8Bytes: try take(argument)) else { throw .invalidText }
            return .text(text)
        case 4: return .array(try array(of: try count(argument, depth), depth: depth + 1))
        case 5: return .map(try map(of: try count(argument, depth), depth: depth + 1))
        case 7 where argument == 20 || argument == 21: return .bool(argument == 21)
        case 7 where argument == 22: return .null
        default: throw .unsupported
        }
    }

    /// The kind of the next value, and the number that stands in front of it.
    private mutating func head() throws(CBORError) -> (kind: UInt8, argument: UInt64) {
        guard let first = try take(1).first else { throw .truncated }
        let (kind, short) = (first >> 5, first & 31)
        guard short >= 24 else { return (kind, UInt64(short)) }
        guard short != 31 else { throw .indefiniteLength }
        guard short <= 27, kind != 7 else { throw .unsupported }
        let size = 1 << Int(short - 24)
        let argument = try take(UInt64(size)).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let smallest: UInt64 = size == 1 ? 24 : 1 << (UInt64(size) * 4)
        guard argument >= smallest else { throw .notShortest }
        return (kind, argument)
    }

    private mutating func take(_ count: UInt64) throws(CBORError) -> ArraySlice<UInt8> {
        guard position <= bytes.count, count <= UInt64(bytes.count - position) else { throw .truncated }
        let end = position + Int(count)
        defer { position = end }
        return bytes[position..<end]
    }

    /// The number of entries to read: each of them takes a byte at least.
    private func count(_ argument: UInt64, _ depth: Int) throws(CBORError) -> Int {
        guard depth < Self.maximumDepth else { throw .tooDeep }
        guard argument <= UInt64(bytes.count - position) else { throw .truncated }
        return Int(argument)
    }

    private mutating func array(of count: Int, depth: Int) throws(CBORError) -> [CBOR] {
        var values: [CBOR] = []
        for _ in 0..<count { values.append(try value(depth: depth)) }
        return values
    }

    private mutating func map(of count: Int, depth: Int) throws(CBORError) -> [CBOR: CBOR] {
        var entries: [CBOR: CBOR] = [:]
        for _ in 0..<count {
            let key = try value(depth: depth)
            guard key.integer != nil || key.text != nil else { throw .unsupported }
            guard entries.updateValue(try value(depth: depth), forKey: key) == nil else { throw .duplicateKey }
        }
        return entries
    }
}
