import HearthAnalytics
import HearthAnalyticsModel
import HearthCore
import HearthCrash
import HearthCrashWire
import HearthTesting
import Telemetry
import Testing

/// Remembers what it was told.
final class MockTelemetry: TelemetryService {
    private let lines = Locked<[String]>([])

    var all: [String] { lines.withLock { $0 } }

    func screenWasShown(_ name: String) { lines.withLock { $0.append("screen \(name)") } }
    func log(_ event: ShopEvent) {
        switch event {
        case .searched(let term): lines.withLock { $0.append("searched \(term)") }
        case .bought(let order): lines.withLock { $0.append("bought \(order.id) for \(order.total)") }
        }
    }
    func userDidChange(to account: String?) { lines.withLock { $0.append("user \(account ?? "none")") } }
    func record(_ error: any Error, during step: String) { lines.withLock { $0.append("\(error) during \(step)") } }
}

@Suite("The shop's checkout")
struct CheckoutTests {
    private let order = Order(
        id: "T-1",
        currency: "EUR",
        lines: [.init(product: "sku-1", name: "Teapot", price: 24.25, quantity: 2)]
    )

    @Test func `tells what was bought`() async throws {
        let telemetry = MockTelemetry()
        try await Checkout(telemetry: telemetry) { _ in }.buy(order)
        #expect(telemetry.all == ["bought T-1 for 48.5"])
    }

    @Test func `tells what went wrong`() async throws {
        let telemetry = MockTelemetry()
        let checkout = Checkout(telemetry: telemetry) { _ in throw Checkout.Failure.refused(code: 51) }
        await #expect(throws: Checkout.Failure.refused(code: 51)) { try await checkout.buy(order) }
        #expect(telemetry.all == ["refused(code: 51) during checkout"])
    }

    @Test func `is counted and reported by Hearth`() async throws {
        let backend = try await TestBackend()
        let folder = TemporaryFolder()
        let crash = try backend.crashes.reporter(folder: folder.path)
        let analytics = backend.analytics.client(breadcrumbs: crash)
        let service = HearthTelemetryService(analytics: analytics, crash: crash)
        service.userDidChange(to: "u1")
        service.screenWasShown("Cart")
        try await Checkout(telemetry: service) { _ in }.buy(order)
        let checkout = Checkout(telemetry: service) { _ in throw Checkout.Failure.refused(code: 51) }
        await #expect(throws: Checkout.Failure.self) { try await checkout.buy(order) }
        await analytics.flush()
        let purchase = try await backend.analytics.next(.purchase)
        #expect(purchase.parameters[.value] == 48.5)
        #expect(purchase.parameters[.transactionID] == "T-1")
        let report = try await backend.crashes.next(.error).report
        #expect(report.error?.type == "Telemetry.Checkout.Failure")
        #expect(report.user == "u1")
        #expect(report.keys == ["screen": "Cart"])
        #expect(report.breadcrumbs.map(\.name) == ["screen_view", "purchase", "app_error"])
    }
}
