#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The log of the process.
enum StandardError {
    /// Writes a line.
    static func write(_ line: String) {
        let bytes = Array((line + "\n").utf8)
        _ = unsafe bytes.withUnsafeBytes { buffer in
            #if canImport(Glibc)
            unsafe Glibc.write(STDERR_FILENO, buffer.baseAddress, buffer.count)
            #elseif canImport(Musl)
            unsafe Musl.write(STDERR_FILENO, buffer.baseAddress, buffer.count)
            #elseif canImport(Darwin)
            unsafe Darwin.write(STDERR_FILENO, buffer.baseAddress, buffer.count)
            #endif
        }
    }
}

/// The end of the process.
enum Ending {
    static func exit(_ status: Int32) -> Never {
        #if canImport(Glibc)
        Glibc.exit(status)
        #elseif canImport(Musl)
        Musl.exit(status)
        #elseif canImport(Darwin)
        Darwin.exit(status)
        #endif
    }
}
