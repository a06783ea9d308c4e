import HearthCore
import HearthDatabase
import HearthHTTP
import HearthJSON
import HearthTesting
import HearthTriggers
import Testing

@testable import hearth

@Suite("Functions on the identity service's port")
struct FunctionsMountTests {
    private struct Failure: Error {}

    @Test func `a caller from elsewhere is told to the functions, and no field of the connection`() {
        var request = HTTPRequest(
            .post,
            target: "/p/us-central1/f?x=1",
            fields: [
                "Host": "127.0.0.1:9099", "Connection": "keep-alive", "Content-Length": "3",
                "Authorization": "Bearer t",
                "Transfer-Encoding": "chunked",
            ],
            body: [1, 2, 3]
        )
        request.peer = "127.0.0.1"
        let local = FunctionsMount.call(request, to: "http://127.0.0.1:5001")
        #expect(local.fields.all.map(\.name) == ["Authorization"])
        #expect(local.origin == "http://127.0.0.1:5001" && local.target == request.target && local.body == [1, 2, 3])
        request.peer = "192.0.2.1"
        // Not what the caller says of itself.
        request.fields["X-Forwarded-For"] = "127.0.0.1"
        let remote = FunctionsMount.call(request, to: "http://127.0.0.1:5001")
        #expect(remote.fields.values(of: "x-forwarded-for") == ["192.0.2.1"])
    }

    @Test func `paths of the project and its regions are the functions', those of blocking functions are not`() {
        let paths = CallablePaths(
            FunctionsManifest(
                blocking: ["beforeCreate": "/shop/us-central1/beforeCreate"],
                callable: ["/shop/us-central1/pay", "/shop/europe-west1/web", "/shop/us-central1/beforeCreate"]
            )
        )
        for path in ["/shop/us-central1/pay", "/shop/europe-west1/web/a/b", "/shop/us-central1/unknown"] {
            #expect(paths.contain(path[...]))
        }
        for path in [
            "/shop/us-central1", "/shop/us-central1/beforeCreate", "/shop/us-central1/beforeCreate/x", "/shop/asia/pay",
            "/other/us-central1/pay", "//shop/us-central1/pay", "/", "", "/shop//us-central1/pay",
            "/v1/projects/shop/accounts",
        ] {
            #expect(!paths.contain(path[...]))
        }
        #expect(!CallablePaths().contain("/shop/us-central1/pay"))
    }

    @Test func `a call whose program has gone since its head arrived hears that no function answers`() async throws {
        let options = try Options(["--functions", "true"], of: "serve", valued: FunctionsPlan.options)
        let plan = try #require(try FunctionsPlan(options, port: nil))
        // Prepared and never started: the same to a caller as stopped.
        let link = FunctionsLink(plan, isQuiet: true)
        let mount = FunctionsMount(functions: link, identity: try await TestBackend().backend)
        #expect(!mount.owns(path: "/shop/us-central1/pay"))
        let response = await mount.answer(HTTPRequest(.post, target: "/shop/us-central1/pay"))
        #expect(response.status == 503)
        #expect(try JSON.parse(response.bytes)["error"]?["status"] == "UNAVAILABLE")
    }

    @Test func `events that were given up are listed of every store, tried once more, and forgotten`() async throws {
        let clock = Locked(UnixTime(seconds: 1_800_000_000))
        let trigger = Trigger(
            TriggerDeclaration(function: "bill", kinds: ["created"], subjects: try PathPattern("**"))
        ) { _ in throw Failure() }
        var outboxes: [TriggerOutbox] = []
        for number in 0..<2 {
            let outbox = TriggerOutbox([trigger], now: { clock.withLock { $0 } })
            let database = try Database(.memory)
            try await outbox.open(database)
            clock.withLock { $0 = $0 + .seconds(1) }
            try await database.write { db in
                let time = clock.withLock { $0 }
                let event = TriggerEvent(id: "e\(number)", kind: "created", subject: "a/b", time: time, payload: [0x31])
                try outbox.add([event], db)
            }
            let running = Task { try await outbox.run(on: database) }
            while try await outbox.failures().isEmpty { await Task.yield() }
            running.cancel()
            try await running.value
            outboxes.append(outbox)
        }
        func ask(_ method: HTTPMethod, _ target: String, _ body: JSONValue? = nil) async throws -> (Int, JSONValue) {
            let bytes = body.map { JSON.serialize($0) } ?? []
            let request = HTTPRequest(method, target: FailedEventsRoute.path + target, body: bytes)
            let response = await FailedEventsRoute.answer(request, from: outboxes)
            return (response.status, try JSON.parse(response.bytes))
        }
        let ids = { (answer: JSONValue) in answer["failures"]?.array?.compactMap { $0["event"]?["id"]?.string } }
        #expect(try await ids(ask(.get, "").1) == ["e1", "e0"])
        #expect(try await ids(ask(.get, "?limit=1").1) == ["e1"])
        #expect(try await ids(ask(.get, "?function=other").1) == [])
        #expect(try await ask(.post, ":retry", ["function": "bill", "id": "e0"]) == (200, ["events": 1]))
        #expect(try await ids(ask(.get, "").1) == ["e1"])
        #expect(try await ask(.post, ":forget", ["function": "bill"]) == (200, ["events": 1]))
        #expect(try await ask(.post, ":forget", ["id": "e0"]).0 == 400)
        #expect(try await ask(.post, ":forget").0 == 400)
        #expect(try await ask(.delete, "").0 == 404)
        #expect(try await ask(.post, ":explode", ["function": "bill"]).0 == 404)
    }
}
