/// Joining the app: the rules that need no server are checked before anything is sent.
public struct JoinUseCase: Sendable {
    private let accounts: any Accounts

    /// Creates the use case.
    ///
    /// - Parameter accounts: Where readers come from.
    public init(_ accounts: any Accounts) {
        self.accounts = accounts
    }

    /// Creates an account.
    ///
    /// - Parameters:
    ///   - email: The address.
    ///   - password: The password, of eight characters or more.
    /// - Returns: What the sign-up comes to.
    /// - Throws: ``AccountError``, with ``AccountError/input(_:)`` before anything was sent.
    public func callAsFunction(email: String, password: String) async throws(AccountError) -> SignIn {
        let parts = email.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, parts[1].contains(".") else {
            throw AccountError.input("This is not an e-mail address.")
        }
        guard password.count >= 8 else { throw AccountError.input("A password has eight characters or more.") }
        return try await accounts.signUp(email: email, password: password)
    }
}
