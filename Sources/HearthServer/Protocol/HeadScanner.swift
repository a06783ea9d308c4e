/// Finds the end of a head, however it arrives, and refuses what can be refused without understanding it.
///
/// The verdict depends on the bytes alone, never on how they were cut into packets.
struct HeadScanner: Sendable {
    /// How many bytes have been looked at.
    private(set) var position = 0
    private var isPastFirstLine = false

    /// Looks at the bytes that were not seen before.
    ///
    /// - Parameters:
    ///   - bytes: The head so far, from its first byte.
    ///   - limits: How long the head and its first line may be.
    /// - Returns: The index after the empty line that ends the head, or `nil` if it has not arrived.
    /// - Throws: ``RequestRefusal`` for a bare LF, a control character, or a head that is too long.
    mutating func scan(_ bytes: Span<UInt8>, _ limits: ServerLimits) throws(RequestRefusal) -> Int? {
        while position < bytes.count {
            guard position < longest(limits) else { throw isPastFirstLine ? .headTooLarge : .targetTooLong }
            let byte = bytes[position]
            position += 1
            if byte >= Bytes.space || byte == Bytes.carriageReturn || byte == Bytes.tab { continue }
            guard byte == Bytes.lineFeed else { throw .malformed("The head holds a control character.") }
            if try endsHead(bytes) { return position }
        }
        return nil
    }

    private mutating func endsHead(_ bytes: Span<UInt8>) throws(RequestRefusal) -> Bool {
        guard position >= 2, bytes[position - 2] == Bytes.carriageReturn else {
            throw .malformed("A line ends without a carriage return.")
        }
        // One empty line before a request is forgiven (RFC 9112 §2.2).
        if position == 2 { return false }
        isPastFirstLine = true
        return bytes[position - 3] == Bytes.lineFeed
    }

    /// How far the scan may go: a first line has room for a method of 20 letters, two spaces, the version, two line
    /// ends, and the target.
    private func longest(_ limits: ServerLimits) -> Int {
        isPastFirstLine ? limits.headBytes : min(limits.headBytes, limits.targetBytes + 34)
    }
}
