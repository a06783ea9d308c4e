internal import HearthFirestoreWire

/// Opens listening streams.
protocol WatchTransport: Sendable {
    /// Opens a stream.
    ///
    /// - Parameters:
    ///   - requests: The first requests.
    ///   - forcingRefresh: Whether the server refused the last stream's token.
    /// - Returns: The stream.
    /// - Throws: ``FirestoreError`` if the server cannot be reached.
    func open(
        _ requests: [ListenRequest],
        forcingRefresh: Bool
    ) async throws(FirestoreError) -> any WatchConnection
}

/// A listening stream.
protocol WatchConnection: Sendable {
    /// Asks for something more, behind everything that was asked before; does not wait for it to be sent.
    func send(_ request: ListenRequest)

    /// Waits for the next message.
    ///
    /// - Returns: The message; `nil` when the server ends the stream without an error.
    func next() async throws(FirestoreError) -> ListenResponse?

    /// Ends the stream.
    func close()
}
