/// What one client of HTTP/2 may cost, beyond the limits of its server.
public struct HTTP2Limits: Sendable, Hashable {
    /// How many streams one connection may have open at once.
    ///
    /// Announced to the client; a stream above it is refused. Defaults to 1,000.
    public var streams = 1000
    /// How many streams all connections of the server may have open together.
    ///
    /// A stream above it is refused. Defaults to 10,000, like the number of connections.
    public var totalStreams = 10_000
    /// How much of a request's body a client may send before its handler has read it.
    ///
    /// Defaults to 1 MiB: 10 MB/s at a distance of 100 ms.
    public var streamWindow = 1024 * 1024
    /// How much of all bodies a client may send before their handlers have read it.
    ///
    /// Defaults to 8 MiB. What is held counts against the server's `requestMemory` too.
    public var connectionWindow = 8 * 1024 * 1024
    /// How much of one stream's answer may wait for a slow reader before its writer has to wait too.
    ///
    /// Defaults to 64 KiB.
    public var streamBacklog = 64 * 1024

    /// Creates limits with their defaults.
    public init() {}
}
