#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import HearthTestSupport
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A connection to a port of this machine, byte by byte.
final class RawVisitor {
    private let descriptor: CInt

    /// Connects; `nil` if no one listens.
    init?(port: UInt16) {
        #if canImport(Glibc)
        descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
        #else
        descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let status = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe connect(
                descriptor,
                UnsafeRawPointer(pointer).assumingMemoryBound(to: sockaddr.self),
                socklen_t(MemoryLayout<sockaddr_in>.size)
            )
        }
        guard status == 0 else { return nil }
    }

    deinit {
        close(descriptor)
    }

    func send(_ text: String) {
        let bytes = Array(text.utf8)
        _ = unsafe write(descriptor, bytes, bytes.count)
    }

    /// Everything that comes until the other side closes.
    func receive() -> String {
        var received: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = unsafe read(descriptor, &buffer, buffer.count)
            guard count > 0 else { return String(decoding: received, as: UTF8.self) }
            received += buffer[..<count]
        }
    }

    /// Asks for a target, and returns the whole answer.
    func get(_ target: String, host: String, method: String = "GET") -> String {
        send("\(method) \(target) HTTP/1.1\r\nHost: \(host)\r\n\r\n")
        return receive()
    }
}
