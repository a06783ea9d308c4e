#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// How much room a file takes and has.
struct DiskSpace: Sendable {
    /// The bytes of the file and of its journal.
    let file: Int64
    /// The bytes that are left beside it for programs without special rights.
    let free: Int64

    /// Looks at a file; `nil` if the system does not say.
    init?(ofFile path: String) {
        var volume = statvfs()
        guard unsafe statvfs(path, &volume) == 0, let own = Self.bytes(of: path) else { return nil }
        file = own + (Self.bytes(of: path + "-wal") ?? 0)
        let (blocks, size) = (Int64(clamping: volume.f_bavail), Int64(clamping: volume.f_frsize))
        let (product, isTooLarge) = blocks.multipliedReportingOverflow(by: size)
        free = isTooLarge ? .max : product
    }

    private static func bytes(of path: String) -> Int64? {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return nil }
        return Int64(status.st_size)
    }
}
