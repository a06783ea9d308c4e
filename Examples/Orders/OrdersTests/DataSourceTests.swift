import HearthFirestore
import HearthTesting
import Orders
import Testing

struct DataSourceTests {
    @Test(arguments: Style.allCases)
    func `a profile is observed as it comes and changes`(style: Style) async throws {
        let shop = try await Shop()
        let ada = try await shop.customer("ada@example.com")
        let source = ada.source(style, shop.backend)
        var profiles = source.observeProfile(ada.id).makeAsyncIterator()
        #expect(try await profiles.next() == .some(nil))
        try await ada.firestore.document("users/\(ada.id)").setData(["name": "Ada"])
        #expect(try await profiles.next()??.name == "Ada")
        try await source.updateProfile(ada.id, name: "Ada L.", city: "London")
        var seen = try await profiles.next() ?? nil
        while seen?.city == nil { seen = try await profiles.next() ?? nil }
        #expect(seen?.name == "Ada L.")
        #expect(seen?.id == ada.id)
    }

    @Test(arguments: Style.allCases)
    func `an update of a missing profile says that there is none`(style: Style) async throws {
        let shop = try await Shop()
        let ada = try await shop.customer("ada@example.com")
        await #expect(throws: ShopError.noProfile) {
            try await ada.source(style, shop.backend).updateProfile(ada.id, name: "Ada", city: nil)
        }
    }

    @Test(arguments: Style.allCases)
    func `what one device orders the other one shows`(style: Style) async throws {
        let shop = try await Shop()
        let phone = try await shop.customer("ada@example.com")
        let tablet = try await shop.customer("ada@example.com")
        let (here, there) = (phone.source(style, shop.backend), tablet.source(style, shop.backend))
        let lists = there.observeOrders(phone.id)
        let id = try await here.createOrder(OrderDTO(title: "Tea", count: 2), for: phone.id)
        let list = try await first(of: lists) { !$0.isEmpty }
        #expect(list?.map(\.title) == ["Tea"])
        #expect(list?.first?.id == id)
        #expect(try await here.fetchOrders(phone.id).map(\.count) == [2])
    }

    @Test(arguments: Style.allCases)
    func `an order is on its own device's list before the server has it`(style: Style) async throws {
        let shop = try await Shop()
        let ada = try await shop.customer("ada@example.com")
        let source = ada.source(style, shop.backend)
        var lists = source.observeOrders(ada.id).makeAsyncIterator()
        #expect(try await lists.next()?.isEmpty == true)
        async let id = source.createOrder(OrderDTO(title: "Tea", count: 1), for: ada.id)
        var list = try await lists.next() ?? []
        #expect(list.map(\.title) == ["Tea"])
        while list.first?.orderedAt == nil { list = try await lists.next() ?? [] }
        #expect(try await id == list.first?.id)
    }

    @Test(arguments: Style.allCases)
    func `what belongs to somebody else is refused`(style: Style) async throws {
        let shop = try await Shop()
        let ada = try await shop.customer("ada@example.com")
        let eve = try await shop.customer("eve@example.com")
        let source = eve.source(style, shop.backend)
        await #expect(throws: ShopError.notAllowed) { try await source.fetchOrders(ada.id) }
        await #expect(throws: ShopError.notAllowed) {
            try await source.createOrder(OrderDTO(title: "Tea", count: 1), for: ada.id)
        }
        await #expect(throws: ShopError.notAllowed) {
            for try await _ in source.observeOrders(ada.id) {}
        }
        await #expect(throws: ShopError.notAllowed) {
            for try await _ in source.observeProfile(ada.id) {}
        }
    }
}
