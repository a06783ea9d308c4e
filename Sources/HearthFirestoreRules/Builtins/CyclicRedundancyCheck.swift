/// A reflected CRC of 32 bits.
struct CyclicRedundancyCheck: Sendable {
    /// CRC-32 of ISO 3309, as in zlib.
    static let ieee = CyclicRedundancyCheck(polynomial: 0xEDB8_8320)
    /// CRC-32C of [RFC 3720](https://www.rfc-editor.org/rfc/rfc3720#appendix-B.4).
    static let castagnoli = CyclicRedundancyCheck(polynomial: 0x82F6_3B78)

    private let table: [UInt32]

    private init(polynomial: UInt32) {
        table = (0..<256).map { byte in
            (0..<8).reduce(UInt32(byte)) { value, _ in value & 1 == 1 ? value >> 1 ^ polynomial : value >> 1 }
        }
    }

    /// The four bytes of the checksum, the lowest first.
    func littleEndian(of bytes: [UInt8]) -> [UInt8] {
        var value = UInt32.max
        for byte in bytes { value = value >> 8 ^ table[Int((value ^ UInt32(byte)) & 255)] }
        value = ~value
        return (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
}
