/// Turns what is stored into what the app knows.
public struct StoredShopRepository: ShopRepository {
    private let source: any ShopDataSource

    /// Works on a data source.
    public init(_ source: any ShopDataSource) {
        self.source = source
    }

    /// A customer's profile, now and each time it changes.
    public func profiles(of userID: String) -> AsyncThrowingStream<Profile?, any Error> {
        mapped(source.observeProfile(userID)) { $0?.profile }
    }

    /// Changes a customer's profile.
    public func update(_ changes: ProfileChanges, of userID: String) async throws(ShopError) {
        try await translated {
            try await source.updateProfile(userID, name: changes.name, city: changes.city)
        }
    }

    /// A customer's orders, by title.
    public func orders(of userID: String) async throws(ShopError) -> [Order] {
        try await translated { try await source.fetchOrders(userID).map(\.order) }
    }

    /// A customer's orders, by title, now and each time they change.
    public func orderLists(of userID: String) -> AsyncThrowingStream<[Order], any Error> {
        mapped(source.observeOrders(userID)) { $0.map(\.order) }
    }

    /// Creates an order.
    public func create(title: String, count: Int, for userID: String) async throws(ShopError) -> String {
        try await translated { try await source.createOrder(OrderDTO(title: title, count: count), for: userID) }
    }

    private func translated<Result>(_ work: () async throws -> Result) async throws(ShopError) -> Result {
        do { return try await work() } catch { throw error as? ShopError ?? .other("\(error)") }
    }

    private func mapped<Stored: Sendable, Known: Sendable>(
        _ stream: AsyncThrowingStream<Stored, any Error>,
        _ transform: @escaping @Sendable (Stored) -> Known
    ) -> AsyncThrowingStream<Known, any Error> {
        AsyncThrowingStream { continuation in
            let task = Task {
                do {
                    for try await element in stream { continuation.yield(transform(element)) }
                    continuation.finish()
                } catch {
                    continuation.finish(throwing: error)
                }
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }
}
