import HearthAuth
import HearthFlows
import HearthModels

/// The model behind the list's screen.
///
/// A guest may begin a list, and keeps it when an account is created.
@MainActor
public final class ShoppingList {
    /// What is still to be bought, as the server said last.
    public private(set) var items: [String] = []
    /// One sentence about what went wrong last; `nil` after something went right.
    public private(set) var notice: String?

    /// The screen that signs in.
    public let signIn: SignInModel
    /// The screen that creates an account.
    public let signUp: SignUpModel

    private let api: ListAPI

    /// Makes the model.
    ///
    /// - Parameters:
    ///   - auth: Who is signed in.
    ///   - api: Where the list is kept.
    public init(auth: Auth, api: ListAPI) {
        let dependencies = AuthDependencies(AuthManager(auth))
        signIn = SignInModel(dependencies)
        signUp = SignUpModel(dependencies, sendsVerification: false)
        self.api = api
    }

    /// Fetches the list.
    public func refresh() async {
        await attempt { self.items = try await self.api.items() }
    }

    /// Puts an item on the list.
    ///
    /// - Parameter item: The item.
    public func add(_ item: String) async {
        await attempt {
            try await self.api.add(item)
            self.items = try await self.api.items()
        }
    }

    private func attempt(_ work: @MainActor () async throws -> Void) async {
        do {
            try await work()
            notice = nil
        } catch {
            notice = "The list cannot be reached: \(error)"
        }
    }
}
