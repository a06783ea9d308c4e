/// Keys from one to just before another.
struct KeyRange: Sendable, Hashable {
    var lower: [UInt8]
    /// The first key that does not belong to the range any more.
    var upper: [UInt8]

    /// Above every key: no key begins with this byte.
    static let end: [UInt8] = [0xFF]

    static let all = KeyRange(lower: [], upper: end)

    /// The keys that begin with some bytes.
    init(prefix: [UInt8]) {
        (lower, upper) = Self.bounds(ofPrefix: prefix)
    }

    init(lower: [UInt8], upper: [UInt8]) {
        self.lower = lower
        self.upper = upper
    }

    static func bounds(ofPrefix prefix: [UInt8]) -> (lower: [UInt8], upper: [UInt8]) {
        (prefix, successor(ofPrefix: prefix))
    }

    /// The first key behind all that begin with some bytes.
    static func successor(ofPrefix prefix: [UInt8]) -> [UInt8] {
        var upper = prefix
        while let last = upper.popLast() {
            if last < 0xFF { return upper + [last + 1] }
        }
        return end
    }
}
