internal import CLinux

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
    private let ends: AsyncStream<Int32>

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - words: The program, found in `PATH` unless it has a slash, and its arguments.
    ///   - variables: What its environment has in addition to this process's, or instead of it.
    ///   - isTied: Whether the program is killed when this process ends, however that happens; on Linux alone. Defaults
    ///     to no.
    /// - Throws: ``CommandFailure`` with status 127 if there is no such program, 126 if it cannot be run.
    init(_ words: [String], environment variables: [String: String], isTied: Bool = false) throws {
        for (name, value) in variables { unsafe setenv(name, value, 1) }
        var arguments: [UnsafeMutablePointer<CChar>?] = unsafe words.map { unsafe strdup($0) }
        unsafe arguments.append(nil)
        defer { unsafe arguments.forEach { unsafe free($0) } }
        let (ends, continuation) = AsyncStream.makeStream(of: Int32.self)
        let context = unsafe Unmanaged.passRetained(End(continuation)).toOpaque()
        let process = unsafe clinux_child_start(
            arguments,
            isTied ? 1 : 0,
            { context, status in
                guard let context = unsafe context else { return }
                unsafe Unmanaged<End>.fromOpaque(context).takeRetainedValue().reached(status)
            },
            context
        )
        guard process > 0 else {
            unsafe Unmanaged<End>.fromOpaque(context).release()
            let reason = unsafe String(cString: strerror(-process))
            throw CommandFailure("cannot run \(words[0]): \(reason)", status: process == -ENOENT ? 127 : 126)
        }
        identifier = process
        self.ends = ends
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

    private final class End: Sendable {
        let continuation: AsyncStream<Int32>.Continuation

        init(_ continuation: AsyncStream<Int32>.Continuation) {
            self.continuation = continuation
        }

        func reached(_ status: Int32) {
            continuation.yield(status)
            continuation.finish()
        }
    }
}
