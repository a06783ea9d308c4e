internal import HearthCore

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Writes a secret into a file that is not there yet, for its owner's eyes alone.
enum NewFile {
    /// Refuses a path at which there is something already, or at which nothing can be made.
    static func check(_ path: String) throws {
        let file = try make(path)
        close(file)
        _ = unsafe unlink(path)
    }

    static func write(_ content: Secret<[UInt8]>, to path: String) throws {
        let file = try make(path)
        defer { close(file) }
        var rest = content.reveal()[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe write(file, $0) }
            guard count > 0 else {
                _ = unsafe unlink(path)
                throw failure(path)
            }
            rest = rest.dropFirst(count)
        }
        guard fsync(file) == 0 else { throw failure(path) }
    }

    private static func make(_ path: String) throws -> CInt {
        let file = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw failure(path) }
        return file
    }

    private static func write(_ file: CInt, _ buffer: UnsafeRawBufferPointer) -> Int {
        #if canImport(Glibc)
        unsafe Glibc.write(file, buffer.baseAddress, buffer.count)
        #elseif canImport(Musl)
        unsafe Musl.write(file, buffer.baseAddress, buffer.count)
        #elseif canImport(Darwin)
        unsafe Darwin.write(file, buffer.baseAddress, buffer.count)
        #endif
    }

    private static func failure(_ path: String) -> CommandFailure {
        CommandFailure("cannot write \(path): \(unsafe String(cString: strerror(errno)))")
    }
}
