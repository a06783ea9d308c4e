public import HearthCore

extension UserID: ColumnValue {}
extension ProjectID: ColumnValue {}
extension TenantID: ColumnValue {}

extension UnixTime: ColumnValue {
    /// Milliseconds since 1970, an integer.
    public var columnValue: SQL.Value { .integer(milliseconds) }

    /// Accepts an integer of milliseconds.
    ///
    /// - Parameter columnValue: What the database stored.
    public init?(columnValue: SQL.Value) {
        guard case .integer(let milliseconds) = columnValue else { return nil }
        self.init(milliseconds: milliseconds)
    }
}

extension EmailAddress: ColumnValue {
    /// The canonical text.
    public var columnValue: SQL.Value { .text(text) }

    /// Accepts the text of an address.
    ///
    /// - Parameter columnValue: What the database stored.
    public init?(columnValue: SQL.Value) {
        guard case .text(let text) = columnValue else { return nil }
        self.init(text)
    }
}

extension PhoneNumber: ColumnValue {
    /// The number in E.164 form.
    public var columnValue: SQL.Value { .text(text) }

    /// Accepts the text of a number.
    ///
    /// - Parameter columnValue: What the database stored.
    public init?(columnValue: SQL.Value) {
        guard case .text(let text) = columnValue else { return nil }
        self.init(text)
    }
}

extension Secret: ColumnValue where Value: ColumnValue {
    /// The sensitive value; neither a statement nor a row prints it.
    public var columnValue: SQL.Value { reveal().columnValue }

    /// Accepts what the sensitive type accepts.
    ///
    /// - Parameter columnValue: What the database stored.
    public init?(columnValue: SQL.Value) {
        guard let value = Value(columnValue: columnValue) else { return nil }
        self.init(value)
    }
}
