/// Where a server listens and how much it takes on.
public struct ServerConfiguration: Sendable, Hashable {
    /// An address of this machine, IPv4 or IPv6, or a name of it.
    ///
    /// Defaults to `127.0.0.1`, which only this machine reaches. `0.0.0.0` and `::` stand for all of its addresses;
    /// TLS is then the business of a proxy in front.
    public var host = "127.0.0.1"
    /// The port.
    ///
    /// Defaults to 0, which takes any that is free; ``HTTPServer/bind()`` tells which.
    public var port = 0
    /// The number of threads that serve.
    ///
    /// Defaults to half of the cores, at least one: a thread answers about 100,000 small requests a second, and the
    /// database, the hashing and the proxy want cores as well.
    public var loops = max(1, LoopThread.cores / 2)
    /// What one client may cost.
    public var limits = ServerLimits()
    /// How long requests in flight may take to end once the task of ``HTTPServer/run()`` is cancelled.
    ///
    /// Defaults to 10 s, below the 30 s after which orchestrators kill.
    public var drainTimeout = Duration.seconds(10)

    /// Creates a configuration with its defaults.
    public init() {}

    /// Creates a configuration for an address.
    ///
    /// - Parameters:
    ///   - host: An address or a name of this machine.
    ///   - port: The port, 0 for any that is free.
    public init(host: String, port: Int) {
        self.host = host
        self.port = port
    }
}
