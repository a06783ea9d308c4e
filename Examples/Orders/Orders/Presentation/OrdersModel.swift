public import Observation

/// What the orders' screen shows, and what can be done there.
@MainActor
@Observable
public final class OrdersModel {
    /// How the customer is greeted; `nil` while there is no profile.
    public private(set) var name: String?
    /// The orders, by title.
    public private(set) var orders: [Order] = []
    /// Whether the first list is still on its way.
    public private(set) var isLoading = true
    /// What went wrong last.
    public private(set) var error: ShopError?

    @ObservationIgnored private let shop: ShopUseCase

    /// Makes the model of a customer's screen.
    public init(_ shop: ShopUseCase) {
        self.shop = shop
    }

    /// Follows profile and orders until the task is cancelled: `.task { await model.run() }`.
    public func run() async {
        async let profiles: Void = followProfile()
        async let orders: Void = followOrders()
        _ = await (profiles, orders)
    }

    private func followProfile() async {
        do {
            for try await profile in shop.profiles() { name = profile?.name }
        } catch {
            self.error = error as? ShopError ?? .other("\(error)")
        }
    }

    private func followOrders() async {
        do {
            for try await list in shop.orderLists() {
                orders = list
                isLoading = false
            }
        } catch {
            self.error = error as? ShopError ?? .other("\(error)")
            isLoading = false
        }
    }

    /// Orders something; the list has it at once, the error if it was refused comes later.
    public func order(_ title: String, count: Int) async {
        do throws(ShopError) {
            try await shop.order(title, count: count)
            error = nil
        } catch {
            self.error = error
        }
    }
}
