internal import HearthCore
internal import CSQLite

/// A prepared SQLite statement, finalized with its last reference.
@safe
final class SQLiteStatement {
    private let handle: OpaquePointer
    private let connection: OpaquePointer
    private var columns: [String] = []
    /// How often SQLite had prepared the text anew when the columns were read; -1 before the first time.
    private var preparations: Int32 = -1
    /// Whether its rows are being handed over.
    private(set) var isRunning = false
    /// Whether the statement leaves the database as it is.
    let isReadOnly: Bool

    /// Prepares a statement.
    ///
    /// - Parameters:
    ///   - text: Exactly one statement.
    ///   - connection: The connection, which must outlive the statement.
    /// - Throws: ``DatabaseError`` if SQLite refuses the text, or if it is none or more than one statement.
    init(_ text: String, on connection: OpaquePointer) throws(DatabaseError) {
        var prepared: OpaquePointer?
        var rest = 0
        var source = text
        let status = source.withUTF8 { bytes in
            let start = unsafe UnsafeRawPointer(bytes.baseAddress)?.assumingMemoryBound(to: CChar.self)
            var tail: UnsafePointer<CChar>?
            let status = unsafe sqlite3_prepare_v3(
                connection,
                start,
                Int32(clamping: bytes.count),
                UInt32(SQLITE_PREPARE_PERSISTENT),
                &prepared,
                &tail
            )
            if let start = unsafe start, let tail = unsafe tail {
                let end = unsafe tail - start
                rest = unsafe bytes.dropFirst(end).count { !Self.isBlank($0) }
            }
            return status
        }
        guard status == SQLITE_OK else {
            throw unsafe DatabaseError(sqlite: status, on: connection, doing: "preparing: \(text)")
        }
        guard let statement = unsafe prepared, rest == 0 else {
            unsafe sqlite3_finalize(prepared)
            throw DatabaseError(code: .invalidStatement, message: "not exactly one statement: \(text)")
        }
        unsafe self.handle = statement
        unsafe self.connection = connection
        self.isReadOnly = unsafe sqlite3_stmt_readonly(statement) != 0
    }

    deinit {
        unsafe sqlite3_finalize(handle)
    }

    /// Binds the values, hands over the rows while the body says `true`, and leaves the statement ready for reuse.
    ///
    /// - Parameters:
    ///   - values: One value a `?`.
    ///   - text: The statement, for messages.
    ///   - body: Takes a row; returns whether it wants another.
    /// - Throws: ``DatabaseError`` if a value cannot be bound or a step fails.
    func run(_ values: [SQL.Value], text: String, _ body: (Row) -> Bool) throws(DatabaseError) {
        isRunning = true
        defer {
            unsafe sqlite3_reset(handle)
            unsafe sqlite3_clear_bindings(handle)
            isRunning = false
        }
        guard unsafe sqlite3_bind_parameter_count(handle) == values.count else {
            throw DatabaseError(code: .invalidStatement, message: "a ? without a value, running: \(text)")
        }
        for (index, value) in values.enumerated() {
            try check(bind(value, at: Int32(clamping: index + 1)), text)
        }
        var status = unsafe sqlite3_step(handle)
        refreshColumns()
        while status == SQLITE_ROW {
            guard body(try row(text)) else { return }
            status = unsafe sqlite3_step(handle)
        }
        if status != SQLITE_DONE { try check(status, text) }
    }

    /// The steps that SQLite's machine has taken for the statement since they were last asked for.
    func takeSteps() -> Int {
        unsafe Int(sqlite3_stmt_status(handle, SQLITE_STMTSTATUS_VM_STEP, 1))
    }

    /// Names are read once, and again when SQLite prepared the text anew because the schema changed.
    private func refreshColumns() {
        let latest = unsafe sqlite3_stmt_status(handle, SQLITE_STMTSTATUS_REPREPARE, 0)
        guard latest != preparations else { return }
        preparations = latest
        let count = unsafe sqlite3_column_count(handle)
        columns = (0..<count).map { index in
            unsafe sqlite3_column_name(handle, index).map { unsafe String(cString: $0) } ?? ""
        }
    }

    private func row(_ text: String) throws(DatabaseError) -> Row {
        var values: [SQL.Value] = []
        values.reserveCapacity(columns.count)
        for index in columns.indices {
            guard let value = value(at: Int32(clamping: index)) else {
                throw DatabaseError(
                    code: .typeMismatch,
                    message: "column \(columns[index]) is not UTF-8, running: \(text)"
                )
            }
            values.append(value)
        }
        return Row(columns: columns, values: values)
    }

    private func value(at column: Int32) -> SQL.Value? {
        switch unsafe sqlite3_column_type(handle, column) {
        case SQLITE_INTEGER: return .integer(unsafe sqlite3_column_int64(handle, column))
        case SQLITE_FLOAT: return .real(unsafe sqlite3_column_double(handle, column))
        case SQLITE_TEXT:
            // The pointer first, the length after: https://sqlite.org/c3ref/column_blob.html
            let start = unsafe sqlite3_column_text(handle, column)
            let count = unsafe Int(sqlite3_column_bytes(handle, column))
            let bytes = unsafe UnsafeBufferPointer(start: start, count: count)
            return unsafe String(utf8Bytes: bytes).map(SQL.Value.text)
        case SQLITE_BLOB:
            let start = unsafe sqlite3_column_blob(handle, column)
            let count = unsafe Int(sqlite3_column_bytes(handle, column))
            return .blob(unsafe Array(UnsafeRawBufferPointer(start: start, count: count)))
        default: return .null
        }
    }

    private func bind(_ value: SQL.Value, at position: Int32) -> Int32 {
        switch value {
        case .null: return unsafe sqlite3_bind_null(handle, position)
        case .integer(let integer): return unsafe sqlite3_bind_int64(handle, position, integer)
        case .real(let number): return unsafe sqlite3_bind_double(handle, position, number)
        case .text(var text):
            return text.withUTF8 { bytes in
                // An absent pointer would bind NULL, and the empty text may have none.
                let start = unsafe UnsafeRawPointer(bytes.baseAddress)?.assumingMemoryBound(to: CChar.self)
                guard let start = unsafe start else {
                    return unsafe sqlite3_bind_text(handle, position, "", 0, csqlite_transient())
                }
                let count = UInt64(bytes.count)
                return unsafe sqlite3_bind_text64(
                    handle,
                    position,
                    start,
                    count,
                    csqlite_transient(),
                    UInt8(SQLITE_UTF8)
                )
            }
        case .blob(let bytes) where bytes.isEmpty: return unsafe sqlite3_bind_zeroblob(handle, position, 0)
        case .blob(let bytes):
            return unsafe sqlite3_bind_blob64(handle, position, bytes, UInt64(bytes.count), csqlite_transient())
        }
    }

    private func check(_ status: Int32, _ text: String) throws(DatabaseError) {
        guard status == SQLITE_OK else {
            throw unsafe DatabaseError(sqlite: status, on: connection, doing: "running: \(text)")
        }
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"), UInt8(ascii: ";"): true
        default: false
        }
    }
}
