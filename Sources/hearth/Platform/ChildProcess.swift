#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A program that runs beside this one and shares its standard streams.
struct ChildProcess {
    /// SIGINT and SIGTERM.
    static let interrupt = SIGINT
    static let terminate = SIGTERM

    private let identifier: pid_t
    private let ends: AsyncStream<Int32>

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - words: The program, found in `PATH` unless it has a slash, and its arguments.
    ///   - variables: What its environment has in addition to this process's, or instead of it.
    /// - Throws: ``CommandFailure`` with status 127 if there is no such program, 126 if it cannot be run.
    init(_ words: [String], environment variables: [String: String]) throws {
        for (name, value) in variables { unsafe setenv(name, value, 1) }
        var arguments: [UnsafeMutablePointer<CChar>?] = unsafe words.map { unsafe strdup($0) }
        unsafe arguments.append(nil)
        defer { unsafe arguments.forEach { unsafe free($0) } }
        // This process blocks the signals that it waits for and ignores SIGPIPE: the program must do neither.
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        var ignored = sigset_t()
        unsafe sigemptyset(&none)
        unsafe sigemptyset(&ignored)
        unsafe sigaddset(&ignored, SIGPIPE)
        unsafe posix_spawnattr_setsigmask(&attributes, &none)
        unsafe posix_spawnattr_setsigdefault(&attributes, &ignored)
        unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        var child: pid_t = 0
        let failure = unsafe posix_spawnp(&child, words[0], nil, &attributes, arguments, environ)
        guard failure == 0 else {
            let reason = unsafe String(cString: strerror(failure))
            throw CommandFailure("cannot run \(words[0]): \(reason)", status: failure == ENOENT ? 127 : 126)
        }
        identifier = child
        ends = Self.watch(child)
    }

    /// Waits for the program's end.
    ///
    /// - Returns: Its status, or 128 and the number of the signal that ended it, as shells say it.
    func status() async -> Int32 {
        for await status in ends { return status }
        return 1
    }

    /// Sends a signal, for example `SIGTERM`.
    func send(_ signal: Int32) { kill(identifier, signal) }

    /// Waits on a thread of its own, because waiting blocks.
    private static func watch(_ child: pid_t) -> AsyncStream<Int32> {
        let (ends, continuation) = AsyncStream.makeStream(of: Int32.self)
        let wait = Wait(child: child, continuation: continuation)
        var thread = pthread_t(bitPattern: 0)
        let context = unsafe Unmanaged.passRetained(wait).toOpaque()
        let failure = unsafe pthread_create(
            &thread,
            nil,
            { context in
                guard let context = unsafe context else { return nil }
                unsafe Unmanaged<Wait>.fromOpaque(context).takeRetainedValue().run()
                return nil
            },
            context
        )
        if failure == 0 {
            pthread_detach(thread)
        } else {
            unsafe Unmanaged<Wait>.fromOpaque(context).release()
            continuation.finish()
        }
        return ends
    }

    private final class Wait {
        let child: pid_t
        let continuation: AsyncStream<Int32>.Continuation

        init(child: pid_t, continuation: AsyncStream<Int32>.Continuation) {
            self.child = child
            self.continuation = continuation
        }

        func run() {
            var status: Int32 = 0
            while unsafe waitpid(child, &status, 0) < 0, errno == EINTR {}
            let signal = status & 0x7F
            continuation.yield(signal == 0 ? (status >> 8) & 0xFF : 128 + signal)
            continuation.finish()
        }
    }
}
