/// What is still to be sent, in order.
struct OutputQueue {
    private var segments: [[UInt8]] = []
    /// How much of the first segment has been sent.
    private var offset = 0
    /// How many bytes wait.
    private(set) var count = 0

    var isEmpty: Bool { count == 0 }

    /// Adds bytes behind the others.
    mutating func append(_ bytes: [UInt8]) {
        guard !bytes.isEmpty else { return }
        count += bytes.count
        // Many small pieces would cost more as arrays than as bytes.
        if let last = segments.last?.count, last + bytes.count <= Self.segment {
            segments[segments.count - 1].append(contentsOf: bytes)
        } else {
            segments.append(bytes)
        }
    }

    /// Sends until nothing is left or the system takes no more.
    ///
    /// - Returns: How it ended, with the number of bytes that were sent.
    mutating func flush(to socket: Socket) -> (sent: Int, isBroken: Bool) {
        var sent = 0
        var finished = 0
        defer {
            segments.removeFirst(finished)
            count -= sent
        }
        while finished < segments.count {
            switch socket.send(segments[finished], from: offset) {
            case .done(let taken):
                sent += taken
                offset += taken
            case .wouldBlock: return (sent, false)
            case .broken: return (sent, true)
            }
            guard offset == segments[finished].count else { continue }
            finished += 1
            offset = 0
        }
        return (sent, false)
    }

    /// Up to here pieces are joined.
    private static let segment = 16 * 1024
}
