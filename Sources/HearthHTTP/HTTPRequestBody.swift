/// A request's body, piece by piece, for one reader.
///
/// ```swift
/// for try await piece in body { digest.update(piece) }
/// ```
///
/// Back-pressure: the client is read from as pieces are taken.
public struct HTTPRequestBody: AsyncSequence, Sendable {
    /// A piece, never empty.
    public typealias Element = [UInt8]

    private let read: @Sendable () async throws -> [UInt8]?

    /// Creates a body.
    ///
    /// - Parameter read: Waits for the next piece; answers `nil` at the end of the body, and throws
    ///   `CancellationError` if the body will never be complete.
    public init(reading read: @escaping @Sendable () async throws -> [UInt8]?) {
        self.read = read
    }

    /// Reads on from where the last reader stopped.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(read: read)
    }

    /// Takes the pieces of one body.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let read: @Sendable () async throws -> [UInt8]?

        /// Waits for the next piece.
        ///
        /// - Returns: The piece, or `nil` at the end of the body.
        /// - Throws: `CancellationError` if the client is gone, too slow, or sends what it may not.
        public mutating func next() async throws -> [UInt8]? {
            try await read()
        }
    }
}
