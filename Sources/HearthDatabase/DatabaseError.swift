/// A failure of the database or a wrong use of it.
public struct DatabaseError: Error, Sendable {
    /// What failed.
    ///
    /// More codes may come: do not switch over them without a default.
    public var code: Code
    /// One line for the log, in the database's words where it had any, and never a bound value.
    public var message: String
    /// The database's own number for the failure (SQLite's extended result code), 0 if Hearth refused by itself.
    public var extendedCode: Int32
    /// The columns of a violated unique constraint as `table.column`; empty otherwise.
    public var columns: [String]

    /// Creates a failure.
    ///
    /// - Parameters:
    ///   - code: What failed.
    ///   - message: One line for the log, without any bound value.
    ///   - extendedCode: The database's own number, 0 if it had none.
    ///   - columns: The columns of a violated unique constraint.
    public init(code: Code, message: String, extendedCode: Int32 = 0, columns: [String] = []) {
        self.code = code
        self.message = message
        self.extendedCode = extendedCode
        self.columns = columns
    }

    /// Says whether an error is a database failure of this kind, for `catch DatabaseError.Code.busy`.
    public static func ~= (code: Code, error: Self) -> Bool {
        error.code == code
    }
}

extension DatabaseError {
    /// What failed.
    public struct Code: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
        /// The stable name of the code.
        public let rawValue: String

        /// Creates a code.
        ///
        /// - Parameter rawValue: The stable name of the code.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The stable name of the code.
        public var description: String { rawValue }

        /// Says whether an error is a database failure of this kind, for `catch DatabaseError.Code.busy`.
        public static func ~= (code: Self, error: any Error) -> Bool {
            (error as? DatabaseError)?.code == code
        }

        /// A row with these unique values, or with this primary key, is there already.
        public static let uniqueViolation = Code(rawValue: "uniqueViolation")
        /// A reference to a row that is not there, or the removal of one that is referred to.
        public static let foreignKeyViolation = Code(rawValue: "foreignKeyViolation")
        /// Another constraint refused: `NOT NULL`, `CHECK`, or the type of a strict column.
        public static let constraint = Code(rawValue: "constraint")
        /// Another process kept the database locked for longer than the time-out.
        public static let busy = Code(rawValue: "busy")
        /// No room on the disk.
        public static let full = Code(rawValue: "full")
        /// The file is damaged.
        public static let corrupt = Code(rawValue: "corrupt")
        /// The file is not a database.
        public static let notADatabase = Code(rawValue: "notADatabase")
        /// The file or its folder cannot be opened or created.
        public static let cannotOpen = Code(rawValue: "cannotOpen")
        /// The file or the connection can be read only.
        public static let readOnly = Code(rawValue: "readOnly")
        /// The disk failed.
        public static let inputOutput = Code(rawValue: "inputOutput")
        /// The database holds migrations that this program does not know: it was written by a newer one.
        public static let newerSchema = Code(rawValue: "newerSchema")
        /// A migration is not what it was when it was applied.
        public static let changedMigration = Code(rawValue: "changedMigration")
        /// The result has no such column.
        public static let noSuchColumn = Code(rawValue: "noSuchColumn")
        /// A column holds something else than the type that was asked for.
        public static let typeMismatch = Code(rawValue: "typeMismatch")
        /// The database did not accept the statement.
        public static let invalidStatement = Code(rawValue: "invalidStatement")
        /// The transaction was rolled back because of what another part of it did.
        public static let aborted = Code(rawValue: "aborted")
        /// The database is closed.
        public static let closed = Code(rawValue: "closed")
        /// Any other failure.
        public static let other = Code(rawValue: "other")
    }
}

extension DatabaseError: CustomStringConvertible {
    /// The code, the message and the database's own number.
    public var description: String {
        extendedCode == 0 ? "\(code): \(message)" : "\(code): \(message) (\(extendedCode))"
    }
}
