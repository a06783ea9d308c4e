/// Writes the binary form of protocol buffers, https://protobuf.dev/programming-guides/encoding/.
package struct ProtobufWriter: Sendable {
    /// What was written so far.
    package private(set) var bytes: [UInt8] = []

    package init() {}

    /// Makes room, to save copies.
    package mutating func reserve(_ count: Int) {
        bytes.reserveCapacity(count)
    }

    package mutating func varint(_ number: UInt64) {
        var rest = number
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }

    package mutating func tag(_ field: Int, _ type: WireType) {
        varint(UInt64(field) << 3 | UInt64(type.rawValue))
    }

    package mutating func bool(_ field: Int, _ value: Bool) {
        tag(field, .varint)
        bytes.append(value ? 1 : 0)
    }

    /// Writes a signed number; a negative one takes ten bytes.
    package mutating func integer(_ field: Int, _ value: Int64) {
        tag(field, .varint)
        varint(UInt64(bitPattern: value))
    }

    package mutating func double(_ field: Int, _ value: Double) {
        tag(field, .fixed64)
        fixed64(value.bitPattern)
    }

    package mutating func fixed64(_ word: UInt64) {
        for shift in stride(from: 0, to: 64, by: 8) { bytes.append(UInt8(truncatingIfNeeded: word >> UInt64(shift))) }
    }

    package mutating func string(_ field: Int, _ text: String) {
        tag(field, .lengthDelimited)
        varint(UInt64(text.utf8.count))
        bytes.append(contentsOf: text.utf8)
    }

    package mutating func bytes(_ field: Int, _ content: [UInt8]) {
        tag(field, .lengthDelimited)
        varint(UInt64(content.count))
        bytes.append(contentsOf: content)
    }

    /// Writes bytes that are fields already.
    package mutating func splice(_ fields: [UInt8]) {
        bytes.append(contentsOf: fields)
    }

    /// Writes a field whose content is written by a closure and whose length is not known before.
    package mutating func nested(_ field: Int, _ body: (inout ProtobufWriter) -> Void) {
        tag(field, .lengthDelimited)
        // One byte is kept for the length, enough for most; a longer length moves the content once.
        let place = bytes.count
        bytes.append(0)
        body(&self)
        let count = bytes.count - place - 1
        guard count >= 0x80 else {
            bytes[place] = UInt8(count)
            return
        }
        var length = ProtobufWriter()
        length.varint(UInt64(count))
        bytes.replaceSubrange(place...place, with: length.bytes)
    }
}
