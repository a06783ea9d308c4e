internal import CSQLite

/// The library's settings for the whole process.
enum SQLiteLibrary {
    /// Sets them once, before the first connection is opened.
    static let prepared: Void = {
        // Where other parts of the process may be using SQLite already, it has to stay as it is.
        #if os(Linux)
        _ = csqlite_stop_counting_memory()
        #endif
    }()
}
