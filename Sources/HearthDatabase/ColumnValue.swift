/// A type that a column can hold: it can be bound to a statement and read from a row.
///
/// A type whose `rawValue` is one gets its implementation from there; declare the conformance and nothing else.
public protocol ColumnValue: SendableMetatype {
    /// What the database stores.
    var columnValue: SQL.Value { get }

    /// Reads what the database stored, strictly: nothing is converted from another storage class.
    ///
    /// - Parameter columnValue: What the database stored; `nil` is returned if it is anything else than expected.
    init?(columnValue: SQL.Value)
}

extension SQL.Value: ColumnValue {
    /// The value itself.
    @inlinable public var columnValue: SQL.Value { self }

    /// Accepts any value.
    ///
    /// - Parameter columnValue: What the database stored.
    @inlinable public init?(columnValue: SQL.Value) {
        self = columnValue
    }
}

extension String: ColumnValue {
    /// Text.
    @inlinable public var columnValue: SQL.Value { .text(self) }

    /// Accepts text.
    ///
    /// - Parameter columnValue: What the database stored.
    @inlinable public init?(columnValue: SQL.Value) {
        guard case .text(let text) = columnValue else { return nil }
        self = text
    }
}

extension Int64: ColumnValue {
    /// An integer.
    @inlinable public var columnValue: SQL.Value { .integer(self) }

    /// Accepts an integer.
    ///
    /// - Parameter columnValue: What the database stored.
    @inlinable public init?(columnValue: SQL.Value) {
        guard case .integer(let integer) = columnValue else { return nil }
        self = integer
    }
}

extension Int: ColumnValue {
    /// An integer.
    @inlinable public var columnValue: SQL.Value { .integer(Int64(self)) }

    /// Accepts an integer that fits.
    ///
    /// - Parameter columnValue: What the database stored.
    @inlinable public init?(columnValue: SQL.Value) {
        guard case .integer(let integer) = columnValue else { return nil }
        self.init(exactly: integer)
    }
}

extension Bool: ColumnValue {
    /// The integer 1 or 0.
    @inlinable public var columnValue: SQL.Value { .integer(self ? 1 : 0) }

    /// Accepts the integers 1 and 0.
    ///
    /// - Parameter columnValue: What the database stored.
    @inlinable public init?(columnValue: SQL.Value) {
        switch columnValue {
        case .integer(0): self = false
        case .integer(1): self = true
        default: return nil
        }
    }
}

extension Double: ColumnValue {
    /// A floating point number; SQLite stores not-a-number as `NULL`.
    @inlinable public var columnValue: SQL.Value { .real(self) }

    /// Accepts a floating point number.
    ///
    /// - Parameter columnValue: What the database stored.
    @inlinable public init?(columnValue: SQL.Value) {
        guard case .real(let number) = columnValue else { return nil }
        self = number
    }
}

extension [UInt8]: ColumnValue {
    /// Bytes.
    @inlinable public var columnValue: SQL.Value { .blob(self) }

    /// Accepts bytes.
    ///
    /// - Parameter columnValue: What the database stored.
    @inlinable public init?(columnValue: SQL.Value) {
        guard case .blob(let bytes) = columnValue else { return nil }
        self = bytes
    }
}

extension Optional: ColumnValue where Wrapped: ColumnValue {
    /// The wrapped value, or `NULL`.
    @inlinable public var columnValue: SQL.Value { self?.columnValue ?? .null }

    /// Accepts `NULL`, and what the wrapped type accepts.
    ///
    /// - Parameter columnValue: What the database stored.
    @inlinable public init?(columnValue: SQL.Value) {
        if case .null = columnValue {
            self = nil as Wrapped?
        } else {
            guard let wrapped = Wrapped(columnValue: columnValue) else { return nil }
            self = wrapped
        }
    }
}

extension RawRepresentable where Self: ColumnValue, RawValue: ColumnValue {
    /// The raw value.
    @inlinable public var columnValue: SQL.Value { rawValue.columnValue }

    /// Accepts a raw value that the type accepts.
    ///
    /// - Parameter columnValue: What the database stored.
    @inlinable public init?(columnValue: SQL.Value) {
        guard let rawValue = RawValue(columnValue: columnValue) else { return nil }
        self.init(rawValue: rawValue)
    }
}
