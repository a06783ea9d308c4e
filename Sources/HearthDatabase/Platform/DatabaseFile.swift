#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

extension Database.Location {
    /// Makes sure that the file is there, private from its first moment: SQLite would follow the umask.
    ///
    /// - Returns: What SQLite is to open.
    /// - Throws: ``DatabaseError`` if the file or its folder cannot be created.
    func preparedPath() throws(DatabaseError) -> String {
        switch self {
        case .memory: return ":memory:"
        case .sqlite(let given):
            guard !given.isEmpty, !given.utf8.contains(0) else {
                throw DatabaseError(code: .cannotOpen, message: "the database's path is empty or contains NUL")
            }
            // Neither "file:…" nor ":memory:" is a file's name to SQLite, but "./file:…" is.
            let path = given.hasPrefix("/") ? given : "./" + given
            if let slash = path.lastIndex(of: "/") { try createFolder(path[..<slash]) }
            try createFile(path)
            return path
        }
    }

    /// Takes every right to a database that is there already away from other users.
    ///
    /// The files hold password hashes, refresh tokens' digests and private keys.
    ///
    /// - Returns: What was changed, for the operator.
    /// - Throws: ``DatabaseError`` if others may read or write the file and that cannot be changed.
    func makePrivate() throws(DatabaseError) -> [String] {
        guard case .sqlite = self else { return [] }
        let path = try preparedPath()
        var warnings: [String] = []
        for file in [path, path + "-wal", path + "-shm"] {
            guard let mode = Self.mode(of: file), mode & 0o077 != 0 else { continue }
            guard unsafe chmod(file, mode & 0o700) == 0 else {
                throw Self.failure(
                    "\(file) can be used by other users of this machine (mode \(String(mode, radix: 8))), and that "
                        + "cannot be changed"
                )
            }
            warnings.append(
                "\(file) could be used by other users of this machine (mode \(String(mode, radix: 8))); now only its "
                    + "owner can. If they may have read it, change its keys and passwords."
            )
        }
        return warnings
    }

    /// The access rights of a file; `nil` if it is missing.
    private static func mode(of path: String) -> mode_t? {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return nil }
        return status.st_mode & 0o777
    }

    private func createFolder(_ path: Substring) throws(DatabaseError) {
        guard !path.isEmpty, unsafe access(String(path), F_OK) != 0 else { return }
        if let slash = path.lastIndex(of: "/") { try createFolder(path[..<slash]) }
        if unsafe mkdir(String(path), 0o700) != 0, errno != EEXIST {
            throw Self.failure("cannot create the folder \(path)")
        }
    }

    private func createFile(_ path: String) throws(DatabaseError) {
        let descriptor = unsafe open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            // A file that can be read only is SQLite's to judge.
            if errno == EACCES, unsafe access(path, F_OK) == 0 { return }
            throw Self.failure("cannot open \(path)")
        }
        _ = close(descriptor)
    }

    private static func failure(_ what: String) -> DatabaseError {
        let number = errno
        return DatabaseError(
            code: .cannotOpen,
            message: "\(what): \(unsafe String(cString: strerror(number)))",
            extendedCode: number
        )
    }
}
