/// What a transport allows itself: time, size and connections.
public struct TransportConfiguration: Sendable {
    /// How long a call may take from start to end, and a stream until its head is there, unless the request says.
    ///
    /// Defaults to 30 seconds.
    public var timeout: Duration = .seconds(30)
    /// How long connecting may take, name look-up and TLS included.
    ///
    /// Defaults to 10 seconds.
    public var connectTimeout: Duration = .seconds(10)
    /// The largest body that is accepted, after decompression.
    ///
    /// Defaults to 16 MiB.
    public var maximumResponseBytes: Int = 16 << 20
    /// How many connections one host may see at the same time; further calls wait.
    ///
    /// Each open stream holds one, unless the host speaks HTTP/2. Defaults to 64.
    public var connectionsPerHost: Int = 64
    /// Whether `http_proxy` and its relatives in the environment are obeyed (Linux only).
    ///
    /// Defaults to no.
    public var usesEnvironmentProxy: Bool = false
    /// The path of a PEM file whose certificates are trusted instead of the system's (Linux only).
    public var certificateAuthorities: String?
    /// Which keys servers must have, beyond a certificate that the system trusts; the first entry for a host counts.
    ///
    /// Defaults to none: every certificate that the system trusts is accepted.
    public var pinning: [CertificatePinning] = []
    /// Takes what a server had instead of a pinned key, also where that is only reported; on any thread.
    ///
    /// Defaults to nothing. Do not wait in it: a connection does.
    public var reportPinMismatch: (@Sendable (PinMismatch) -> Void)?

    /// Creates a configuration with the defaults.
    public init() {}
}
