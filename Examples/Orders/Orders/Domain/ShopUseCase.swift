/// What a customer can do; the rules that need no server are checked here.
public struct ShopUseCase: Sendable {
    /// Where everything comes from.
    public let shop: any ShopRepository
    /// Who the customer is.
    public let userID: String

    /// Makes the use case of a customer.
    public init(shop: any ShopRepository, userID: String) {
        self.shop = shop
        self.userID = userID
    }

    /// The profile, now and each time it changes.
    public func profiles() -> AsyncThrowingStream<Profile?, any Error> { shop.profiles(of: userID) }

    /// The orders, now and each time they change.
    public func orderLists() -> AsyncThrowingStream<[Order], any Error> { shop.orderLists(of: userID) }

    /// The orders.
    public func orders() async throws(ShopError) -> [Order] { try await shop.orders(of: userID) }

    /// Changes the name by which the customer wants to be called.
    public func rename(to name: String) async throws(ShopError) {
        let name = name.filter { !$0.isNewline }
        guard !name.allSatisfy(\.isWhitespace) else { throw .input("A name has at least one letter.") }
        try await shop.update(ProfileChanges(name: name), of: userID)
    }

    /// Orders something.
    ///
    /// - Returns: The order's identifier.
    @discardableResult
    public func order(_ title: String, count: Int) async throws(ShopError) -> String {
        guard !title.allSatisfy(\.isWhitespace) else { throw .input("Say what you want to order.") }
        guard title.count <= 200 else { throw .input("The title has at most 200 characters.") }
        guard (1...1000).contains(count) else { throw .input("Order 1 to 1,000 of it.") }
        return try await shop.create(title: title, count: count, for: userID)
    }
}
