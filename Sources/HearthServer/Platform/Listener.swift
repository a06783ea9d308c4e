internal import CLinux

/// A bound and listening socket; closes when no one holds it.
final class Listener: Sendable {
    let descriptor: Int32
    /// Where it listens.
    let address: ServerAddress

    /// What came of accepting.
    enum Arrival {
        /// Someone connected from an address.
        case connection(Socket, peer: String)
        /// The one who waited went away.
        case noClient
        /// No one waits any more.
        case wouldBlock
        /// The process or the system has no descriptor or memory left.
        case exhausted
    }

    /// Binds and listens.
    ///
    /// - Parameters:
    ///   - host: An address, or a name of this machine.
    ///   - port: The port, 0 for any that is free.
    /// - Throws: ``ServerError`` if the address cannot be had.
    init(host: String, port: Int) throws(ServerError) {
        guard let port = UInt16(exactly: port), !host.utf8.contains(0) else {
            throw ServerError(.invalidHost, "The host or the port is not one.")
        }
        // As many as the system allows; it cuts the number to its own limit.
        descriptor = unsafe clinux_listen(host, port, 4096)
        guard descriptor >= 0 else {
            address = ServerAddress(host: host, port: 0)
            throw ServerError(system: descriptor)
        }
        address = Self.localAddress(descriptor)
    }

    deinit {
        if descriptor >= 0 { clinux_close_listener(descriptor) }
    }

    /// Takes the next connection.
    func accept() -> Arrival {
        var peer = [CChar](repeating: 0, count: Int(CLINUX_ADDRESS_CAPACITY))
        let result = unsafe clinux_accept(descriptor, &peer, peer.count)
        if result >= 0 { return .connection(Socket(descriptor: result), peer: text(peer)) }
        return switch clinux_error_kind(result) {
        case CLINUX_WOULD_BLOCK: .wouldBlock
        case CLINUX_EXHAUSTED: .exhausted
        default: .noClient
        }
    }

    private static func localAddress(_ descriptor: Int32) -> ServerAddress {
        var host = [CChar](repeating: 0, count: Int(CLINUX_ADDRESS_CAPACITY))
        var port: UInt16 = 0
        _ = unsafe clinux_local_address(descriptor, &host, host.count, &port)
        return ServerAddress(host: text(host), port: Int(port))
    }
}

/// The text in a buffer that a C function has filled.
func text(_ buffer: [CChar]) -> String {
    String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
}
