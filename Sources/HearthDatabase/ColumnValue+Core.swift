public import HearthCore

extension ProjectID: ColumnValue {}

extension UserID: ColumnValue {
    /// Accepts any text: what is stored was accepted once.
    ///
    /// - Parameter columnValue: What the database stored.
    public init?(columnValue: SQL.Value) {
        guard case .text(let text) = columnValue else { return nil }
        self.init(stored: text)
    }
}

extension TenantID: ColumnValue {
    /// Accepts any text: what is stored was accepted once.
    ///
    /// - Parameter columnValue: What the database stored.
    public init?(columnValue: SQL.Value) {
        guard case .text(let text) = columnValue else { return nil }
        self.init(stored: text)
    }
}

extension ProviderID: ColumnValue {
    /// Accepts any text: what is stored was accepted once.
    ///
    /// - Parameter columnValue: What the database stored.
    public init?(columnValue: SQL.Value) {
        guard case .text(let text) = columnValue else { return nil }
        self.init(stored: text)
    }
}

extension ProviderUserID: ColumnValue {
    /// Accepts any text: what is stored was accepted once.
    ///
    /// - Parameter columnValue: What the database stored.
    public init?(columnValue: SQL.Value) {
        guard case .text(let text) = columnValue else { return nil }
        self.init(stored: text)
    }
}

extension FactorID: ColumnValue {
    /// Accepts any text: what is stored was accepted once.
    ///
    /// - Parameter columnValue: What the database stored.
    public init?(columnValue: SQL.Value) {
        guard case .text(let text) = columnValue else { return nil }
        self.init(stored: text)
    }
}

extension PasskeyID: ColumnValue {
    /// Accepts any text: what is stored was accepted once.
    ///
    /// - Parameter columnValue: What the database stored.
    public init?(columnValue: SQL.Value) {
        guard case .text(let text) = columnValue else { return nil }
        self.init(stored: text)
    }
}

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

    /// Accepts any text: what is stored was accepted once.
    ///
    /// - Parameter columnValue: What the database stored.
    public init?(columnValue: SQL.Value) {
        guard case .text(let text) = columnValue else { return nil }
        self.init(stored: text)
    }
}

extension PhoneNumber: ColumnValue {
    /// The number in E.164 form.
    public var columnValue: SQL.Value { .text(text) }

    /// Accepts any text: what is stored was accepted once.
    ///
    /// - Parameter columnValue: What the database stored.
    public init?(columnValue: SQL.Value) {
        guard case .text(let text) = columnValue else { return nil }
        self.init(stored: text)
    }
}

extension Secret: ColumnValue where Value: ColumnValue {
    /// The sensitive value; neither a statement nor a row prints it.
    @inlinable public var columnValue: SQL.Value { reveal().columnValue }

    /// Accepts what the sensitive type accepts.
    ///
    /// - Parameter columnValue: What the database stored.
    @inlinable public init?(columnValue: SQL.Value) {
        guard let value = Value(columnValue: columnValue) else { return nil }
        self.init(value)
    }
}
