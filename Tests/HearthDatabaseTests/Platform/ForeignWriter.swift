import CSQLite
import Foundation
import HearthCore

/// Another connection to a file, with a rollback journal, that is writing.
@safe
enum ForeignWriter {
    /// Opens a file, writes, and after a time takes that back and closes the file.
    ///
    /// The end comes from a thread of its own: tasks may have to wait for longer than SQLite does.
    static func begin(_ path: String, for time: Duration) {
        var opened: OpaquePointer?
        unsafe sqlite3_open_v2(path, &opened, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, nil)
        unsafe sqlite3_exec(opened, "CREATE TABLE notes (text TEXT); BEGIN IMMEDIATE", nil, nil, nil)
        let handle = unsafe SharedPointer(opened)
        _ = SystemThread {
            Thread.sleep(forTimeInterval: time / .seconds(1))
            unsafe sqlite3_close_v2(handle.opaque)
        }
    }
}
