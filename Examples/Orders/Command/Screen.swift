import Observation
import Orders

/// Prints the list each time it changes.
@MainActor
struct Screen {
    private let model: OrdersModel

    init(_ model: OrdersModel) {
        self.model = model
    }

    func run() async {
        while !Task.isCancelled {
            let changes = AsyncStream<Void> { continuation in
                withObservationTracking {
                    draw(model.orders)
                } onChange: {
                    continuation.yield()
                    continuation.finish()
                }
            }
            for await _ in changes {}
        }
    }

    private func draw(_ orders: [Order]) {
        Terminal.show("— \(orders.count) orders —")
        for order in orders { Terminal.show(order.isConfirmed ? "  \(order.title)" : "  \(order.title) …") }
    }
}
