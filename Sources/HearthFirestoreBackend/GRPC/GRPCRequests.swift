internal import HearthFirestoreModel
internal import HearthFirestoreWire
internal import HearthHTTP
internal import HearthServer

/// The messages of a call, as they arrive.
struct GRPCRequests<Request: Message>: AsyncSequence, Sendable {
    let body: HTTPRequestBody
    /// Pays for messages that have not arrived in full.
    let budget: MemoryBudget

    /// The most bytes of a message: the 10 MiB that a request may have, and some for what surrounds it.
    static var maximum: Int { 11 << 20 }

    func makeAsyncIterator() -> Iterator {
        Iterator(
            pieces: body.makeAsyncIterator(),
            frames: GRPCFrames(maximum: Self.maximum),
            share: MemoryShare(of: budget)
        )
    }

    struct Iterator: AsyncIteratorProtocol {
        fileprivate var pieces: HTTPRequestBody.AsyncIterator
        fileprivate var frames: GRPCFrames
        fileprivate let share: MemoryShare

        mutating func next() async throws -> Request? {
            while true {
                if let message = try frames.next() { return try Request(protobuf: message) }
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
    }
}
