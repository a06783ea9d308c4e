/// An IP address, of either family; an IPv4 address that is written inside an IPv6 one is the IPv4 address.
package struct IPAddress: Sendable, Hashable {
    /// Four bytes or sixteen.
    package let bytes: [UInt8]

    /// Reads `192.0.2.1`, `2001:db8::1`, and the latter in brackets.
    package init?(_ text: some StringProtocol) {
        var text = Substring(text)
        if text.hasPrefix("["), text.hasSuffix("]") { text = text.dropFirst().dropLast() }
        guard text.utf8.count <= 45 else { return nil }
        guard let bytes = text.utf8.contains(UInt8(ascii: ":")) ? Self.sixteen(text) : Self.four(text) else {
            return nil
        }
        self.init(bytes: bytes)
    }

    /// Takes the bytes of an address in network order, if they are four or sixteen.
    package init?(bytes: [UInt8]) {
        guard bytes.count == 4 || bytes.count == 16 else { return nil }
        let mapped: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]
        self.bytes = bytes.count == 16 && bytes.starts(with: mapped) ? Array(bytes.dropFirst(12)) : bytes
    }

    /// Whether the address is this machine's own.
    package var isLoopback: Bool {
        bytes.count == 4 ? bytes[0] == 127 : bytes.dropLast().allSatisfy { $0 == 0 } && bytes.last == 1
    }

    private static func four(_ text: Substring) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(4)
        var (number, digits) = (0, 0)
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): (number, digits) = (number * 10 + Int(byte - 48), digits + 1)
            case UInt8(ascii: ".") where digits > 0 && bytes.count < 3:
                bytes.append(UInt8(number))
                (number, digits) = (0, 0)
            default: return nil
            }
            guard digits <= 3, number <= 255 else { return nil }
        }
        guard digits > 0, bytes.count == 3 else { return nil }
        bytes.append(UInt8(number))
        return bytes
    }

    private static func sixteen(_ text: Substring) -> [UInt8]? {
        guard let gap = text.firstRange(of: "::") else {
            let bytes = groups(text)
            return bytes?.count == 16 ? bytes : nil
        }
        guard let head = groups(text[..<gap.lowerBound]), let tail = groups(text[gap.upperBound...]),
            head.count + tail.count <= 14
        else { return nil }
        return head + [UInt8](repeating: 0, count: 16 - head.count - tail.count) + tail
    }

    private static func groups(_ text: Substring) -> [UInt8]? {
        guard !text.isEmpty else { return [] }
        var bytes: [UInt8] = []
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        for (index, part) in parts.enumerated() {
            if index == parts.count - 1, part.utf8.contains(UInt8(ascii: ".")) {
                guard let last = four(part) else { return nil }
                bytes += last
            } else {
                let isHexadecimal = part.utf8.allSatisfy { $0 < 0x80 && Character(Unicode.Scalar($0)).isHexDigit }
                guard isHexadecimal, part.utf8.count <= 4, let group = UInt16(part, radix: 16) else { return nil }
                bytes += [UInt8(group >> 8), UInt8(group & 0xFF)]
            }
        }
        return bytes
    }
}
