import HearthAnalytics
import HearthAnalyticsBackend
import HearthAnalyticsModel
import HearthCore
import HearthDatabase
import HearthHTTP
import HearthJSON
import HearthTelemetry
import HearthTelemetryServer
import Testing

/// Hands requests to a collector in the same process, and loses as many answers as it is told to.
final class CollectorTransport: HTTPTransport {
    private let backend: AnalyticsBackend
    private let lost: Locked<Int>

    init(_ backend: AnalyticsBackend, losingAnswers count: Int = 0) {
        self.backend = backend
        lost = Locked(count)
    }

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        let answer = await backend.handle(request)
        let isLost = lost.withLock { count in
            count -= 1
            return count >= 0
        }
        if isLost { throw TransportError(.connectionLost) }
        return answer
    }
}

@Suite("The collector of events")
struct CollectorTests {
    private static let now = UnixTime(seconds: 1_790_000_000)

    private func backend(
        access: TelemetryAccess = .emulator(),
        _ change: (inout AnalyticsBackend.Configuration) -> Void = { _ in }
    ) async throws -> AnalyticsBackend {
        var configuration = AnalyticsBackend.Configuration(location: .memory, access: access)
        configuration.now = { Self.now }
        change(&configuration)
        return try await AnalyticsBackend(configuration)
    }

    private func analytics(_ transport: any HTTPTransport) -> Analytics {
        var configuration = AnalyticsConfiguration()
        configuration.report = { _, _ in }
        configuration.flushInterval = .seconds(86_400)
        configuration.flushCount = 25
        return Analytics(
            configuration,
            sink: MeasurementSink.backend(origin: "http://collector", app: "shop", transport: transport),
            storage: .memory,
            clock: TelemetryClock(now: { Self.now }, sleep: { _ in throw CancellationError() })
        )
    }

    private func get(_ backend: AnalyticsBackend, _ target: String) async throws -> JSONValue {
        let response = await backend.handle(HTTPRequest(.get, target: target))
        #expect(response.status == 200)
        return try JSON.parse(response.bytes)
    }

    private func post(_ backend: AnalyticsBackend, _ body: String, to target: String) async -> HTTPResponse {
        await backend.handle(HTTPRequest(.post, target: target, body: Array(body.utf8)))
    }

    private static let web = #"{"client_id":"7.7","events":[{"name":"won","params":{"level":3}}]}"#

    @Test func `a page of any origin may send, and reads nothing`() async throws {
        let backend = try await backend(access: .server(keys: ["k"], administratorToken: "t"))
        let asked: HTTPFields = ["Origin": "https://shop.example", "Access-Control-Request-Method": "POST"]
        for path in ["/mp/collect", "/debug/mp/collect"] {
            let head = HTTPRequestHead(.options, target: path, fields: asked)
            guard case .refuse(let preflight) = backend.admission(of: head) else {
                Issue.record("the body of a preflight was wanted")
                continue
            }
            #expect(preflight.status == 204)
            #expect(preflight.fields["access-control-allow-origin"] == "*")
            #expect(preflight.fields["access-control-allow-methods"] == "POST")
            // A refusal can be read too.
            let refused = await backend.handle(HTTPRequest(.post, target: path, fields: asked))
            #expect(refused.status == 403 && refused.fields["access-control-allow-origin"] == "*")
        }
        for method in [HTTPMethod.options, .get] {
            let answer = await backend.handle(HTTPRequest(method, target: "/analytics/v1/events", fields: asked))
            #expect(answer.status == 401 && answer.fields["access-control-allow-origin"] == nil)
        }
    }

    @Test func `stores, lists and counts what the client sends`() async throws {
        let backend = try await backend()
        let analytics = analytics(CollectorTransport(backend))
        analytics.setUserID("u1")
        analytics.setUserProperty("gold", forName: "plan")
        for level in 0..<60 { analytics.logEvent("won", ["level": .int(Int64(level))]) }
        analytics.logScreenView("Cart")
        #expect(await analytics.flush())
        let events = try #require(await get(backend, "/analytics/v1/events?limit=5")["events"]?.array)
        #expect(events.map { $0["name"]?.string } == ["screen_view", "won", "won", "won", "won"])
        #expect(events[0]["params"]?["screen_name"]?.string == "Cart")
        #expect(events[0]["user"]?.string == "u1")
        #expect(events[0]["userProperties"]?["plan"]?.string == "gold")
        let counts = try #require(await get(backend, "/analytics/v1/counts?stream=shop")["counts"]?.array)
        #expect(counts.map { $0["name"]?.string } == ["won", "screen_view"])
        #expect(counts.map { $0["events"]?.integer } == [60, 1])
        #expect(counts.map { $0["users"]?.integer } == [1, 1])
        #expect(try await get(backend, "/analytics/v1/counts?stream=other")["counts"]?.array == [])
        #expect(try await get(backend, "/analytics/v1/users")["active1Day"]?.integer == 1)
    }

    @Test func `counts an event once whose answer was lost`() async throws {
        let backend = try await backend()
        let analytics = analytics(CollectorTransport(backend, losingAnswers: 2))
        for _ in 0..<3 { analytics.logEvent("won") }
        #expect(!(await analytics.flush()))
        #expect(!(await analytics.flush()))
        #expect(await analytics.flush())
        #expect(try await get(backend, "/analytics/v1/events")["events"]?.array?.count == 3)
    }

