internal import CSQLite

extension DatabaseError {
    /// Reads the latest failure of an SQLite connection.
    ///
    /// - Parameters:
    ///   - status: The extended result code that a call returned.
    ///   - handle: The connection that made the call, if it was opened.
    ///   - context: What was being done.
    init(sqlite status: Int32, on handle: OpaquePointer?, doing context: String) {
        let words = unsafe handle.map { unsafe String(cString: sqlite3_errmsg($0)) } ?? "error \(status)"
        let code = Code(sqlite: status)
        self.init(
            code: code,
            message: "\(words), \(context)",
            extendedCode: status,
            columns: code == .uniqueViolation ? Self.columns(in: words) : []
        )
    }

    /// The columns in `UNIQUE constraint failed: accounts.project, accounts.email`, the only place that names them.
    private static func columns(in words: String) -> [String] {
        guard let colon = words.firstIndex(of: ":") else { return [] }
        return words[words.index(after: colon)...].split(separator: ",").map { String($0.drop { $0 == " " }) }
    }
}

extension DatabaseError.Code {
    /// Maps an SQLite result code, https://sqlite.org/rescode.html.
    ///
    /// - Parameter status: An extended result code.
    init(sqlite status: Int32) {
        switch status {
        // Macros that combine two others are not imported: SQLITE_CONSTRAINT_UNIQUE, _PRIMARYKEY and _ROWID,
        // then SQLITE_CONSTRAINT_FOREIGNKEY.
        case 2067, 1555, 2579: self = .uniqueViolation
        case 787: self = .foreignKeyViolation
        default: self.init(primary: status & 0xff)
        }
    }

    private init(primary status: Int32) {
        switch status {
        case SQLITE_CONSTRAINT, SQLITE_MISMATCH: self = .constraint
        case SQLITE_BUSY, SQLITE_LOCKED: self = .busy
        case SQLITE_FULL: self = .full
        case SQLITE_CORRUPT: self = .corrupt
        case SQLITE_NOTADB: self = .notADatabase
        case SQLITE_CANTOPEN, SQLITE_PERM: self = .cannotOpen
        case SQLITE_READONLY: self = .readOnly
        case SQLITE_IOERR: self = .inputOutput
        case SQLITE_ERROR, SQLITE_RANGE, SQLITE_TOOBIG: self = .invalidStatement
        default: self = .other
        }
    }
}
