#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A folder of the disk, by its path.
struct Folder: Sendable {
    /// The path, without a slash at its end.
    let path: String

    init(_ path: String) {
        var text = path[...]
        while text.utf8.count > 1, text.hasSuffix("/") { text = text.dropLast() }
        self.path = String(text)
    }

    /// Whether there is anything at the path.
    var exists: Bool { unsafe access(path, F_OK) == 0 }

    /// The path of what the folder holds under a name, which may have slashes.
    func path(of name: String) -> String { path + "/" + name }

    /// A folder in this folder.
    func folder(_ name: String) -> Folder { Folder(path(of: name)) }

    /// The names of what the folder holds, sorted.
    ///
    /// - Throws: ``CommandFailure`` if there is no such folder, or it cannot be read.
    func names() throws -> [String] {
        guard let stream = unsafe opendir(path) else { throw Self.failure("read", path) }
        defer { unsafe closedir(stream) }
        var names: [String] = []
        while let entry = unsafe readdir(stream) {
            let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    /// Reads a whole file.
    ///
    /// - Throws: ``CommandFailure`` if there is no such file, or it cannot be read.
    func contents(of name: String) throws -> [UInt8] { try Self.contents(ofFile: path(of: name)) }

    /// Writes a whole file, which only this user can read, and waits for the disk.
    ///
    /// - Throws: ``CommandFailure`` if it cannot be written; what was there before is then gone.
    func write(_ bytes: [UInt8], to name: String) throws { try Self.write(bytes, toFile: path(of: name)) }

    /// Makes the folder, and those that it is in.
    ///
    /// - Throws: ``CommandFailure`` if it cannot be made.
    func make() throws {
        if unsafe mkdir(path, 0o700) == 0 || errno == EEXIST { return }
        guard errno == ENOENT, let slash = path.lastIndex(of: "/"), slash != path.startIndex else {
            throw Self.failure("make the folder", path)
        }
        try Folder(String(path[..<slash])).make()
        guard unsafe mkdir(path, 0o700) == 0 || errno == EEXIST else { throw Self.failure("make the folder", path) }
    }

    /// Removes the folder and everything in it; links are removed, what they lead to stays.
    ///
    /// - Throws: ``CommandFailure`` if something in it cannot be removed.
    func remove() throws {
        for name in try names() { try remove(name) }
        guard unsafe rmdir(path) == 0 else { throw Self.failure("remove", path) }
    }

    /// Removes a file or a folder of this folder; one that is not there is removed already.
    func remove(_ name: String) throws {
        let place = path(of: name)
        if unsafe unlink(place) == 0 || errno == ENOENT { return }
        guard errno == EISDIR || errno == EPERM else { throw Self.failure("remove", place) }
        try Folder(place).remove()
    }
}

extension Folder {
    /// Reads a whole file.
    ///
    /// - Throws: ``CommandFailure`` if there is no such file, or it cannot be read.
    static func contents(ofFile path: String) throws -> [UInt8] {
        guard let file = unsafe fopen(path, "r") else { throw failure("read", path) }
        defer { unsafe fclose(file) }
        var bytes: [UInt8] = []
        let step = 65_536
        while true {
            let piece = unsafe [UInt8](unsafeUninitializedCapacity: step) { buffer, count in
                count = unsafe fread(buffer.baseAddress, 1, step, file)
            }
            if piece.isEmpty { break }
            bytes += piece
        }
        guard unsafe ferror(file) == 0 else { throw failure("read", path) }
        return bytes
    }

    /// Writes a whole file, which only this user can read, and waits for the disk.
    ///
    /// - Throws: ``CommandFailure`` if it cannot be written; what was there before is then gone.
    static func write(_ bytes: [UInt8], toFile path: String) throws {
        let file = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        guard file >= 0 else { throw failure("write", path) }
        defer { close(file) }
        // A file that was there before may be open to others.
        guard fchmod(file, 0o600) == 0 || errno == EPERM else { throw failure("write", path) }
        var written = 0
        while written < bytes.count {
            let count = unsafe bytes[written...].withUnsafeBytes { rest in
                unsafe pwrite(file, rest.baseAddress, rest.count, off_t(written))
            }
            guard count >= 0 || errno == EINTR else { throw failure("write", path) }
            written += max(count, 0)
        }
        guard fsync(file) == 0 else { throw failure("write", path) }
    }

    /// Gives a file or a folder another path, on the same disk.
    static func move(_ path: String, to target: String) throws {
        guard unsafe rename(path, target) == 0 else { throw failure("move", "\(path) to \(target)") }
    }

    private static func failure(_ action: String, _ path: String) -> CommandFailure {
        CommandFailure("cannot \(action) \(path): \(unsafe String(cString: strerror(errno)))")
    }
}
