/// Where profiles and orders come from, as the use cases see it.
public protocol ShopRepository: Sendable {
    /// A customer's profile, now and each time it changes; `nil` while there is none.
    func profiles(of userID: String) -> AsyncThrowingStream<Profile?, any Error>
    /// Changes a customer's profile, which must exist.
    func update(_ changes: ProfileChanges, of userID: String) async throws(ShopError)
    /// A customer's orders, by title.
    func orders(of userID: String) async throws(ShopError) -> [Order]
    /// A customer's orders, by title, now and each time they change.
    func orderLists(of userID: String) -> AsyncThrowingStream<[Order], any Error>
    /// Creates an order.
    ///
    /// - Returns: Its identifier.
    func create(title: String, count: Int, for userID: String) async throws(ShopError) -> String
}
