#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif
import HearthCore

/// A server of a few lines: for each connection it reads one request after the other and obeys the path.
final class TinyServer: Sendable {
    let port: Int
    private let listener: Int32
    private let counts = Locked((connections: 0, open: 0, requests: 0))

    private let stage = Locked((script: [UInt8](), isOpen: false, late: [UInt8]?.none))

    /// What `/script` sends, byte for byte.
    var script: [UInt8] {
        get { stage.withLock { $0.script } }
        set { stage.withLock { $0.script = newValue } }
    }

    /// Whether `/script` then waits for the client to leave, or for ``release(with:)``.
    var keepsScriptOpen: Bool {
        get { stage.withLock { $0.isOpen } }
        set { stage.withLock { $0.isOpen = newValue } }
    }

    /// Lets a `/script` that waits send this and end.
    func release(with bytes: [UInt8]) {
        stage.withLock { $0.late = bytes }
    }

    /// How many connections were accepted.
    var connections: Int { counts.withLock { $0.connections } }
    /// How many of them have not ended.
    var openConnections: Int { counts.withLock { $0.open } }
    /// How many whole requests were read.
    var requests: Int { counts.withLock { $0.requests } }
    /// Where the server listens.
    var origin: String { "http://127.0.0.1:\(port)" }

    init() throws {
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let listener = listener
        let isBound = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                unsafe bind(listener, pointer, length) == 0 && listen(listener, 256) == 0
                    && getsockname(listener, pointer, &length) == 0
            }
        }
        guard isBound else { throw Failure() }
        port = Int(UInt16(bigEndian: address.sin_port))
        Self.thread { [self] in acceptAll() }
    }

    /// Ends the listener; open connections end with their clients.
    func stop() {
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
    }

    struct Failure: Error {}

    private func acceptAll() {
        while true {
            let connection = accept(listener, nil, nil)
            guard connection >= 0 else { return }
            counts.withLock { counts in
                counts.connections += 1
                counts.open += 1
            }
            Self.thread { [self] in serve(connection) }
        }
    }

    private func serve(_ connection: Int32) {
        defer {
            close(connection)
            counts.withLock { $0.open -= 1 }
        }
        var received: [UInt8] = []
        while let request = Self.read(from: connection, &received) {
            counts.withLock { $0.requests += 1 }
            guard answer(request, on: connection) else { return }
        }
    }

    /// - Returns: Whether the connection goes on.
    private func answer(_ request: Request, on connection: Int32) -> Bool {
        switch request.path {
        case "/echo": Self.respond(200, request.body, on: connection)
        case "/head": Self.respond(200, Array(request.head.utf8), on: connection)
        case "/teapot": Self.respond(418, Array("short and stout".utf8), on: connection)
        case "/away": Self.respond(302, [], on: connection, fields: "Location: /echo\r\nX-Two: 1\r\nX-Two: 2\r\n")
        case "/large": Self.respond(200, [UInt8](repeating: 7, count: 300_000), on: connection)
        case "/silence": pause()
        case "/script":
            Self.write(script, to: connection)
            while keepsScriptOpen {
                if let late = stage.withLock({ $0.late }) {
                    Self.write(late, to: connection)
                    return false
                }
                var byte: UInt8 = 0
                if unsafe recv(connection, &byte, 1, Int32(MSG_DONTWAIT)) == 0 { return false }
                usleep(1000)
            }
            return false
        case "/broken":
            Self.write(Array("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf".utf8), to: connection)
            return false
        default: return false
        }
        return true
    }

    private func pause() {
        var byte: UInt8 = 0
        // No one writes to the listener: this waits until it is shut down.
        while unsafe recv(listener, &byte, 1, 0) > 0 {}
        sleep(3600)
    }
}

extension TinyServer {
    struct Request {
        var path: String
        var head: String
        var body: [UInt8]
    }

    static func thread(_ work: @escaping @Sendable () -> Void) {
        final class Box: Sendable {
            let work: @Sendable () -> Void
            init(_ work: @escaping @Sendable () -> Void) { self.work = work }
        }
        var thread = pthread_t()
        unsafe pthread_create(
            &thread,
            nil,
            { context in
                guard let context = unsafe context else { return nil }
                unsafe Unmanaged<Box>.fromOpaque(context).takeRetainedValue().work()
                return nil
            },
            Unmanaged.passRetained(Box(work)).toOpaque()
        )
        pthread_detach(thread)
    }

    static func read(from connection: Int32, _ received: inout [UInt8]) -> Request? {
        let end = Array("\r\n\r\n".utf8)
        while true {
            if let head = received.indices.first(where: { received[$0...].starts(with: end) }) {
                let text = String(decoding: received[..<head], as: UTF8.self)
                let length =
                    text.lowercased().split(separator: "content-length: ").dropFirst().first
                    .flatMap { Int($0.prefix { $0.isNumber }) } ?? 0
                let bodyStart = head + 4
                if received.count >= bodyStart + length {
                    let body = Array(received[bodyStart..<(bodyStart + length)])
                    received.removeFirst(bodyStart + length)
                    let path = text.split(separator: " ").dropFirst().first.map(String.init) ?? ""
                    return Request(path: path, head: text, body: body)
                }
            }
            var buffer = [UInt8](repeating: 0, count: 65_536)
            let count = unsafe recv(connection, &buffer, buffer.count, 0)
            guard count > 0 else { return nil }
            received += buffer[..<count]
        }
    }

    static func respond(_ status: Int, _ body: [UInt8], on connection: Int32, fields: String = "") {
        write(
            Array("HTTP/1.1 \(status) X\r\n\(fields)Content-Length: \(body.count)\r\n\r\n".utf8) + body,
            to: connection
        )
    }

    static func write(_ bytes: [UInt8], to connection: Int32) {
        var sent = 0
        while sent < bytes.count {
            let count = unsafe bytes[sent...].withUnsafeBytes { rest in
                unsafe send(connection, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return }
            sent += count
        }
    }
}
