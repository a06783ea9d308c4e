import CLinux

#if canImport(Glibc)
import Glibc
private let streamSocket = Int32(SOCK_STREAM.rawValue)
#elseif canImport(Musl)
import Musl
private let streamSocket = SOCK_STREAM
#elseif canImport(Darwin)
import Darwin
private let streamSocket = SOCK_STREAM
#endif

#if os(Linux)
/// Whether there is a server to test on this system.
let canServe = true
#else
/// Whether there is a server to test on this system.
let canServe = false
#endif

/// A client that sends what it is told, however wrong, and blocks its thread meanwhile.
final class RawClient {
    /// How the reading ended.
    enum End: Sendable, Hashable {
        case finished, reset, timedOut
    }

    private var descriptor: Int32

    /// Connects to a port of this machine.
    ///
    /// A small receive buffer makes the client a slow reader as soon as it stops reading.
    ///
    /// - Parameters:
    ///   - port: The port.
    ///   - thirdByte: 127.0.0.1 by default, else 127.0.N.1. A port of 127.0.0.1 that a server has left may be another
    ///     test's a moment later: whether no one listens any more is asked at an address of the test's own.
    ///   - receiveBuffer: The size of the buffer, in bytes. Defaults to the system's.
    init?(port: Int, at thirdByte: UInt32 = 0, receiveBuffer: Int32? = nil) {
        descriptor = socket(AF_INET, streamSocket, 0)
        guard descriptor >= 0 else { return nil }
        if var size = receiveBuffer {
            unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
        }
        var one: Int32 = 1
        unsafe setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(MemoryLayout<Int32>.size))
        setTimeout(milliseconds: 180_000)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(truncatingIfNeeded: port).bigEndian
        address.sin_addr.s_addr = (UInt32(0x7F00_0001) | thirdByte << 8).bigEndian
        let result = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else {
            clinux_close(descriptor)
            descriptor = -1
            return nil
        }
    }

    deinit { close() }

    /// Limits each read and write.
    func setTimeout(milliseconds: Int) {
        var limit = timeval()
        limit.tv_sec = milliseconds / 1000
        limit.tv_usec = .init(milliseconds % 1000 * 1000)
        unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        unsafe setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    }

    /// Sends everything.
    ///
    /// - Returns: Whether the server took it.
    @discardableResult
    func send(_ bytes: [UInt8]) -> Bool {
        var start = 0
        while start < bytes.count {
            let sent = unsafe bytes.withUnsafeBytes { all in
                unsafe clinux_send(descriptor, all.baseAddress?.advanced(by: start), all.count - start)
            }
            guard sent > 0 else { return false }
            start += sent
        }
        return true
    }

    /// Sends text.
    @discardableResult
    func send(_ text: String) -> Bool { send(Array(text.utf8)) }

    /// Reads up to so many bytes at once.
    ///
    /// - Returns: What came, and how reading ended if it did.
    func receive(_ count: Int = 65_536) -> (bytes: [UInt8], end: End?) {
        var buffer = [UInt8](repeating: 0, count: count)
        let result = unsafe buffer.withUnsafeMutableBytes {
            unsafe clinux_receive(descriptor, $0.baseAddress, $0.count)
        }
        if result > 0 { return (Array(buffer.prefix(result)), nil) }
        if result == 0 { return ([], .finished) }
        return ([], clinux_error_kind(Int32(clamping: result)) == CLINUX_WOULD_BLOCK ? .timedOut : .reset)
    }

    /// Closes the sending side.
    func finishSending() { clinux_shutdown_write(descriptor) }

    /// Closes.
    func close(reset: Bool = false) {
        guard descriptor >= 0 else { return }
        if reset { clinux_abort(descriptor) } else { clinux_close(descriptor) }
        descriptor = -1
    }
}

/// Lets the calling thread rest.
func pauseThread(milliseconds: Int) {
    usleep(UInt32(milliseconds * 1000))
}

/// Sends this process SIGTERM.
func raiseTermination() {
    _ = clinux_signals_raise(SIGTERM)
}
