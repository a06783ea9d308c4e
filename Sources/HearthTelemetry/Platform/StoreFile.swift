#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// An open file of a store, closed with its last reference.
package final class StoreFile: Sendable {
    private let descriptor: Int32
    private let path: String

    /// Opens a file to read and append, and creates it for the user alone if it is missing.
    ///
    /// - Parameter path: Where it is.
    /// - Throws: ``StoreError``.
    package init(path: String) throws(StoreError) {
        descriptor = unsafe open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0o600)
        self.path = path
        guard descriptor >= 0 else { throw StoreFolder.error(errno, path) }
    }

    deinit {
        guard descriptor >= 0 else { return }
        // A child that another thread starts meanwhile shares the lock until it runs its program: closing would leave it there.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }

    /// The number of bytes in the file.
    package var size: Int {
        var status = stat()
        return unsafe fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
    }

    /// Appends bytes in one call of the system: they survive the end of the process once this returns.
    ///
    /// - Throws: ``StoreError``; then a part of the bytes may stand in the file.
    package func append(_ bytes: [UInt8]) throws(StoreError) {
        var written = 0
        while written < bytes.count {
            let count = unsafe bytes[written...].withUnsafeBytes { rest in
                unsafe systemWrite(descriptor, rest.baseAddress, rest.count)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw StoreFolder.error(errno, path) }
            written += count
        }
    }

    /// Reads up to so many bytes at a place; fewer at the end of the file.
    package func read(at offset: Int, count: Int) -> [UInt8] {
        guard count > 0 else { return [] }
        return unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count, let base = buffer.baseAddress {
                let got = unsafe pread(descriptor, base + filled, count - filled, off_t(offset + filled))
                if got < 0, errno == EINTR { continue }
                guard got > 0 else { return }
                filled += got
            }
        }
    }

    /// Cuts the file.
    ///
    /// - Throws: ``StoreError``.
    package func truncate(to size: Int) throws(StoreError) {
        guard ftruncate(descriptor, off_t(size)) == 0 else { throw StoreFolder.error(errno, path) }
    }

    /// Takes the file for this process, until the file is closed or the process ends, however it ends.
    ///
    /// - Returns: Whether no other process has it.
    package func lock() -> Bool {
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            guard errno == EINTR else { return false }
        }
        return true
    }

    /// Waits until what was written is on the disk.
    package func sync() {
        _ = fsync(descriptor)
    }
}

// Inside the type its own methods hide the system's functions of the same name.
private func systemWrite(_ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    unsafe write(file, bytes, count)
}
