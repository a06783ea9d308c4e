/// Where a server listens.
public struct ServerAddress: Sendable, Hashable, CustomStringConvertible {
    /// The address, without brackets.
    public let host: String
    /// The port.
    public let port: Int

    /// Creates an address.
    ///
    /// - Parameters:
    ///   - host: The address, without brackets.
    ///   - port: The port.
    public init(host: String, port: Int) {
        self.host = host
        self.port = port
    }

    /// Host and port as they stand in a URL, for example `127.0.0.1:8080` or `[::1]:8080`.
    public var description: String {
        host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]:\(port)" : "\(host):\(port)"
    }
}
