import CLinux
import CNghttp2

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

/// A client that sends the frames that it is told to send, however wrong, and blocks its thread meanwhile.
///
/// Its requests are encoded by hand; what the server answers is decoded by nghttp2's own HPACK decoder.
@safe
final class FrameClient {
    private var descriptor: Int32
    private var buffer: [UInt8] = []
    private var inflater: OpaquePointer?

    /// Connects to a port of this machine, and sends nothing.
    init?(port: Int) {
        descriptor = socket(AF_INET, streamSocket, 0)
        guard descriptor >= 0 else { return nil }
        var one: Int32 = 1
        unsafe setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(MemoryLayout<Int32>.size))
        var limit = timeval()
        limit.tv_sec = 180
        unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        unsafe setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(truncatingIfNeeded: port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let result = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        unsafe nghttp2_hd_inflate_new(&inflater)
        guard result == 0 else {
            close()
            return nil
        }
    }

    deinit {
        close()
        unsafe nghttp2_hd_inflate_del(inflater)
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

    /// The next frame, or `nil` at the end of the connection or after 15 s.
    func frame() -> Frame? {
        guard fill(9) else { return nil }
        let length = Int(buffer[0]) << 16 | Int(buffer[1]) << 8 | Int(buffer[2])
        guard fill(9 + length) else { return nil }
        let number = buffer[5..<9].reduce(UInt32(0)) { $0 << 8 | UInt32($1) } & 0x7FFF_FFFF
        let frame = Frame(buffer[3], flags: buffer[4], stream: Int(number), Array(buffer[9..<9 + length]))
        buffer.removeFirst(9 + length)
        if frame.type == Frame.settings, frame.flags == 0 {
            send(Frame(Frame.settings, flags: Frame.acknowledgement).bytes)
        }
        return frame
    }

    /// Up to so many bytes of what is no frame; none at the end.
    func text(_ count: Int = 65_536) -> String {
        while buffer.count < count, fill(buffer.count + 1) {}
        defer { buffer.removeFirst(min(count, buffer.count)) }
        return String(decoding: buffer.prefix(count), as: UTF8.self)
    }

    /// The fields of a block.
    func inflate(_ block: [UInt8]) -> [String: String] {
        var fields: [String: String] = [:]
        var rest = block
        while !rest.isEmpty {
            var field = unsafe nghttp2_nv()
            var flags: Int32 = 0
            let used = unsafe rest.withUnsafeBufferPointer { bytes in
                unsafe nghttp2_hd_inflate_hd2(inflater, &field, &flags, bytes.baseAddress, bytes.count, 1)
            }
            guard used >= 0 else { return fields }
            rest.removeFirst(used)
            if UInt32(flags) & NGHTTP2_HD_INFLATE_EMIT.rawValue != 0 {
                let name = unsafe UnsafeBufferPointer(start: field.name, count: field.namelen)
                let value = unsafe UnsafeBufferPointer(start: field.value, count: field.valuelen)
                fields[unsafe String(decoding: name, as: UTF8.self)] = unsafe String(decoding: value, as: UTF8.self)
            }
            if UInt32(flags) & NGHTTP2_HD_INFLATE_FINAL.rawValue != 0 { break }
        }
        unsafe nghttp2_hd_inflate_end_headers(inflater)
        return fields
    }

    /// Closes.
    func close(reset: Bool = false) {
        guard descriptor >= 0 else { return }
        if reset { clinux_abort(descriptor) } else { clinux_close(descriptor) }
        descriptor = -1
    }

    private func fill(_ count: Int) -> Bool {
        while buffer.count < count {
            var piece = [UInt8](repeating: 0, count: 65_536)
            let got = unsafe piece.withUnsafeMutableBytes {
                unsafe clinux_receive(descriptor, $0.baseAddress, $0.count)
            }
            guard got > 0 else { return false }
            buffer += piece.prefix(got)
        }
        return true
    }
}

/// Lets the calling thread rest.
func pauseThread(milliseconds: Int) {
    usleep(UInt32(milliseconds * 1000))
}
