internal import HearthAnalytics
internal import HearthAnalyticsModel
internal import HearthCore
internal import HearthHTTP
internal import HearthJSON
internal import HearthTransport

/// What users do in an app: logged on the device, collected and counted by the server.
struct AnalyticsChapter: DemoChapter {
    static let title = "What users do"

    private let scene: Scene
    private let app = "demo-\(RandomSource.system.alphanumeric(6).lowercased())"
    private let analytics: Analytics

    init(scene: Scene) {
        self.scene = scene
        var configuration = AnalyticsConfiguration()
        configuration.report = { _, _ in }
        let sink = MeasurementSink.backend(
            origin: scene.stage.backend,
            app: app,
            apiKey: scene.project,
            transport: scene.transport
        )
        analytics = Analytics(configuration, sink: sink, storage: .memory)
    }

    func play() async throws {
        logEvents()
        try refusePersonalData()
        try await send()
        try await count()
    }

    private func logEvents() {
        scene.narrator.step(
            "Grace looks for a teapot and buys it",
            "analytics.logEvent(_:_:)",
            "analytics.logPurchase(…)"
        )
        analytics.setUserID("grace-1")
        analytics.logScreenView("Search")
        analytics.logEvent(.search, [.searchTerm: "teapot"])
        let teapot = AnalyticsItem(id: "sku-1", name: "Teapot", price: 24.5, quantity: 1)
        analytics.logEvent(.viewItem, [.currency: "EUR", .value: 24.5, .items: .items([teapot])])
        analytics.logPurchase(value: 24.5, currency: "EUR", transactionID: "T-1", items: [teapot])
        scene.narrator.tell("waiting", "\(analytics.waitingEvents) events, on the device")
    }

    private func refusePersonalData() throws {
        scene.narrator.step("Her address is refused", "analytics.setUserProperty(email, forName: \"email\")")
        guard let problem = analytics.setUserProperty("grace@example.com", forName: "email") else {
            throw CommandFailure("an address was accepted as a property")
        }
        scene.narrator.tell("refused", problem.reason)
    }

    private func send() async throws {
        scene.narrator.step("They are sent as one batch", "analytics.flush()")
        try scene.expect(await analytics.flush(), "the collector did not take the events")
        scene.narrator.tell("waiting", "\(analytics.waitingEvents) events")
    }

    private func count() async throws {
        scene.narrator.step(
            "The server counts",
            "hearth analytics counts",
            "hearth analytics funnel view_item purchase"
        )
        let counts = try await get("/analytics/v1/counts?stream=\(app)")["counts"]?.array ?? []
        for count in counts {
            scene.narrator.tell(
                count["name"]?.string ?? "",
                "\(count["events"]?.integer ?? 0), by \(count["users"]?.integer ?? 0) user"
            )
        }
        try scene.expect(counts.count == 4, "expected four kinds of events")
        let funnel = try await get("/analytics/v1/funnel?steps=view_item,purchase&stream=\(app)")["steps"]?.array ?? []
        let steps = funnel.map { "\($0["name"]?.string ?? "") \($0["users"]?.integer ?? 0)" }
        scene.narrator.tell("funnel", steps.joined(separator: ", "))
    }

    private func get(_ target: String) async throws -> JSONValue {
        let response = try await scene.transport.send(HTTPRequest(.get, origin: scene.stage.backend, target: target))
        try scene.expect(response.status == 200, "\(target) was answered with \(response.status)")
        return try JSON.parse(response.bytes)
    }
}
