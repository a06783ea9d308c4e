/// One row of a result.
///
/// Columns are read by name or by position, and come out as the type that is asked for or not at all:
///
/// ```swift
/// let email: String? = try row["email"]
/// let count: Int = try row[0]
/// ```
///
/// Its description is the names of the columns, without the values, so that it may stand in a log.
public struct Row: Sendable {
    /// The names of the columns, in the order of the statement.
    public let columns: [String]
    let values: [SQL.Value]

    /// Reads a column by its name; the first one if several have it.
    ///
    /// - Parameter column: The name as the statement gives it, case-sensitive.
    /// - Throws: ``DatabaseError`` with code ``DatabaseError/Code/noSuchColumn`` or
    ///   ``DatabaseError/Code/typeMismatch``.
    @inlinable
    public subscript<Value: ColumnValue>(_ column: String) -> Value {
        get throws(DatabaseError) { try self[position(of: column)] }
    }

    /// Reads a column by its position.
    ///
    /// - Parameter index: The position, the first column being 0.
    /// - Throws: ``DatabaseError`` with code ``DatabaseError/Code/noSuchColumn`` or
    ///   ``DatabaseError/Code/typeMismatch``.
    @inlinable
    public subscript<Value: ColumnValue>(_ index: Int) -> Value {
        get throws(DatabaseError) {
            guard let value = Value(columnValue: try stored(at: index)) else {
                throw mismatch(at: index, "\(Value.self)")
            }
            return value
        }
    }

    @usableFromInline
    func position(of column: String) throws(DatabaseError) -> Int {
        guard let index = columns.firstIndex(of: column) else {
            throw DatabaseError(code: .noSuchColumn, message: "the result has no column named \(column)")
        }
        return index
    }

    @usableFromInline
    func stored(at index: Int) throws(DatabaseError) -> SQL.Value {
        guard values.indices.contains(index) else {
            throw DatabaseError(code: .noSuchColumn, message: "the result has no column \(index)")
        }
        return values[index]
    }

    @usableFromInline
    func mismatch(at index: Int, _ expected: String) -> DatabaseError {
        DatabaseError(
            code: .typeMismatch,
            message: "column \(columns[index]) holds \(values[index].kind), not \(expected)"
        )
    }
}

extension Row: CustomStringConvertible, CustomReflectable {
    /// The names of the columns.
    public var description: String { "Row(\(columns.joined(separator: ", ")))" }

    /// A mirror without the values, so that `dump` prints none.
    public var customMirror: Mirror { Mirror(self, children: ["columns": columns]) }
}

extension SQL.Value {
    /// The storage class in words; the value itself may be secret.
    var kind: String {
        switch self {
        case .null: "NULL"
        case .integer: "an integer"
        case .real: "a real number"
        case .text: "text"
        case .blob: "bytes"
        }
    }
}
