#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif
import HearthCore

/// Standard output, standard error and the end of the process.
enum Terminal {
    // Why standard output took no more; `nil` while it takes what is written.
    private static let loss = Locked<String?>(nil)

    /// Writes a line to standard output.
    static func print(_ line: String) {
        write(line + "\n", to: STDOUT_FILENO)
    }

    /// Writes to standard output without ending the line, for an answer to follow.
    static func prompt(_ text: String) {
        write(text, to: STDOUT_FILENO)
    }

    /// Writes a sentence to standard output, in lines that fit the terminal.
    static func say(_ sentence: String) {
        for line in TextColumns.wrap(sentence, to: width) { print(line) }
    }

    /// Writes a sentence to standard error, with the tool's name before it, in lines that fit the terminal.
    static func complain(_ sentence: String) {
        let lines = TextColumns.wrap("hearth: \(sentence)", to: width(of: STDERR_FILENO))
        for line in lines { write(line + "\n", to: STDERR_FILENO) }
    }

    /// Writes a line to standard error as it is.
    static func note(_ line: String) {
        write(line + "\n", to: STDERR_FILENO)
    }

    /// Ends the process at once; nothing waits in a buffer.
    ///
    /// What could not be written to standard output makes a success a failure, with status 74.
    ///
    /// Libraries are not asked to clean up: OpenSSL would take away what a thread may still sign or hash with.
    static func exit(_ status: Int32) -> Never {
        var status = status
        if let reason = loss.withLock({ $0 }) {
            complain("cannot write to standard output: \(reason)")
            if status == 0 { status = 74 }
        }
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

    /// How many columns standard output shows; `nil` if it is no terminal.
    static var width: Int? { width(of: STDOUT_FILENO) }

    /// As the terminal says, or `COLUMNS`; 80 if neither does.
    private static func width(of descriptor: Int32) -> Int? {
        guard isatty(descriptor) == 1 else { return nil }
        var size = winsize()
        if unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 { return Int(size.ws_col) }
        let columns = SystemEnvironment.variable("COLUMNS").flatMap { Int($0) } ?? 80
        return columns > 0 ? columns : 80
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
                // A reader that has gone wants no more.
                if descriptor == STDOUT_FILENO, errno != EPIPE {
                    let reason = unsafe String(cString: strerror(errno))
                    loss.withLock { $0 = $0 ?? reason }
                }
                return
            }
            bytes = bytes.dropFirst(count)
        }
    }
}
