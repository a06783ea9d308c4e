internal import CLinux

/// Lets the process end in order when it is asked to.
///
/// A write to a closed connection will no longer end the process either. Create one at most.
///
/// ```swift
/// let signals = ShutdownSignals()
/// async let service: Void = server.run()
/// if await signals.first() != nil { server.drain(within: .seconds(10)) }
/// try await service
/// ```
public struct ShutdownSignals: Sendable {
    private let arrivals: AsyncStream<ShutdownSignal>

    /// Takes over SIGTERM and SIGINT, and ignores SIGPIPE.
    ///
    /// Once one of the two has arrived, the next ends the process at once, as it would without this type.
    ///
    /// - Throws: ``ServerError`` if the system has no descriptor or no thread left.
    public init() throws(ServerError) {
        let (stream, continuation) = AsyncStream.makeStream(of: ShutdownSignal.self)
        arrivals = stream
        let descriptor = clinux_signals_watch()
        guard descriptor >= 0 else { throw ServerError(system: descriptor) }
        try LoopThread.start {
            continuation.yield(clinux_signals_wait(descriptor) == Self.interruptNumber ? .interrupt : .terminate)
            continuation.finish()
        }
    }

    /// SIGINT, which has the same number on every Unix.
    private static let interruptNumber: Int32 = 2

    /// Waits for the first signal, on behalf of one task.
    ///
    /// - Returns: The signal, or `nil` if the waiting task was cancelled.
    public func first() async -> ShutdownSignal? {
        await arrivals.first { _ in true }
    }
}
