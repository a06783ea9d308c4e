internal import CLinux

/// Lets the process end in order when it is asked to.
///
/// Create it first thing, before any other thread exists: signals are blocked in the calling thread and in those
/// that it starts. A write to a closed connection will no longer end the process either.
///
/// ```swift
/// let signals = ShutdownSignals()
/// async let service: Void = server.run()
/// if await signals.first() != nil { server.drain(within: .seconds(10)) }
/// try await service
/// ```
public struct ShutdownSignals: Sendable {
    private let arrivals: AsyncStream<ShutdownSignal>

    /// Blocks SIGTERM and SIGINT, ignores SIGPIPE, and waits for the first of the two in a thread of its own.
    ///
    /// Once one has arrived, the next one ends the process at once, as it would without this type.
    ///
    /// - Throws: ``ServerError`` if the thread cannot be started.
    public init() throws(ServerError) {
        clinux_signals_block()
        let (stream, continuation) = AsyncStream.makeStream(of: ShutdownSignal.self)
        arrivals = stream
        try LoopThread.start {
            let received = clinux_signals_wait()
            continuation.yield(received == 2 ? .interrupt : .terminate)
            continuation.finish()
            clinux_signals_unblock()
            clinux_signals_sleep()
        }
    }

    /// Waits for the first signal. To be awaited by one task.
    ///
    /// - Returns: The signal, or `nil` if the waiting task was cancelled.
    public func first() async -> ShutdownSignal? {
        await arrivals.first { _ in true }
    }
}
