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
        let temporary = Self.draft(of: path)
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

    /// Whether there is anything of a session: the session, its key, or what a killed writer left of either.
    var hasTraces: Bool {
        [session, key].contains(where: Self.exists) || hasDrafts
    }

    /// Whether a writer was killed, or is writing right now.
    var hasDrafts: Bool {
        [session, key].contains { Self.exists(Self.draft(of: $0)) }
    }

    /// Removes the session and everything that belongs to it, the session first.
    func removeAll() throws(StorageUnavailability) {
        try remove([session, Self.draft(of: session), key, Self.draft(of: key)])
    }

    /// Removes what killed writers left.
    func removeDrafts() throws(StorageUnavailability) {
        try remove([Self.draft(of: session), Self.draft(of: key)])
    }

    private func remove(_ paths: [String]) throws(StorageUnavailability) {
        for path in paths {
            guard unsafe unlink(path) == 0 || errno == ENOENT else { throw Self.unavailability(errno) }
        }
        try sync()
    }

    /// Does work that no other process that asks for the same does meanwhile.
    ///
    /// - Parameters:
    ///   - patience: How long to wait for the other process.
    ///   - work: The work.
    /// - Returns: What the work returns.
    /// - Throws: ``StorageUnavailability/busy`` if the other process does not end within that time, or if the task is
    ///   cancelled while it waits.
    func locked<Result>(
        within patience: Duration,
        _ work: () throws(StorageUnavailability) -> Result
    ) async throws(StorageUnavailability) -> Result {
        let end = ContinuousClock.now + patience
        while true {
            if let result = try lockedNow(work) { return result }
            guard ContinuousClock.now < end, (try? await Task.sleep(for: .milliseconds(2))) != nil else { throw .busy }
        }
    }

    /// Does work at once, if no other process is doing its own.
    ///
    /// - Parameter work: The work.
    /// - Returns: What the work returns; `nil` if another process has the lock.
    /// - Throws: ``StorageUnavailability``.
    func lockedNow<Result>(
        _ work: () throws(StorageUnavailability) -> Result
    ) throws(StorageUnavailability) -> Result? {
        try createDirectory()
        let file = unsafe open(lock, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { throw Self.unavailability(errno) }
        // The end of the process ends the lock too, however it comes.
        defer { close(file) }
        guard Self.retrying({ Int(flock(file, LOCK_EX | LOCK_NB)) }) == 0 else {
            guard errno == EWOULDBLOCK else { throw Self.unavailability(errno) }
            return nil
        }
        // A child that another thread starts meanwhile shares the lock until it runs its program: closing would leave it there.
        defer { flock(file, LOCK_UN) }
        return try work()
    }

    private static func draft(of path: String) -> String { path + ".new" }

    private static func exists(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }

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
