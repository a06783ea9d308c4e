#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// The folders that telemetry is kept in, and the files in them.
package enum StoreFolder {
    /// The folder for the state of programs of this user; `nil` for a process without a home folder.
    ///
    /// `$XDG_STATE_HOME` or `~/.local/state`; on Apple's systems `~/Library/Application Support`.
    package static func standard() -> String? {
        #if !canImport(Darwin)
        if let state = variable("XDG_STATE_HOME") { return state }
        return variable("HOME").map { $0 + "/.local/state" }
        #else
        return variable("HOME").map { $0 + "/Library/Application Support" }
        #endif
    }

    /// Creates a folder and those above it, for the user alone.
    ///
    /// - Throws: ``StoreError``.
    package static func create(_ path: String) throws(StoreError) {
        guard unsafe access(path, F_OK) != 0 else { return }
        var part = path.hasPrefix("/") ? "" : "."
        // What exists already refuses in more than one way; what counts is whether the last one is there.
        for name in path.split(separator: "/") {
            part += "/" + name
            unsafe mkdir(part, 0o700)
        }
        guard unsafe access(path, F_OK) == 0 else { throw error(errno, path) }
    }

    /// The names in a folder, sorted; none if there is no such folder.
    package static func names(in path: String) -> [String] {
        guard let folder = unsafe opendir(path) else { return [] }
        defer { unsafe closedir(folder) }
        var names: [String] = []
        while let entry = unsafe readdir(folder) {
            let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    /// The content of a file, at most so many bytes of it; `nil` if it cannot be read.
    package static func read(_ path: String, maximum: Int = 4 << 20) -> [UInt8]? {
        guard unsafe access(path, R_OK) == 0, let file = try? StoreFile(path: path) else { return nil }
        return file.read(at: 0, count: min(file.size, maximum))
    }

    /// Puts content in the place of a file's: completely or, whatever happens, not at all.
    ///
    /// - Throws: ``StoreError``.
    package static func replace(_ path: String, with content: [UInt8]) throws(StoreError) {
        let draft = path + ".new"
        unsafe unlink(draft)
        do {
            let file = try StoreFile(path: draft)
            try file.append(content)
        }
        guard unsafe rename(draft, path) == 0 else { throw error(errno, path) }
    }

    /// Removes a file, if it is there.
    package static func remove(_ path: String) {
        unsafe unlink(path)
    }

    /// Renames a file or folder.
    ///
    /// - Returns: Whether it worked.
    @discardableResult
    package static func move(_ path: String, to other: String) -> Bool {
        unsafe rename(path, other) == 0
    }

    /// Removes a folder and the files in it; folders in it are emptied too.
    package static func removeAll(_ path: String) {
        for name in names(in: path) {
            let inner = path + "/" + name
            if unsafe unlink(inner) != 0, errno == EISDIR || errno == EPERM { removeAll(inner) }
        }
        unsafe rmdir(path)
    }

    static func error(_ number: Int32, _ path: String) -> StoreError {
        let words = unsafe strerror(number).map { unsafe String(cString: $0) } ?? "error \(number)"
        let code: StoreError.Code =
            switch number {
            case EACCES, EPERM, EROFS, ELOOP: .denied
            case ENOSPC, EDQUOT: .full
            default: .failed
            }
        return StoreError(code, "\(path): \(words)")
    }

    private static func variable(_ name: String) -> String? {
        guard let value = unsafe getenv(name) else { return nil }
        let text = unsafe String(cString: value)
        return text.hasPrefix("/") ? text : nil
    }
}
