package import HearthFirestoreModel

/// The messages of a call in gRPC's frames: a byte that says whether the message is compressed, its length in four bytes,
/// the message ([gRPC over HTTP/2](https://github.com/grpc/grpc/blob/master/doc/PROTOCOL-HTTP2.md)).
///
/// Pieces may cut the frames anywhere.
package struct GRPCFrames: Sendable {
    /// The most bytes of one message.
    private let maximum: Int
    private var bytes: [UInt8] = []
    /// Where the next frame begins in what is kept.
    private var start = 0

    private static let headLength = 5

    /// Creates a decoder.
    ///
    /// - Parameter maximum: The most bytes of one message.
    package init(maximum: Int) {
        self.maximum = maximum
    }

    /// How many bytes wait for the rest of their frame.
    package var kept: Int { bytes.count - start }

    /// Takes what has arrived.
    package mutating func append(_ piece: [UInt8]) {
        if start > 0 {
            bytes.removeFirst(start)
            start = 0
        }
        bytes += piece
    }

    /// The next message, if all of it has arrived.
    ///
    /// - Throws: ``FirestoreError`` as soon as the head of a frame cannot be accepted.
    package mutating func next() throws(FirestoreError) -> [UInt8]? {
        guard kept >= Self.headLength else { return nil }
        guard bytes[start] == 0 else {
            throw FirestoreError(.unimplemented, "Compressed messages are not supported.")
        }
        let length = bytes[start + 1..<start + Self.headLength].reduce(0) { $0 << 8 | Int($1) }
        guard length <= maximum else {
            throw FirestoreError(
                .resourceExhausted,
                "A message of \(length) bytes is larger than the limit of \(maximum) bytes."
            )
        }
        let end = start + Self.headLength + length
        guard bytes.count >= end else { return nil }
        defer { start = end }
        return Array(bytes[start + Self.headLength..<end])
    }

    /// The frame of a message.
    package static func frame(_ message: [UInt8]) -> [UInt8] {
        var frame: [UInt8] = [0]
        frame.reserveCapacity(headLength + message.count)
        for shift in [24, 16, 8, 0] { frame.append(UInt8(truncatingIfNeeded: message.count >> shift)) }
        return frame + message
    }
}
