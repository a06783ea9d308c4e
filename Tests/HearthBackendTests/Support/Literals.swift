public import HearthCore

// A test writes down which address, account, provider or factor it means.

extension UserID: ExpressibleByStringLiteral {
    /// Takes any text, as what is stored.
    ///
    /// - Parameter text: The text.
    public init(stringLiteral text: String) { self.init(stored: text) }
}

extension EmailAddress: ExpressibleByStringLiteral {
    /// Takes any text, as what is stored.
    ///
    /// - Parameter text: The text.
    public init(stringLiteral text: String) { self.init(stored: text) }
}

extension PhoneNumber: ExpressibleByStringLiteral {
    /// Takes any text, as what is stored.
    ///
    /// - Parameter text: The text.
    public init(stringLiteral text: String) { self.init(stored: text) }
}

extension ProviderID: ExpressibleByStringLiteral {
    /// Takes any text, as what is stored.
    ///
    /// - Parameter text: The text.
    public init(stringLiteral text: String) { self.init(stored: text) }
}

extension ProviderUserID: ExpressibleByStringLiteral {
    /// Takes any text, as what is stored.
    ///
    /// - Parameter text: The text.
    public init(stringLiteral text: String) { self.init(stored: text) }
}

extension FactorID: ExpressibleByStringLiteral {
    /// Takes any text, as what is stored.
    ///
    /// - Parameter text: The text.
    public init(stringLiteral text: String) { self.init(stored: text) }
}

extension PasskeyID: ExpressibleByStringLiteral {
    /// Takes any text, as what is stored.
    ///
    /// - Parameter text: The text.
    public init(stringLiteral text: String) { self.init(stored: text) }
}
