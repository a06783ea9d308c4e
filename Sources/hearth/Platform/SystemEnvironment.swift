#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// What the process was started with.
enum SystemEnvironment {
    /// A variable of the environment, if it is set and not empty.
    static func variable(_ name: String) -> String? {
        guard let value = unsafe getenv(name) else { return nil }
        let text = unsafe String(cString: value)
        return text.isEmpty ? nil : text
    }

    /// Whether there is a file that can be read.
    static func fileExists(_ path: String) -> Bool { unsafe access(path, R_OK) == 0 }

    /// Reads a small file as text.
    static func text(ofFile path: String) throws -> String {
        guard let file = unsafe fopen(path, "r") else {
            throw CommandFailure("cannot read \(path): \(unsafe String(cString: strerror(errno)))")
        }
        defer { unsafe fclose(file) }
        var bytes: [UInt8] = []
        while true {
            let byte = unsafe fgetc(file)
            guard byte >= 0, bytes.count < 1_048_576 else { break }
            bytes.append(UInt8(truncatingIfNeeded: byte))
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
