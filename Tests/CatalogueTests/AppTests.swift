import HearthAnalytics
import HearthAnalyticsModel
import HearthAuth
import HearthCore
import HearthCrash
import HearthCrashWire
import HearthFirestore
import HearthFlows
import HearthFunctions
import HearthFunctionsHost
import HearthFunctionsWire
import HearthModels
import HearthTesting
import Testing

/// The code of the catalogues for apps: `script/check` compares each block with this folder.
@Suite("The catalogues for apps")
struct AppTests {
    private struct Order: Codable, Sendable, Equatable {
        @DocumentID var id: String?
        var title: String
        var count: Int
    }

    private enum ProcessPayment: CallableFunction {
        static let name = "processPayment"

        struct Input: Codable, Sendable {
            var amount: Double
            var orderId: String
        }

        struct Output: Codable, Sendable, Equatable {
            var transactionId: String
        }
    }

    private struct CartError: Error {}

    @MainActor
    @Test func `a model has fields, actions and a next step`() async throws {
        let auth = Auth(try await TestBackend())

        let dependencies = AuthDependencies(AuthManager(auth))
        let model = SignUpModel(dependencies)
        model.email.text = "eve@example.com"
        model.password.text = "correct horse"
        await model.submit()

        #expect(auth.currentUser?.email == "eve@example.com")
    }

    @Test func `documents are written and read`() async throws {
        let backend = try await TestBackend()
        let auth = Auth(backend)
        try await auth.signInAnonymously()
        let firestore = Firestore(backend, auth: auth)

        let orders = firestore.collection("orders")
        let order = try await orders.addDocument(from: Order(title: "Tea", count: 2))
        try await order.updateData(["count": FieldValue.increment(1)])
        let large = try await orders.whereField("count", isGreaterThan: 2).getDocuments(as: Order.self)

        #expect(large.map(\.title) == ["Tea"] && large.first?.count == 3)
    }

    @Test func `a function is called by its declaration`() async throws {
        let backend = try await TestBackend()
        let host = try backend.functions.host
        try host.onCall(ProcessPayment.self) { call in
            .init(transactionId: "tx-\(call.data.orderId)")
        }
        let functions = try backend.functions.client()

        let receipt = try await functions.call(ProcessPayment.self, .init(amount: 12.5, orderId: "A1"))
        print(receipt.transactionId)

        #expect(receipt.transactionId == "tx-A1")
    }

    @Test func `events are counted`() async throws {
        let backend = try await TestBackend()
        let analytics = backend.analytics.client()

        analytics.logEvent("level_end", ["level": 3, "score": 1200])
        analytics.logPurchase(value: 48.5, currency: "EUR", transactionID: "T-1", items: [.init(id: "sku-1")])

        await analytics.flush()
        #expect(try await backend.analytics.next(.purchase).parameters[.value] == 48.5)
    }

    @Test func `errors are reported with what the app did before`() async throws {
        let backend = try await TestBackend()
        let folder = TemporaryFolder()
        let crash = try backend.crashes.reporter(folder: folder.path)
        let error = CartError()

        crash.setValue("Cart", forKey: "screen")
        crash.addBreadcrumb("coupon", [("code", "SPRING")])
        crash.record(error)

        try await crash.sendUnsentReports()
        let report = try await backend.crashes.next(.error).report
        #expect(report.keys == ["screen": "Cart"] && report.breadcrumbs.map(\.name) == ["coupon"])
    }

    /// Not run: it would call servers and watch for signals of this process.
    private func starting() throws {
        let crash = try CrashReporter.start(
            CrashConfiguration(app: .init(id: "shop", version: "1.4.0")),
            sink: BackendCrashSink(origin: "https://telemetry.example.com", project: "shop")
        )
        let analytics = Analytics(
            sink: MeasurementSink.backend(origin: "https://telemetry.example.com", app: "shop"),
            breadcrumbs: crash
        )
        analytics.logScreenView("Start")
    }

    /// Not run: it would need a server.
    private func connecting(_ auth: Auth) {
        var functions = Functions(project: "demo-shop", credentials: auth)
        functions.useEmulator(withHost: "127.0.0.1", port: 9099)
    }
}
