#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Writes a line at once: what lies in a buffer of the process would die with it.
func report(_ step: String) {
    let line = Array("\(step)\n".utf8)
    _ = unsafe write(STDOUT_FILENO, line, line.count)
}
