internal import CLinux
internal import HearthCore

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A program that runs beside this one and shares its standard streams.
struct ChildProcess {
    /// SIGINT, SIGTERM and SIGKILL.
    static let interrupt = SIGINT
    static let terminate = SIGTERM
    static let forced = SIGKILL

    private let identifier: pid_t
    private let end: End
    private let ends: AsyncStream<Int32>

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - words: The program, found in `PATH` unless it has a slash, and its arguments.
    ///   - variables: What its environment has in addition to this process's, or instead of it; this process's stays as
    ///     it is, and other programs do not get them.
    ///   - isTied: Whether the program is killed when this process ends, however that happens; on Linux alone. Defaults
    ///     to no.
    /// - Throws: ``CommandFailure`` with status 127 if there is no such program, 126 if it cannot be run.
    init(_ words: [String], environment variables: [String: String], isTied: Bool = false) throws {
        let arguments = CStrings(words)
        let settings = CStrings(variables.map { "\($0.key)=\($0.value)" })
        let (ends, continuation) = AsyncStream.makeStream(of: Int32.self)
        let end = End(continuation)
        let context = unsafe Unmanaged.passRetained(end).toOpaque()
        let process = withExtendedLifetime((arguments, settings)) {
            unsafe clinux_child_start(
                arguments.pointers,
                settings.pointers,
                isTied ? 1 : 0,
                { context, status in
                    guard let context = unsafe context else { return }
                    unsafe Unmanaged<End>.fromOpaque(context).takeRetainedValue().reached(status)
                },
                context
            )
        }
        guard process > 0 else {
            unsafe Unmanaged<End>.fromOpaque(context).release()
            let reason = unsafe String(cString: strerror(-process))
            throw CommandFailure("cannot run \(words[0]): \(reason)", status: process == -ENOENT ? 127 : 126)
        }
        identifier = process
        self.end = end
        self.ends = ends
    }

    /// Waits for the program's end.
    ///
    /// - Returns: Its status, or 128 and the number of the signal that ended it, as shells say it.
    func status() async -> Int32 {
        for await status in ends { return status }
        return 1
    }

    /// Sends a signal, for example `SIGTERM`; to no process when the program has ended.
    func send(_ signal: Int32) {
        end.unlessReached { kill(identifier, signal) }
    }

    private final class End: Sendable {
        private let continuation: AsyncStream<Int32>.Continuation
        private let isReached = Locked(false)

        init(_ continuation: AsyncStream<Int32>.Continuation) {
            self.continuation = continuation
        }

        func reached(_ status: Int32) {
            isReached.withLock { $0 = true }
            continuation.yield(status)
            continuation.finish()
        }

        /// Does something while the program's number is the program's.
        func unlessReached(_ body: () -> Void) {
            isReached.withLock { isReached in
                if !isReached { body() }
            }
        }
    }
}

/// Texts as C wants a list of them: pointers that end with a null pointer, valid as long as this value lives.
@safe
private final class CStrings {
    let pointers: [UnsafeMutablePointer<CChar>?]

    init(_ texts: [String]) {
        unsafe pointers = texts.map { unsafe strdup($0) } + [nil]
    }

    deinit {
        unsafe pointers.forEach { unsafe free($0) }
    }
}
