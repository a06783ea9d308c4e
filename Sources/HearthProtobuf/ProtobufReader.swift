internal import HearthCore

/// Reads the binary form of protocol buffers; no bytes of any content make it trap.
package struct ProtobufReader: Sendable {
    private let bytes: [UInt8]
    private var position: Int
    private var end: Int
    /// How deep messages may still be nested.
    private var depth: Int

    /// The deepest nesting that is read.
    package static let maximumDepth = 100

    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
        position = 0
        end = bytes.count
        depth = Self.maximumDepth
    }

    /// Whether everything was read.
    package var isAtEnd: Bool { position >= end }

    /// Reads the number and the layout of the next field; `nil` at the end.
    package mutating func tag() throws(ProtobufError) -> (field: Int, type: WireType)? {
        guard position < end else { return nil }
        let word = try varint()
        guard let type = WireType(rawValue: UInt8(word & 7)), (1..<(1 << 29)).contains(word >> 3) else {
            throw .invalidTag
        }
        return (Int(word >> 3), type)
    }

    package mutating func varint() throws(ProtobufError) -> UInt64 {
        var result: UInt64 = 0
        var shift: UInt64 = 0
        while position < end {
            let byte = bytes[position]
            position += 1
            result |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return result }
            shift += 7
            if shift > 63 { throw .overlongNumber }
        }
        throw .truncated
    }

    package mutating func fixed64() throws(ProtobufError) -> UInt64 {
        guard end - position >= 8 else { throw .truncated }
        var word: UInt64 = 0
        for offset in 0..<8 { word |= UInt64(bytes[position + offset]) << UInt64(offset * 8) }
        position += 8
        return word
    }

    package mutating func double() throws(ProtobufError) -> Double {
        Double(bitPattern: try fixed64())
    }

    package mutating func string() throws(ProtobufError) -> String {
        let range = try content()
        guard let text = String(utf8Bytes: bytes[range]) else { throw .invalidText }
        return text
    }

    package mutating func byteArray() throws(ProtobufError) -> [UInt8] {
        Array(bytes[try content()])
    }

    /// Reads the length of a field's content and passes over it.
    private mutating func content() throws(ProtobufError) -> Range<Int> {
        let length = try varint()
        guard length <= UInt64(end - position) else { throw .truncated }
        defer { position += Int(length) }
        return position..<position + Int(length)
    }

    /// Reads a message inside of this one.
    package mutating func nested<Result, Failure: Error>(
        _ body: (inout ProtobufReader) throws(Failure) -> Result,
        orThrow failure: (ProtobufError) -> Failure
    ) throws(Failure) -> Result {
        let range: Range<Int>
        do throws(ProtobufError) {
            range = try content()
            guard depth > 0 else { throw .tooDeep }
        } catch {
            throw failure(error)
        }
        let outerEnd = end
        position = range.lowerBound
        end = range.upperBound
        depth -= 1
        defer {
            position = range.upperBound
            end = outerEnd
            depth += 1
        }
        return try body(&self)
    }

    /// Passes over a field that is not known.
    package mutating func skip(_ type: WireType) throws(ProtobufError) {
        switch type {
        case .varint: _ = try varint()
        case .fixed64: _ = try fixed64()
        case .fixed32:
            guard end - position >= 4 else { throw .truncated }
            position += 4
        case .lengthDelimited: _ = try content()
        case .startOfGroup: try skipGroup()
        case .endOfGroup: throw .invalidTag
        }
    }

    private mutating func skipGroup() throws(ProtobufError) {
        guard depth > 0 else { throw .tooDeep }
        depth -= 1
        defer { depth += 1 }
        while let (_, type) = try tag() {
            if type == .endOfGroup { return }
            try skip(type)
        }
        throw .truncated
    }
}
