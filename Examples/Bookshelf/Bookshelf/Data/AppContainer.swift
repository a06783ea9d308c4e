public import HearthAuth
public import HearthFlows

/// Puts the app together, once: everything is made here and handed on.
@MainActor
public final class AppContainer {
    /// Where readers come from.
    public let accounts: any Accounts
    /// The books.
    public let shelf: Shelf

    /// Puts the app together for its users.
    ///
    /// - Parameters:
    ///   - auth: The client of the project.
    ///   - askGoogle: Asks Google's SDK for its tokens.
    public convenience init(_ auth: Auth, askGoogle: @escaping @Sendable () async throws -> IdentityProvider) {
        let shelf = Shelf()
        // A guest's books follow them into the account that takes the guest's place.
        let manager = AuthManager(auth) { guest, user in await shelf.copy(from: guest.uid, to: user.uid) }
        self.init(ManagedAccounts(manager, shelf: shelf, askGoogle: askGoogle), shelf: shelf)
    }

    /// Puts the app together for a test or a preview.
    ///
    /// - Parameters:
    ///   - accounts: Where readers come from.
    ///   - shelf: The books. Defaults to none.
    public init(_ accounts: any Accounts, shelf: Shelf = Shelf()) {
        self.accounts = accounts
        self.shelf = shelf
    }

    /// The model of the first screen.
    ///
    /// - Returns: A new model.
    public func makeSignInModel() -> SignInViewModel { SignInViewModel(accounts) }
}
