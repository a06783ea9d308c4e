internal import HearthCore
internal import HearthCrash
internal import HearthCrashWire
internal import HearthHTTP
internal import HearthJSON
internal import HearthTelemetry
internal import HearthTransport

/// What goes wrong in an app: recorded with what was before, grouped by the server.
struct CrashChapter: DemoChapter {
    static let title = "What goes wrong"

    private struct PaymentError: Error {
        let code: Int
    }

    private let scene: Scene

    init(scene: Scene) {
        self.scene = scene
    }

    func play() async throws {
        let folder = "/tmp/hearth-demo-\(RandomSource.system.alphanumeric(12))"
        defer { StoreFolder.removeAll(folder) }
        let crash = try start(in: folder)
        let issue = try await record(crash)
        try await show(issue)
        try await resolve(issue)
    }

    private func start(in folder: String) throws -> CrashReporter {
        scene.narrator.step("An app begins to tell of crashes", "CrashReporter.start(configuration, sink: sink)")
        var configuration = CrashConfiguration(app: .init(id: "demo-shop", version: "1.4.0"))
        // The demo's own end is nothing to report.
        configuration.catchesCrashes = false
        configuration.isCollectionEnabled = false
        let sink = BackendCrashSink(origin: scene.stage.backend, project: scene.project, transport: scene.transport)
        let crash = try CrashReporter.start(configuration, sink: sink, storage: .folder(folder))
        scene.narrator.tell("crashed", "the launch before: \(crash.didCrashDuringPreviousExecution)")
        return crash
    }

    private func record(_ crash: CrashReporter) async throws -> String {
        scene.narrator.step("A payment fails", "crash.record(error)", "crash.sendUnsentReports()")
        crash.setUserID("grace-1")
        crash.setValue("checkout", forKey: "flow")
        crash.addBreadcrumb("begin_checkout", [("items", "1")])
        crash.log("the bank did not answer")
        crash.record(PaymentError(code: 503), info: ["order": "T-1"])
        guard let report = await crash.unsentReports().last else { throw CommandFailure("there is no report") }
        scene.narrator.tell("report", report.title)
        scene.narrator.tell("at", report.topAppFrame?.summary ?? report.error?.file ?? "unknown")
        try await crash.sendUnsentReports()
        let issues = try await call(.get, "/issues")["issues"]?.array ?? []
        guard let issue = issues.first(where: { $0["title"]?.string == report.title })?["id"]?.string else {
            throw CommandFailure("the server has no issue for the report")
        }
        return issue
    }

    private func show(_ issue: String) async throws {
        scene.narrator.step("The server puts reports of one place together", "hearth crashes show \(issue)")
        let document = try await call(.get, "/issues/\(issue)")
        let report = document["reports"]?.array?.first
        scene.narrator.tell(
            "happened",
            "\(document["events"]?.integer ?? 0) times, to \(document["users"]?.integer ?? 0) users"
        )
        scene.narrator.tell("flow", report?["keys"]?["flow"]?.string ?? "none")
        scene.narrator.tell("before", report?["breadcrumbs"]?.array?.first?["name"]?.string ?? "nothing")
        try scene.expect(report?["keys"]?["flow"]?.string == "checkout", "the report lacks its keys")
    }

    private func resolve(_ issue: String) async throws {
        scene.narrator.step("It is repaired", "hearth crashes resolve \(issue)")
        let status = try await call(.post, "/issues/\(issue):resolve")["status"]?.string
        scene.narrator.tell("status", status ?? "unknown")
        try scene.expect(status == "resolved", "the issue is not resolved")
    }

    private func call(_ method: HTTPMethod, _ path: String) async throws -> JSONValue {
        let target = "/crash/v1/projects/\(scene.project)\(path)"
        let response = try await scene.transport.send(HTTPRequest(method, origin: scene.stage.backend, target: target))
        try scene.expect(response.status == 200, "\(target) was answered with \(response.status)")
        return try JSON.parse(response.bytes)
    }
}
