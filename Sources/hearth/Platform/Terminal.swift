#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Standard output, standard error and the end of the process.
enum Terminal {
    /// Writes a line to standard output.
    static func print(_ line: String) {
        write(line + "\n", to: STDOUT_FILENO)
    }

    /// Writes to standard output without ending the line, for an answer to follow.
    static func prompt(_ text: String) {
        write(text, to: STDOUT_FILENO)
    }

    /// Writes a line to standard error, with the tool's name before it.
    static func complain(_ line: String) {
        write("hearth: \(line)\n", to: STDERR_FILENO)
    }

    /// Writes a line to standard error as it is.
    static func note(_ line: String) {
        write(line + "\n", to: STDERR_FILENO)
    }

    /// Ends the process at once; nothing that was written is lost, as nothing waits in a buffer.
    ///
    /// Libraries are not asked to clean up: OpenSSL would take away what a thread may still sign or hash with.
    static func exit(_ status: Int32) -> Never {
        #if canImport(Glibc)
        Glibc._exit(status)
        #elseif canImport(Musl)
        Musl._exit(status)
        #elseif canImport(Darwin)
        Darwin._exit(status)
        #endif
    }

    /// Whether a person reads standard output, rather than a file or another program.
    static var isInteractive: Bool {
        isatty(STDOUT_FILENO) == 1
    }

    private static func write(_ text: String, to descriptor: Int32) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = unsafe bytes.withUnsafeBytes { buffer in
                #if canImport(Glibc)
                unsafe Glibc.write(descriptor, buffer.baseAddress, buffer.count)
                #elseif canImport(Musl)
                unsafe Musl.write(descriptor, buffer.baseAddress, buffer.count)
                #elseif canImport(Darwin)
                unsafe Darwin.write(descriptor, buffer.baseAddress, buffer.count)
                #endif
            }
            if count < 0 {
                if errno == EINTR { continue }
                return
            }
            bytes = bytes.dropFirst(count)
        }
    }
}
