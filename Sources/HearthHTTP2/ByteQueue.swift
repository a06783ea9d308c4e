/// Bytes that wait, in order.
struct ByteQueue {
    private var pieces: [[UInt8]] = []
    /// How many pieces are used up, and how much of the next one.
    private var first = 0
    private var offset = 0
    /// How many bytes wait.
    private(set) var count = 0

    /// Adds bytes behind the others.
    mutating func append(_ bytes: [UInt8]) {
        guard !bytes.isEmpty else { return }
        count += bytes.count
        // Many small pieces would cost more as arrays than as bytes.
        if let last = pieces.last?.count, pieces.count > first, last + bytes.count <= Self.piece {
            pieces[pieces.count - 1].append(contentsOf: bytes)
        } else {
            pieces.append(bytes)
        }
    }

    /// Takes the next bytes, all of one piece.
    ///
    /// - Parameter maximum: How many at most.
    /// - Returns: The bytes; none if nothing waits.
    mutating func next(_ maximum: Int) -> ArraySlice<UInt8> {
        guard first < pieces.count, maximum > 0 else { return [] }
        let piece = pieces[first]
        let end = min(piece.count, offset + maximum)
        let bytes = piece[offset..<end]
        count -= bytes.count
        offset = end
        if end == piece.count {
            offset = 0
            pieces[first] = []
            first += 1
            if first == pieces.count || first > 64 {
                pieces.removeFirst(first)
                first = 0
            }
        }
        return bytes
    }

    /// Up to here pieces are joined.
    private static let piece = 16 * 1024
}
