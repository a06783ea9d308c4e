internal import CCrash
internal import HearthCore

#if os(Linux)
/// The images of a process as Swift's runtime reads them: its Compact ImageMap Format, version 0, without the shorter
/// forms that the format has for paths.
enum CompactImageMap {
    /// The base64 of the map, as the runtime writes it in JSON.
    static func text(of images: [ProcessImages.Image]) -> String {
        // Version 0, words of 64 bits.
        var bytes: [UInt8] = [0x02]
        // The name of the system has its length before it; the format's description leaves it out.
        append(count: system.utf8.count, to: &bytes)
        bytes += Array(system.utf8)
        append(count: images.count, to: &bytes)
        for image in images.sorted(by: { $0.base < $1.base }) {
            let (base, length) = (number(image.base), number(image.end &- image.base))
            bytes.append(UInt8((base.count - 1) << 3 | (length.count - 1)))
            bytes += base + length
            let identifier = image.buildID.flatMap { Hex.decode($0) } ?? []
            append(count: identifier.count, to: &bytes)
            bytes += identifier
            append(path: image.path, to: &bytes)
        }
        return String(Base64.encode(bytes, .standard).prefix { $0 != "=" })
    }

    /// The system and its distribution: `Linux (Debian GNU/Linux 12 (bookworm))`.
    static let system: String = {
        var name = [CChar](repeating: 0, count: 128)
        unsafe name.withUnsafeMutableBufferPointer { unsafe ccrash_distribution($0.baseAddress, UInt32($0.count)) }
        let text = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return text.isEmpty ? "Linux" : "Linux (\(text))"
    }()

    /// A number in as few bytes as hold it, the highest first, without one that could be taken for a sign.
    private static func number(_ number: UInt64) -> [UInt8] {
        let bytes = stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> UInt64($0)) }
        let start = min(bytes.firstIndex { $0 != 0 } ?? 7, 7)
        return Array(bytes[max(0, bytes[start] < 0x80 ? start : start - 1)...])
    }

    /// A count, seven bits to a byte, the highest first; all bytes but the last have their top bit.
    private static func append(count: Int, to bytes: inout [UInt8]) {
        var (rest, encoded) = (count >> 7, [UInt8(count & 0x7F)])
        while rest > 0 {
            encoded.insert(UInt8(rest & 0x7F) | 0x80, at: 0)
            rest >>= 7
        }
        bytes += encoded
    }

    /// A path in pieces of at most 63 bytes, with a zero behind them.
    private static func append(path: String, to bytes: inout [UInt8]) {
        var rest = Array(path.utf8)[...]
        while !rest.isEmpty {
            let piece = rest.prefix(63)
            bytes.append(UInt8(piece.count))
            bytes += piece
            rest = rest.dropFirst(63)
        }
        bytes.append(0)
    }
}
#endif
