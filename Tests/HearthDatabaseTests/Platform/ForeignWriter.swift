import CSQLite
import HearthCore

/// Another connection to a file, which keeps the journal of old and is writing.
@safe
final class ForeignWriter: Sendable {
    private let handle: Locked<SharedPointer>

    /// Opens a file and begins to write.
    init(_ path: String) {
        var opened: OpaquePointer?
        unsafe sqlite3_open_v2(path, &opened, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, nil)
        unsafe sqlite3_exec(opened, "CREATE TABLE notes (text TEXT); BEGIN IMMEDIATE", nil, nil, nil)
        handle = unsafe Locked(SharedPointer(opened))
    }

    /// Takes back what it has written, and closes the file.
    func close() {
        handle.withLock { handle in
            unsafe sqlite3_close_v2(handle.opaque)
            handle = unsafe SharedPointer(OpaquePointer?.none)
        }
    }
}
