public import HearthCore

// A test writes down which address and which account it means.

extension UserID: ExpressibleByStringLiteral {
    public init(stringLiteral text: String) { self.init(stored: text) }
}

extension EmailAddress: ExpressibleByStringLiteral {
    public init(stringLiteral text: String) { self.init(stored: text) }
}

extension PhoneNumber: ExpressibleByStringLiteral {
    public init(stringLiteral text: String) { self.init(stored: text) }
}
