/// What one client may cost, in bytes, time and number.
///
/// A limit answers with its own status and closes the connection; nothing above a limit is kept in memory.
public struct ServerLimits: Sendable, Hashable {
    /// The head of a request, its empty line included.
    ///
    /// Above it: 431. Defaults to 16 KiB: four times the largest cookie, and room for a bearer token of 8 KiB.
    public var headBytes = 16 * 1024
    /// The target of a request.
    ///
    /// Above it: 414. Defaults to 8 KiB, which is what
    /// [RFC 9112 §3](https://www.rfc-editor.org/rfc/rfc9112#section-3) asks for at least, rounded up.
    public var targetBytes = 8 * 1024
    /// The number of fields in a head.
    ///
    /// Above it: 431. Defaults to 100: browsers send about 20, a chain of proxies adds a dozen.
    public var fields = 100
    /// The body of a request, decoded, unless `HTTPAdmission.accept(maximumBody:)` names another size.
    ///
    /// Above it: 413, before the body is read if its length is announced. Defaults to 1 MiB: identity requests are
    /// below 64 KiB but for the import of accounts.
    public var bodyBytes = 1024 * 1024
    /// What all bodies of requests may take of memory together, from their first byte until their handler returns.
    ///
    /// Above it: 503 with `Retry-After`, before the body is read if its length is announced. Bodies above 64 KiB may
    /// fill three quarters of it, so that they cannot shut out the small ones. Defaults to 64 MiB.
    public var requestMemory = 64 * 1024 * 1024
    /// What all answers that wait for slow readers may take of memory together.
    ///
    /// Above it, an answer of more than 64 KiB becomes a 503 with `Retry-After`, a stream waits until its reader has
    /// taken what was sent, and a pipelined request until the answer before it has been. Defaults to 256 MiB.
    public var responseMemory = 256 * 1024 * 1024
    /// From the first byte of a head to its last.
    ///
    /// Passed: 408. Absolute, so that a client that sends a byte now and then is cut off too. Defaults to 10 s: a head
    /// is one or two packets.
    public var headTimeout = Duration.seconds(10)
    /// From the end of a head to the end of its body, or its first MiB.
    ///
    /// Passed: 408. Each MiB that has arrived starts it anew, and for a body that the handler reads piece by piece each
    /// 64 KiB: a large body gets the time that it needs, a client that sends a byte now and then does not. Defaults to
    /// 30 s: 35 kB/s.
    public var bodyTimeout = Duration.seconds(30)
    /// How long a connection may stay open without a request.
    ///
    /// Defaults to 75 s, longer than the 60 s for which proxies keep their connections, so that the proxy is
    /// the one that closes.
    public var idleTimeout = Duration.seconds(75)
    /// How long a client may let its answer wait without taking any of it.
    ///
    /// Progress counts once the socket has room again for about a third of its buffer: a client that reads a
    /// byte now and then is cut off as well. Defaults to 20 s.
    public var writeTimeout = Duration.seconds(20)
    /// How long the client of a streamed answer may take nothing of what waits for it.
    ///
    /// A stream that has nothing to send is not cut off, however long it is silent. Defaults to 60 s.
    public var streamTimeout = Duration.seconds(60)
    /// How many connections may be open at once.
    ///
    /// Above it: 503. Defaults to 10,000, about 10 MB when idle. Each needs a file descriptor: raise the process's
    /// limit as well.
    public var connections = 10_000
    /// How much of an answer may wait for a slow reader before its writer has to wait too.
    ///
    /// Defaults to 128 KiB: enough to keep a fast reader busy. It is the memory that one stalled reader of a
    /// stream costs, give or take the last piece written.
    public var backlogBytes = 128 * 1024

    /// Creates limits with their defaults.
    public init() {}
}
