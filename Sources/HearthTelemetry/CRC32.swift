/// The checksum of [RFC 1952](https://www.rfc-editor.org/rfc/rfc1952#section-8): finds accidents, no defence against
/// intent.
package enum CRC32 {
    private static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1 }
    }

    /// The checksum of bytes.
    ///
    /// - Parameter bytes: The bytes.
    /// - Returns: The checksum.
    package static func of(_ bytes: some Sequence<UInt8>) -> UInt32 {
        var value = UInt32.max
        for byte in bytes { value = table[Int((value ^ UInt32(byte)) & 0xFF)] ^ (value >> 8) }
        return ~value
    }
}
