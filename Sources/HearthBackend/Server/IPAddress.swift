internal import HearthHTTP

extension IPAddress {
    /// What one client has: an IPv4 address, or an IPv6 network of 64 bits, whose addresses are one customer's.
    var network: String {
        let isFour = bytes.count == 4
        let separator = isFour ? UInt8(ascii: ".") : UInt8(ascii: ":")
        var text: [UInt8] = []
        text.reserveCapacity(24)
        for byte in bytes[..<(isFour ? 4 : 8)] {
            if !text.isEmpty { text.append(separator) }
            if byte > 0xF { text.append(Self.digit(byte >> 4)) }
            text.append(Self.digit(byte & 0xF))
        }
        return String(decoding: text, as: UTF8.self)
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }

    /// A ``network`` as people write it; the text itself if it is none.
    static func readable(network: String) -> String {
        let four = network.split(separator: ".").compactMap { UInt8($0, radix: 16) }
        if four.count == 4 { return four.map { "\($0)" }.joined(separator: ".") }
        let eight = network.split(separator: ":").compactMap { UInt8($0, radix: 16) }
        guard eight.count == 8 else { return network }
        let groups = stride(from: 0, to: 8, by: 2).map { String(Int(eight[$0]) << 8 | Int(eight[$0 + 1]), radix: 16) }
        return groups.joined(separator: ":") + "::/64"
    }
}

/// A range of IP addresses, as `10.0.0.0/8` writes it.
struct IPRange: Sendable, Hashable {
    private let start: IPAddress
    private let length: Int

    /// Reads an address, or an address and the number of bits that all of the range have in common.
    init?(_ text: String) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let start = parts.first.flatMap({ IPAddress($0) }) else { return nil }
        let bits = start.bytes.count * 8
        guard parts.count == 1 || parts[1].utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
        guard let length = parts.count == 1 ? bits : Int(parts[1]), length <= bits else { return nil }
        self.start = start
        self.length = length
    }

    /// Whether an address is one of the range.
    func contains(_ address: IPAddress) -> Bool {
        guard address.bytes.count == start.bytes.count else { return false }
        return (0..<length).allSatisfy { bit in
            let mask = UInt8(0x80) >> (bit % 8)
            return address.bytes[bit / 8] & mask == start.bytes[bit / 8] & mask
        }
    }
}
