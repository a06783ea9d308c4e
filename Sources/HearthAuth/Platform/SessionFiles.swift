#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// The files of one session storage, and the system calls that touch them.
struct SessionFiles: Sendable {
    let directory: String
    let session: String
    let key: String
    private let lock: String

    init(directory: String, name: String) {
        self.directory = directory
        session = directory + "/" + name + ".sealed"
        key = directory + "/" + name + ".key"
        lock = directory + "/" + name + ".lock"
    }

    /// The content of a file, or `nil` if there certainly is none.
    static func read(_ path: String) throws(StorageUnavailability) -> [UInt8]? {
        let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else {
            if errno == ENOENT { return nil }
            throw Self.unavailability(errno)
        }
        defer { close(file) }
        var content: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 16_384)
        while true {
            let count = Self.retrying { unsafe systemRead(file, &buffer, buffer.count) }
            guard count >= 0 else { throw Self.unavailability(errno) }
            guard count > 0 else { return content }
            content += buffer[..<count]
        }
    }

    /// Puts content in the place of a file's: completely or, whatever happens, not at all.
    func replace(_ path: String, with content: [UInt8]) throws(StorageUnavailability) {
        let temporary = path + ".new"
        let file = unsafe open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { throw Self.unavailability(errno) }
        guard fchmod(file, 0o600) == 0, Self.write(content, to: file), fsync(file) == 0 else {
            let problem = errno
            close(file)
            unsafe unlink(temporary)
            throw Self.unavailability(problem)
        }
        close(file)
        guard unsafe rename(temporary, path) == 0 else { throw Self.unavailability(errno) }
        try sync()
    }

    /// Removes a file, if it is there.
    func remove(_ path: String) throws(StorageUnavailability) {
        guard unsafe unlink(path) == 0 || errno == ENOENT else { throw Self.unavailability(errno) }
        try sync()
    }

    /// Does work while every other process that asks for the same waits.
    func locked(_ work: () throws(StorageUnavailability) -> Void) throws(StorageUnavailability) {
        try createDirectory()
        let file = unsafe open(lock, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { throw Self.unavailability(errno) }
        // Closing ends the lock, and so does the end of the process, however it comes.
        defer { close(file) }
        guard Self.retrying({ Int(flock(file, LOCK_EX)) }) == 0 else { throw Self.unavailability(errno) }
        try work()
    }

    private func createDirectory() throws(StorageUnavailability) {
        guard unsafe access(directory, F_OK) != 0 else { return }
        var path = directory.hasPrefix("/") ? "" : "."
        // What exists already refuses in more than one way; what counts is whether the last one is there.
        for part in directory.split(separator: "/") {
            path += "/" + part
            unsafe mkdir(path, 0o700)
        }
        guard unsafe access(directory, F_OK) == 0 else { throw Self.unavailability(errno) }
    }

    /// Makes a rename or a removal last.
    private func sync() throws(StorageUnavailability) {
        let file = unsafe open(directory, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw Self.unavailability(errno) }
        defer { close(file) }
        guard fsync(file) == 0 else { throw Self.unavailability(errno) }
    }

    private static func write(_ content: [UInt8], to file: Int32) -> Bool {
        var written = 0
        while written < content.count {
            let count = unsafe content[written...].withUnsafeBytes { rest in
                retrying { unsafe systemWrite(file, rest.baseAddress, rest.count) }
            }
            guard count > 0 else { return false }
            written += count
        }
        return true
    }

    private static func retrying(_ call: () -> Int) -> Int {
        while true {
            let result = call()
            if result >= 0 || errno != EINTR { return result }
        }
    }

    private static func unavailability(_ problem: Int32) -> StorageUnavailability {
        switch problem {
        case EACCES, EPERM, EROFS, ELOOP: .denied
        case ENOSPC, EDQUOT: .full
        default: .failed
        }
    }
}

// Inside the type its own methods hide the system's functions of the same name.
private func systemRead(_ file: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    unsafe read(file, buffer, count)
}

private func systemWrite(_ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    unsafe write(file, bytes, count)
}
