#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A file that events are written to, a line each.
struct Journal: Sendable {
    /// A line could not be written.
    struct Failure: Error {
        let code: Int32
    }

    let path: String

    /// Adds a line.
    ///
    /// One write is one line, however the process ends.
    func add(_ line: String) throws(Failure) {
        let file = unsafe open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw Failure(code: errno) }
        defer { _ = close(file) }
        let bytes = Array((line + "\n").utf8)
        let count = unsafe bytes.withUnsafeBytes { unsafe write(file, $0.baseAddress, $0.count) }
        guard count == bytes.count else { throw Failure(code: errno) }
    }
}
