public import HearthAuth

extension Message {
    /// What to tell the user of an error.
    ///
    /// The same for a wrong address, a wrong password and an unknown account, so that it does not tell which addresses have an
    /// account; in English it is `AuthError.userMessage`.
    ///
    /// - Parameter error: The error.
    public init(_ error: AuthError) {
        self.init(Key(rawValue: error.sentence.key) ?? .unknownProblem)
    }
}
