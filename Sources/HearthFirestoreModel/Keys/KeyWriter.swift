/// Writes keys whose order, byte by byte, is the order of what they encode.
///
/// Keys of equal values are equal, and no key is the beginning of another one of the same kind.
public struct KeyWriter: Sendable {
    /// What was written so far.
    public private(set) var bytes: [UInt8] = []

    /// An empty key.
    public init() {}

    /// What a value or the end of a list starts with; all lie apart, so that a kind is found by its first byte.
    enum Label {
        static let endOfReference: UInt8 = 0x01
        static let endOfList: UInt8 = 0x02
        static let null: UInt8 = 0x05
        static let no: UInt8 = 0x0A
        static let yes: UInt8 = 0x0B
        static let notANumber: UInt8 = 0x0D
        static let number: UInt8 = 0x0F
        static let numericSegment: UInt8 = 0x10
        static let timestamp: UInt8 = 0x14
        static let string: UInt8 = 0x19
        static let bytes: UInt8 = 0x1E
        static let textSegment: UInt8 = 0x20
        static let reference: UInt8 = 0x25
        static let geoPoint: UInt8 = 0x2D
        static let array: UInt8 = 0x32
        static let vector: UInt8 = 0x35
        static let map: UInt8 = 0x37
    }

    mutating func append(byte: UInt8) {
        bytes.append(byte)
    }

    /// Appends eight bytes, the most significant first.
    mutating func append(bigEndian word: UInt64) {
        for shift in stride(from: 56, through: 0, by: -8) { bytes.append(UInt8(truncatingIfNeeded: word >> shift)) }
    }

    /// Appends a signed number in its order.
    mutating func append(_ integer: Int64) {
        append(bigEndian: UInt64(bitPattern: integer) ^ (1 << 63))
    }

    /// Appends a double in its order; negative zero is zero.
    mutating func append(_ double: Double) {
        let bits = (double == 0 ? 0 : double).bitPattern
        append(bigEndian: bits >> 63 == 0 ? bits | 1 << 63 : ~bits)
    }

    /// Appends bytes such that a prefix sorts first: zero is escaped, and the end lies below every continuation.
    mutating func append(escaped content: some Sequence<UInt8>) {
        for byte in content {
            bytes.append(byte)
            if byte == 0 { bytes.append(0xFF) }
        }
        bytes.append(0)
        bytes.append(1)
    }

    /// Appends a segment of a name: numeric ids first and by number, others by their UTF-8 bytes.
    ///
    /// - Parameter segment: The id of a collection or a document.
    public mutating func append(segment: String) {
        if let number = ResourceID.number(of: segment) {
            append(byte: Label.numericSegment)
            append(number)
        } else {
            append(byte: Label.textSegment)
            append(escaped: segment.utf8)
        }
    }
}
