import HearthTesting
import Orders
import Testing

@MainActor
struct LiveModelTests {
    @Test func `two screens of one customer show the same list`() async throws {
        let shop = try await Shop()
        let models = try await [shop.customer("ada@example.com"), shop.customer("ada@example.com")].map { customer in
            let repository = StoredShopRepository(FirestoreShopDataSource(customer.firestore))
            return OrdersModel(ShopUseCase(shop: repository, userID: customer.id))
        }
        let tasks = models.map { model in Task { await model.run() } }
        await models[0].order("Tea", count: 1)
        await models[1].order("Cake", count: 2)
        while models.contains(where: {
            $0.orders.map(\.title) != ["Cake", "Tea"] || !$0.orders.allSatisfy(\.isConfirmed)
        }) {
            await Task.yield()
        }
        #expect(models[0].orders == models[1].orders)
        #expect(models.allSatisfy { $0.error == nil })
        for task in tasks { task.cancel() }
    }
}
