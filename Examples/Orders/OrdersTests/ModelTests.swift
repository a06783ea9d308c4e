import Orders
import Synchronization
import Testing

/// A shop without a server: what it holds is what a test gives it.
final class ShopMock: ShopRepository {
    private struct State {
        var created: [String] = []
        var failure: ShopError?
    }

    private let state = Mutex(State())
    let lists: AsyncThrowingStream<[Order], any Error>
    let listContinuation: AsyncThrowingStream<[Order], any Error>.Continuation

    init() {
        (lists, listContinuation) = AsyncThrowingStream.makeStream(of: [Order].self)
    }

    var created: [String] { state.withLock(\.created) }

    func fail(with error: ShopError) { state.withLock { $0.failure = error } }

    func profiles(of userID: String) -> AsyncThrowingStream<Profile?, any Error> {
        AsyncThrowingStream { continuation in
            continuation.yield(Profile(id: userID, name: "Ada"))
            continuation.finish()
        }
    }

    func update(_ changes: ProfileChanges, of userID: String) async throws(ShopError) {}
    func orders(of userID: String) async throws(ShopError) -> [Order] { [] }
    func orderLists(of userID: String) -> AsyncThrowingStream<[Order], any Error> { lists }

    func create(title: String, count: Int, for userID: String) async throws(ShopError) -> String {
        if let failure = state.withLock(\.failure) { throw failure }
        state.withLock { $0.created.append(title) }
        return "o\(created.count)"
    }
}

@MainActor
struct ModelTests {
    @Test func `the screen shows who it is for and what was ordered`() async {
        let mock = ShopMock()
        let model = OrdersModel(ShopUseCase(shop: mock, userID: "ada"))
        #expect(model.isLoading)
        mock.listContinuation.yield([Order(id: "o1", title: "Tea", count: 1)])
        mock.listContinuation.finish()
        await model.run()
        #expect(model.name == "Ada")
        #expect(model.orders.map(\.title) == ["Tea"])
        #expect(!model.isLoading && model.error == nil)
    }

    @Test func `a list that is refused becomes the error of the screen`() async {
        let mock = ShopMock()
        let model = OrdersModel(ShopUseCase(shop: mock, userID: "ada"))
        mock.listContinuation.finish(throwing: ShopError.notAllowed)
        await model.run()
        #expect(model.error == .notAllowed)
        #expect(!model.isLoading)
    }

    @Test func `input that cannot be right never reaches the shop`() async {
        let mock = ShopMock()
        let model = OrdersModel(ShopUseCase(shop: mock, userID: "ada"))
        for (title, count) in [(" ", 1), ("Tea", 0), ("Tea", 1001), (String(repeating: "x", count: 201), 1)] {
            await model.order(title, count: count)
            guard case .input? = model.error else {
                Issue.record("\(title) × \(count) was accepted")
                continue
            }
        }
        #expect(mock.created.isEmpty)
        await model.order("Tea", count: 1)
        #expect(mock.created == ["Tea"] && model.error == nil)
        mock.fail(with: .offline)
        await model.order("Coffee", count: 1)
        #expect(model.error == .offline)
    }
}
