#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The lock of a file, held as another process would.
final class HeldLock {
    private let file: Int32

    init(_ path: String) throws {
        file = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard file >= 0, flock(file, LOCK_EX) == 0 else { throw NoLock() }
    }

    func release() {
        flock(file, LOCK_UN)
        close(file)
    }

    struct NoLock: Error {}
}