    @Test func `counts how far users come`() async throws {
        let backend = try await backend()
        func visit(_ user: String, _ names: [String]) async {
            let events = names.enumerated().map { index, name in
                #"{"name":"\#(name)","timestamp_micros":\#((Self.now.seconds - 100 + Int64(index)) * 1_000_000)}"#
            }
            let body = #"{"client_id":"\#(user)","events":[\#(events.joined(separator: ","))]}"#
            #expect(await post(backend, body, to: "/mp/collect?measurement_id=G-1").status == 204)
        }
        await visit("a", ["view_item", "add_to_cart", "purchase"])
        await visit("b", ["view_item", "view_item", "purchase"])
        await visit("c", ["add_to_cart", "view_item", "add_to_cart"])
        await visit("d", ["purchase"])
        let answer = try await get(backend, "/analytics/v1/funnel?steps=view_item,add_to_cart,purchase")
        #expect(answer["steps"]?.array?.map { $0["users"]?.integer } == [3, 2, 1])
        let refusal = await backend.handle(HTTPRequest(.get, target: "/analytics/v1/funnel?steps=one"))
        #expect(refusal.status == 400)
    }

    @Test func `stores what is valid and tells what is not`() async throws {
        let backend = try await backend()
        let mixed = #"{"client_id":"1","events":[{"name":"good"},{"name":"first_open"}]}"#
        let answer = await post(backend, mixed, to: "/mp/collect?measurement_id=G-1")
        #expect(answer.status == 200)
        #expect(try JSON.parse(answer.bytes)["validationMessages"]?.array?.count == 1)
        let bad = #"{"client_id":"1","events":[{"name":"first_open"}]}"#
        #expect(await post(backend, bad, to: "/mp/collect?measurement_id=G-1").status == 400)
        #expect(await post(backend, mixed, to: "/mp/collect").status == 400)
        #expect(try await get(backend, "/analytics/v1/events")["events"]?.array?.count == 1)
    }

    @Test func `validates without storing`() async throws {
        let backend = try await backend()
        let answer = await post(backend, Self.web, to: "/debug/mp/collect?measurement_id=G-1")
        #expect(try JSON.parse(answer.bytes)["validationMessages"]?.array == [])
        #expect(try await get(backend, "/analytics/v1/events")["events"]?.array == [])
    }

    @Test func `lets apps with a key send and administrators read, on a server`() async throws {
        let backend = try await backend(access: .server(keys: ["k1"], administratorToken: "secret"))
        #expect(await post(backend, Self.web, to: "/mp/collect?measurement_id=G-1").status == 403)
        #expect(await post(backend, Self.web, to: "/mp/collect?measurement_id=G-1&api_secret=k2").status == 403)
        #expect(await post(backend, Self.web, to: "/mp/collect?measurement_id=G-1&api_secret=k1").status == 204)
        var request = HTTPRequest(.get, target: "/analytics/v1/events")
        #expect(await backend.handle(request).status == 401)
        request.fields["Authorization"] = "Bearer owner"
        #expect(await backend.handle(request).status == 401)
        request.fields["Authorization"] = "Bearer secret"
        #expect(await backend.handle(request).status == 200)
        request.method = .delete
        #expect(await backend.handle(request).status == 404)
        if case .refuse(let refusal) = backend.admission(of: HTTPRequestHead(.post, target: "/mp/collect")) {
            #expect(refusal.status == 403)
        } else {
            Issue.record("the body of a stranger is read")
        }
    }

    @Test func `holds a sender to a hundred requests a minute, on a server`() async throws {
        let backend = try await backend(access: .server(keys: ["k"], administratorToken: "secret"))
        var statuses: [Int] = []
        for _ in 0..<101 {
            statuses.append(await post(backend, Self.web, to: "/mp/collect?measurement_id=G&key=k").status)
        }
        #expect(statuses.prefix(100).allSatisfy { $0 == 204 })
        #expect(statuses.last == 429)
    }

    @Test func `keeps no more than it is told to, and for no longer`() async throws {
        let clock = Locked(Self.now)
        let backend = try await backend {
            $0.maximumEvents = 10
            $0.now = { clock.withLock { $0 } }
            $0.retention = .seconds(86_400)
        }
        for _ in 0..<15 { _ = await post(backend, Self.web, to: "/mp/collect?measurement_id=G") }
        #expect(try await get(backend, "/analytics/v1/events")["events"]?.array?.count == 10)
        clock.withLock { $0 = $0 + .seconds(86_401) }
        _ = await post(backend, Self.web, to: "/mp/collect?measurement_id=G")
        #expect(try await get(backend, "/analytics/v1/events")["events"]?.array?.count == 1)
    }

    @Test func `deletes what it knows of a user`() async throws {
        let backend = try await backend()
        _ = await post(backend, Self.web, to: "/mp/collect?measurement_id=G")
        let other = Self.web.replacing("7.7", with: "8.8")
        _ = await post(backend, other, to: "/mp/collect?measurement_id=G")
        let answer = await backend.handle(HTTPRequest(.delete, target: "/analytics/v1/users/7.7"))
        #expect(try JSON.parse(answer.bytes)["deleted"]?.integer == 1)
        #expect(
            try await get(backend, "/analytics/v1/events")["events"]?.array?.map { $0["instance"]?.string } == ["8.8"]
        )
    }

    @Test func `reads pages of events`() async throws {
        let backend = try await backend()
        for _ in 0..<5 { _ = await post(backend, Self.web, to: "/mp/collect?measurement_id=G") }
        let first = try await get(backend, "/analytics/v1/events?limit=3")
        let before = try #require(first["before"]?.integer)
        let second = try await get(backend, "/analytics/v1/events?limit=3&before=\(before)")
        #expect(first["events"]?.array?.count == 3)
        #expect(second["events"]?.array?.count == 2)
        #expect(second["before"] == nil)
    }
}
