internal import HearthCore

extension RandomSource {
    /// A new account's identifier: 28 letters and digits, as Firebase's, which are 166 random bits.
    func userID() -> UserID { UserID(stored: alphanumeric(28)) }
}
