import HearthAdmin
import HearthAnalyticsBackend
import HearthAuth
import HearthBackend
import HearthCore
import HearthCrashBackend
import HearthDatabase
import HearthFirestoreBackend
import HearthFunctionsHost
import HearthHTTP
import HearthHTTP2
import HearthJSON
import HearthServer
import HearthTelemetryServer
import HearthTesting
import HearthTokens
import HearthTransport
import HearthTriggers
import Testing

/// The code of the catalogues for servers.
@Suite("The catalogues for servers")
struct ServerTests {
    private struct Shopper: Sendable, Equatable {
        let id: UserID
    }

    private struct Shoppers: UserDirectory {
        func findOrCreate(_ token: VerifiedToken) async throws -> Shopper { Shopper(id: token.uid) }
    }

    @Test func `a guard tells whose request it is`() async throws {
        let backend = try await TestBackend()
        let auth = Auth(backend)
        let uid = try await auth.signInAnonymously().user.uid
        let bearer = try await auth.idToken()
        let verifier = try TokenVerifier.hearth(
            origin: "http://127.0.0.1:9099",
            project: backend.project,
            transport: backend.transport
        )
        var request = HTTPRequest(.get, target: "/items")
        request.fields["Authorization"] = "Bearer \(bearer.reveal())"

        let gate = RequestGuard(verifier, users: Shoppers())
        let shopper = try await gate.user(for: request)

        #expect(shopper.id.rawValue == uid)
    }

    @Test func `users are administered`() async throws {
        let backend = try await TestBackend()
        let (project, transport) = (backend.project, backend.transport)

        let admin = AdminAuth.emulator(project: project, transport: transport)
        let user = try await admin.createUser(NewUser { $0.email = "eve@example.com" })
        try await admin.setCustomClaims(["staff": true], of: user.uid)
        try await admin.revokeRefreshTokens(of: user.uid)

        #expect(try await admin.user(user.uid)?.customClaims["staff"] == true)
    }

    @Test func `transactions happen whole or not at all`() async throws {
        let database = try Database(.memory)
        let text = "'); DROP TABLE note; --"

        let notes: SQL = "CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT"
        try await database.migrate([Migration(1, "notes", [notes])])
        try await database.write { db in
            try db.execute("INSERT INTO note (text) VALUES (\(text))")
        }
        let count = try await database.read { db in try db.query("SELECT id FROM note WHERE text = \(text)").count }

        #expect(count == 1)
        await database.close()
    }

    @Test func `a function learns what happened to an order`() async throws {
        let database = try Database(.memory)
        let seen = Locked<[String]>([])
        let event = TriggerEvent(id: "1", kind: "order.paid", subject: "orders/A1", time: .systemNow(), payload: [])

        let paid = TriggerDeclaration(
            function: "sendReceipt",
            kinds: ["order.paid"],
            subjects: try PathPattern("orders/{order}"),
            retryFor: .hours(1)
        )
        let outbox = TriggerOutbox([Trigger(paid) { event in seen.withLock { $0.append(event.subject) } }])
        try await outbox.open(database)
        try await database.write { db in try outbox.add([event], db) }

        let running = Task { try await outbox.run(on: database) }
        while seen.withLock({ $0 }).isEmpty { await Task.yield() }
        running.cancel()
        _ = try? await running.value
        #expect(seen.withLock { $0 } == ["orders/A1"])
        await database.close()
    }

    @Test func `collectors are opened with who may read them`() async throws {
        let access = TelemetryAccess.emulator()
        let events = try await AnalyticsBackend(.init(location: .memory, access: access))
        let crashes = try await CrashBackend(.init(location: .memory, access: access))
        #expect(AnalyticsBackend.owns(path: "/mp/collect"))
        await events.close()
        await crashes.close()
    }

    @Test func `an identity service is one function`() async throws {
        let project = try #require(ProjectID(rawValue: "demo-shop"))
        let request = HTTPRequest(.get, target: "/")

        var configuration = BackendConfiguration(project: project)
        configuration.profile = .strict
        let backend = try await Backend(configuration)
        let response = await backend.handle(request)

        #expect(response.status == 200)
    }

    /// Not run: these serve until their task is cancelled.
    private func serving() async throws {
        let server = HTTPServer(configuration: ServerConfiguration(host: "127.0.0.1", port: 8080)) { request in
            HTTPResponse(status: 200, body: .bytes(Array("Hello, \(request.path)".utf8)))
        }
        try await server.run()
    }

    private func servingDocuments() async throws {
        let firestore = try await FirestoreBackend(.init(location: .memory, access: .emulator))
        let server = HTTPServer(
            configuration: ServerConfiguration(host: "127.0.0.1", port: 8080),
            protocols: firestore.protocols,
            handler: firestore.handle
        )
        try await server.run()
    }

    private func servingCalls() -> WireProtocol {
        let calls = WireProtocol.http2 { head in
            guard head.path == "/echo" else { return nil }
            return { request, response in
                try await response.begin(fields: ["Content-Type": "application/octet-stream"])
                for try await piece in request.body { try await response.write(piece) }
                try await response.finish(trailers: ["grpc-status": "0"])
            }
        }
        return calls
    }

    private func servingFunctions() async throws {
        let process = try FunctionsProcess(transport: SystemTransport())
        try process.host.onCall("hello") { (call: Call<String>) in
            guard let user = call.auth else { throw HTTPSError(.unauthenticated, "Sign in first.") }
            return "Hello, \(call.data): you are \(user.uid)."
        }
        try process.host.onSchedule("cleanUp", Schedule("every 5 minutes")) { run in print(run.time) }
        let signals = try ShutdownSignals()
        try await process.run { _ = await signals.first() }
    }
}
