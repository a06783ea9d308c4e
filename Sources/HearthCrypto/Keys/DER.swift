/// As much of DER as key documents need ([X.690](https://www.itu.int/rec/T-REC-X.690)): sequences of integers, and what
/// wraps them.
enum DER {
    /// The tags that occur.
    enum Tag: UInt8 {
        case integer = 0x02
        case bitString = 0x03
        case octetString = 0x04
        case sequence = 0x30
    }

    /// One element: its tag and its content.
    struct Element: Equatable {
        var tag: UInt8
        var content: [UInt8]
    }

    /// Writes one element.
    static func element(_ tag: Tag, _ content: [UInt8]) -> [UInt8] {
        var length = [UInt8(truncatingIfNeeded: content.count)]
        if content.count > 127 {
            length = []
            var rest = content.count
            while rest > 0 {
                length.insert(UInt8(truncatingIfNeeded: rest), at: 0)
                rest >>= 8
            }
            length.insert(0x80 | UInt8(length.count), at: 0)
        }
        return [tag.rawValue] + length + content
    }

    /// Writes a sequence of elements that are written already.
    static func sequence(_ elements: [UInt8]) -> [UInt8] {
        element(.sequence, elements)
    }

    /// Writes a number that is not negative, most significant byte first.
    static func unsigned(_ number: [UInt8]) -> [UInt8] {
        let digits = number.drop { $0 == 0 }
        // A set top bit would make it negative.
        let needsZero = digits.first.map { $0 >= 0x80 } ?? true
        return element(.integer, (needsZero ? [0] : []) + digits)
    }

    /// Takes a series of elements apart, or `nil` if it is not one.
    static func elements(in bytes: [UInt8]) -> [Element]? {
        var elements: [Element] = []
        var rest = bytes[...]
        while let tag = rest.popFirst() {
            guard let count = length(&rest), count <= rest.count else { return nil }
            elements.append(Element(tag: tag, content: Array(rest.prefix(count))))
            rest = rest.dropFirst(count)
        }
        return elements
    }

    /// The integers of a sequence of nothing else, most significant byte first, without leading zeros.
    static func integers(in document: [UInt8]) -> [[UInt8]]? {
        guard let whole = elements(in: document), whole.count == 1, whole[0].tag == Tag.sequence.rawValue,
            let parts = elements(in: whole[0].content),
            parts.allSatisfy({ $0.tag == Tag.integer.rawValue && !$0.content.isEmpty })
        else { return nil }
        return parts.map { Array($0.content.drop { $0 == 0 }) }
    }

    private static func length(_ bytes: inout ArraySlice<UInt8>) -> Int? {
        guard let first = bytes.popFirst() else { return nil }
        guard first >= 0x80 else { return Int(first) }
        let count = Int(first & 0x7F)
        guard (1...4).contains(count), bytes.count >= count else { return nil }
        let length = bytes.prefix(count).reduce(0) { $0 << 8 | Int($1) }
        bytes = bytes.dropFirst(count)
        return length
    }
}
