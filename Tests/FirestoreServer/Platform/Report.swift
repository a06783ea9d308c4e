#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Writes a line to the log.
func report(_ text: String) {
    let line = Array("\(text)\n".utf8)
    _ = unsafe write(STDERR_FILENO, line, line.count)
}
