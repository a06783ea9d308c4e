internal import HearthFirestoreModel
internal import HearthFirestoreWire
internal import HearthHTTP
internal import HearthServer

/// Puts the messages of a call together, for one reader.
///
/// It is not generic, and its functions are not inlined: the optimizer of Swift 6.3.1 crashes on the same loop inside of
/// a specialized function.
actor GRPCMessageReader {
    private let pieces: HTTPRequestBody.AsyncIterator
    private var frames: GRPCFrames
    /// Pays for messages that have not arrived in full.
    private let share: MemoryShare

    /// The most bytes of a message: the 10 MiB that a request may have, and some for what surrounds it.
    private static let maximum = 11 << 20

    init(_ body: HTTPRequestBody, _ budget: MemoryBudget) {
        pieces = body.makeAsyncIterator()
        frames = GRPCFrames(maximum: Self.maximum)
        share = MemoryShare(of: budget)
    }

    /// The next message; `nil` at the end.
    @inline(never)
    func next() async throws -> [UInt8]? {
        while true {
            if let message = try frames.next() { return message }
            var pieces = pieces
            guard let piece = try await pieces.next() else {
                if frames.kept == 0 { return nil }
                throw FirestoreError.invalid("The request ends inside of a message.")
            }
            guard share.resize(to: frames.kept + piece.count) else {
                throw FirestoreError(.resourceExhausted, "The server has no memory for the request.")
            }
            frames.append(piece)
        }
    }

    /// The only message of a call that has one.
    @inline(never)
    func onlyMessage() async throws -> [UInt8] {
        guard let message = try await next(), try await next() == nil else {
            throw FirestoreError(.unimplemented, "The method takes exactly one request message.")
        }
        return message
    }
}
