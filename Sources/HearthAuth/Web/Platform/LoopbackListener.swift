#if os(Linux) || os(macOS)
#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif
internal import HearthCore

/// A port of this machine at which a browser is waited for.
///
/// It listens from the beginning until ``wait(path:timeout:)`` is over.
final class LoopbackListener: Sendable {
    /// How waiting ended.
    enum Outcome: Sendable, Hashable {
        /// The browser came back: the path and the query.
        case answered(String)
        /// No one came in time.
        case timedOut
        /// ``LoopbackListener/stop()`` was called.
        case stopped
        /// The system has no thread to give.
        case failed
    }

    /// The port.
    let port: UInt16

    private let socket: CInt
    private let bell: Pipe
    private let isClosed = Locked(false)

    /// Listens at 127.0.0.1.
    ///
    /// - Parameter port: The port, 0 for any that is free.
    /// - Throws: ``AuthError`` if the port cannot be had.
    init(port: UInt16) throws(AuthError) {
        guard let bell = Pipe(), let socket = Self.listen(port) else {
            throw AuthError(.webInternalError, "the port is in use, or none can be had")
        }
        self.bell = bell
        self.socket = socket
        self.port = Self.port(of: socket)
    }

    deinit {
        closePort()
    }

    private func closePort() {
        let wasClosed = isClosed.withLock { isClosed in
            defer { isClosed = true }
            return isClosed
        }
        guard !wasClosed else { return }
        // A child that another thread starts meanwhile shares the socket until it runs its program: closing would leave the
        // port open there.
        shutdown(socket, CInt(SHUT_RDWR))
        close(socket)
    }

    /// Waits for the browser on a thread of its own.
    ///
    /// Each other request gets a refusal, and browsers that open connections beforehand hold no one up.
    func wait(path: String, timeout: Duration) async -> Outcome {
        let end = ContinuousClock.now + timeout
        return await withCheckedContinuation { continuation in
            let thread = SystemThread {
                let outcome = self.serve(path, until: end)
                self.closePort()
                continuation.resume(returning: outcome)
            }
            if thread == nil { continuation.resume(returning: .failed) }
        }
    }

    /// Ends the waiting, also if it has not begun.
    func stop() {
        bell.ring()
    }

    private func serve(_ path: String, until end: ContinuousClock.Instant) -> Outcome {
        var visitors: [Visitor] = []
        while true {
            let left = end - .now
            guard left > .zero else { return .timedOut }
            let ready = Self.poll([socket, bell.reader] + visitors.map(\.descriptor), left)
            if ready.contains(bell.reader) { return .stopped }
            for visitor in visitors where ready.contains(visitor.descriptor) {
                switch visitor.read() {
                case .more: continue
                case .gone: break
                case .request(let request):
                    let isAnswer = request?.isFor(path: path, port: port) == true
                    visitor.write(isAnswer ? LoopbackRequest.finished : LoopbackRequest.notFound)
                    if isAnswer, let request { return .answered(request.target) }
                }
                visitors.removeAll { $0 === visitor }
            }
            // The oldest visitor makes room for the newest one.
            if ready.contains(socket), let visitor = Visitor(acceptedFrom: socket) {
                if visitors.count >= Visitor.mostAtOnce { visitors.removeFirst() }
                visitors.append(visitor)
            }
        }
    }

    private static func poll(_ descriptors: [CInt], _ timeout: Duration) -> Set<CInt> {
        var states = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        // Rounded up, so that the last millisecond is not spent by asking again and again.
        let milliseconds = min(timeout / .milliseconds(1) + 1, 60_000)
        let count = unsafe systemPoll(&states, nfds_t(states.count), CInt(milliseconds))
        guard count > 0 else { return [] }
        return Set(states.filter { $0.revents != 0 }.map(\.fd))
    }

    private static func listen(_ port: UInt16) -> CInt? {
        guard let descriptor = ownDescriptor(systemSocket()) else { return nil }
        var address = loopback(port)
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        var yes: CInt = 1
        let isReady = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<CInt>.size)) == 0
                && bind(descriptor, UnsafeRawPointer(pointer).assumingMemoryBound(to: sockaddr.self), size) == 0
                && systemListen(descriptor, 16) == 0
        }
        guard isReady else {
            close(descriptor)
            return nil
        }
        return descriptor
    }

    private static func loopback(_ port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return address
    }

    private static func port(of descriptor: CInt) -> UInt16 {
        var address = sockaddr_in()
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        unsafe withUnsafeMutablePointer(to: &address) { pointer in
            _ = unsafe getsockname(
                descriptor,
                UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: sockaddr.self),
                &size
            )
        }
        return UInt16(bigEndian: address.sin_port)
    }
}

/// A connection to the port.
private final class Visitor {
    enum Reading {
        case more
        case gone
        /// `nil` for one that is none, or too long.
        case request(LoopbackRequest?)
    }

    /// As many as a browser opens, and some that others open.
    static let mostAtOnce = 16

    let descriptor: CInt
    private var bytes: [UInt8] = []

    init?(acceptedFrom socket: CInt) {
        guard let descriptor = ownDescriptor(accept(socket, nil, nil)) else { return nil }
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
    }

    func read() -> Reading {
        var buffer = [UInt8](repeating: 0, count: 8192)
        let count = unsafe systemRead(descriptor, &buffer, buffer.count)
        if count < 0 { return errno == EAGAIN || errno == EINTR ? .more : .gone }
        guard count > 0 else { return .gone }
        bytes += buffer[..<count]
        if LoopbackRequest.isWhole(bytes) { return .request(LoopbackRequest(bytes)) }
        return bytes.count > LoopbackRequest.longestHead ? .request(nil) : .more
    }

    /// Writes what is shorter than any buffer of a socket.
    func write(_ bytes: [UInt8]) {
        _ = unsafe systemWrite(descriptor, bytes, bytes.count)
        shutdown(descriptor, CInt(SHUT_WR))
    }
}

/// A way to wake a thread that polls.
private final class Pipe: Sendable {
    let reader: CInt
    private let writer: CInt

    init?() {
        var ends: [CInt] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else { return nil }
        guard let reader = ownDescriptor(ends[0]), let writer = ownDescriptor(ends[1]) else { return nil }
        self.reader = reader
        self.writer = writer
    }

    deinit {
        close(reader)
        close(writer)
    }

    func ring() {
        _ = unsafe systemWrite(writer, [1], 1)
    }
}

/// A descriptor that never blocks and that no other process inherits: the browser would keep the port.
private func ownDescriptor(_ descriptor: CInt) -> CInt? {
    guard descriptor >= 0 else { return nil }
    guard fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0, fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0 else {
        close(descriptor)
        return nil
    }
    return descriptor
}

private func systemSocket() -> CInt {
    #if canImport(Glibc)
    socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
    #else
    socket(AF_INET, SOCK_STREAM, 0)
    #endif
}

private func systemListen(_ descriptor: CInt, _ backlog: CInt) -> CInt {
    listen(descriptor, backlog)
}

private func systemPoll(_ states: UnsafeMutablePointer<pollfd>, _ count: nfds_t, _ timeout: CInt) -> CInt {
    unsafe poll(states, count, timeout)
}

private func systemRead(_ descriptor: CInt, _ bytes: UnsafeMutablePointer<UInt8>, _ count: Int) -> Int {
    unsafe read(descriptor, bytes, count)
}

private func systemWrite(_ descriptor: CInt, _ bytes: UnsafePointer<UInt8>, _ count: Int) -> Int {
    unsafe write(descriptor, bytes, count)
}
#endif
