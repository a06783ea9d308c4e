public import HearthCore

// A test writes down which address and which account it means.

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
