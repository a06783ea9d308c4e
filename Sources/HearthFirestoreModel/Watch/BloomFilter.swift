/// A set of names in few bits: it knows every name that was put in, and believes in a few that were not.
///
/// A server sends it to tell a client which of its documents a query still has.
public struct BloomFilter: Sendable, Hashable {
    /// The bits, the first one in the lowest bit of the first byte.
    public private(set) var bitmap: [UInt8]
    /// How many bits of the last byte are not used, 0 to 7.
    public let padding: Int
    /// How many bits stand for one name.
    public let hashCount: Int

    /// Takes a filter from the wire.
    ///
    /// - Parameters:
    ///   - bitmap: The bits.
    ///   - padding: How many bits of the last byte are not used.
    ///   - hashCount: How many bits stand for one name.
    /// - Throws: ``FirestoreError`` with code `invalidArgument` if the numbers do not fit each other.
    public init(bitmap: [UInt8], padding: Int, hashCount: Int) throws(FirestoreError) {
        guard (0...7).contains(padding) else { throw .invalid("Invalid padding: \(padding)") }
        guard hashCount >= 0 else { throw .invalid("Invalid hash count: \(hashCount)") }
        guard bitmap.isEmpty || hashCount > 0 else { throw .invalid("Invalid hash count: 0") }
        guard !bitmap.isEmpty || padding == 0 else { throw .invalid("Expected padding of 0 when bitmap length is 0") }
        self.bitmap = bitmap
        self.padding = padding
        self.hashCount = hashCount
    }

    /// Makes a filter that holds some names.
    ///
    /// - Parameter names: Full names of documents. About one name in a hundred that is not among them will seem to be.
    public init(names: [String]) {
        // With n names, m bits and k bits a name, 1 % errs at m = n · ln 100 / (ln 2)² and k = m / n · ln 2.
        let bitCount = max(8, Int((Double(names.count) * 9.585_058_377_367_439).rounded(.up)))
        let optimum = names.isEmpty ? 1 : Double(bitCount) / Double(names.count) * 0.693_147_180_559_945_3
        hashCount = max(1, Int(optimum.rounded()))
        let byteCount = (bitCount + 7) / 8
        bitmap = Array(repeating: 0, count: byteCount)
        padding = byteCount * 8 - bitCount
        for name in names {
            for bit in bits(of: name) { bitmap[bit / 8] |= 1 << (bit % 8) }
        }
    }

    /// Whether a name was put in, or seems so.
    ///
    /// - Parameter name: The full name of a document.
    /// - Returns: `false` only if the name was surely not put in.
    public func mightContain(_ name: String) -> Bool {
        bitCount > 0 && bits(of: name).allSatisfy { bitmap[$0 / 8] & (1 << ($0 % 8)) != 0 }
    }

    /// How many bits there are; a filter of none holds nothing.
    public var bitCount: Int { bitmap.count * 8 - padding }

    private func bits(of name: String) -> some Sequence<Int> {
        let (first, second) = MD5.halves(of: name.utf8)
        let count = UInt64(bitCount)
        return (0..<hashCount).lazy.map { Int((first &+ UInt64($0) &* second) % count) }
    }
}
