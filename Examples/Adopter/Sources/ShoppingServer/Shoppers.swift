import HearthAdmin
import HearthCore
import HearthTokens

/// The server's own users, each with a list.
public actor Shoppers: UserDirectory {
    private var lists: [UserID: [String]] = [:]

    /// Begins without anyone.
    public init() {}

    /// The user of a token: a shopper is known by the identifier that the token proves.
    ///
    /// - Parameter token: The verified token.
    /// - Returns: The identifier.
    public func findOrCreate(_ token: VerifiedToken) -> UserID {
        lists[token.uid, default: []] += []
        return token.uid
    }

    func items(of shopper: UserID) -> [String] {
        lists[shopper] ?? []
    }

    func add(_ item: String, for shopper: UserID) {
        lists[shopper, default: []].append(item)
    }
}
