/// Reads and writes what the server stores, as it is stored.
///
/// Failures are a ``ShopError``.
public protocol ShopDataSource: Sendable {
    /// A profile, now and each time it changes; `nil` while there is none.
    func observeProfile(_ userID: String) -> AsyncThrowingStream<ProfileDTO?, any Error>
    /// Changes fields of a profile.
    func updateProfile(_ userID: String, name: String?, city: String?) async throws
    /// All orders.
    func fetchOrders(_ userID: String) async throws -> [OrderDTO]
    /// All orders, now and each time they change.
    func observeOrders(_ userID: String) -> AsyncThrowingStream<[OrderDTO], any Error>
    /// Stores an order.
    ///
    /// - Returns: Its identifier.
    func createOrder(_ order: OrderDTO, for userID: String) async throws -> String
}
