import HearthCore
import HearthHTTP
import HearthJSON
import HearthTesting
import HearthTriggers
import Testing

@testable import HearthFunctionsHost

/// The two ends of events between a server and a host in another process, without the network between them.
@Suite("The entrance for servers")
struct ServerEntranceTests {
    private struct Failure: Error, CustomStringConvertible {
        var description: String
    }

    private let backend: TestBackend
    private let host: FunctionsHost
    private let entrance: ServerEntrance
    private let seen = Locked<[AccountEvent]>([])

    init() async throws {
        backend = try await TestBackend()
        host = try backend.functions.host
        entrance = ServerEntrance(host: host, token: Secret("control token"))
        let seen = seen
        try host.onAccount("welcome") { event in seen.withLock { $0.append(event) } }
        try host.onAccount("broken") { _ in throw Failure(description: String(repeating: "é", count: 5_000)) }
    }

    private static let event: JSONObject = [
        "id": "e1", "kind": "providers/firebase.auth/eventTypes/user.create", "subject": "projects/demo-test/users/u1",
        "time": 1_700_000_000_000, "hops": 0,
        "payload": ["data": ["uid": "u1", "email": "eve@example.com"]],
    ]

    private func ask(
        _ method: HTTPMethod,
        _ target: String,
        _ body: JSONValue = .object(event),
        _ authorization: String? = "Bearer control token"
    ) async -> HTTPResponse? {
        var fields = HTTPFields()
        fields["Authorization"] = authorization
        let request = HTTPRequest(method, target: target, fields: fields, body: JSON.serialize(body))
        return await entrance.answer(request)
    }

    @Test func `an event reaches its function`() async throws {
        let answer = await ask(.post, "/__/events/welcome")
        #expect(answer?.status == 204)
        let event = try #require(seen.withLock(\.self).first)
        #expect(event.id == "e1" && event.uid == "u1" && event.change == .created && event.email == "eve@example.com")
        #expect(event.time == UnixTime(milliseconds: 1_700_000_000_000))
    }

    @Test(arguments: [
        nil, "", "Bearer", "Bearer ", "Bearer wrong", "bearer control token", "Bearer control token ",
        "Basic control token", "control token",
    ])
    func `no one comes in without the token`(_ authorization: String?) async {
        for target in ["/__/events/welcome", "/__/functions", "/__/statistics"] {
            let answer = await ask(.post, target, .object(Self.event), authorization)
            #expect(answer?.status == 401 && answer?.bytes.isEmpty == true)
        }
        #expect(seen.withLock(\.self).isEmpty)
    }

    @Test(arguments: [
        "/", "/demo-test/us-central1/welcome", "/__/functions/", "/__/other", "/__/event/welcome", "/_/functions",
    ])
    func `every other path is not its own`(_ target: String) async {
        #expect(await ask(.post, target) == nil)
    }

    @Test(arguments: [
        (HTTPMethod.get, "/__/events/welcome", 405), (.put, "/__/events/welcome", 405), (.post, "/__/functions", 405),
        (.delete, "/__/statistics", 405), (.post, "/__/events/unknown", 404), (.post, "/__/events/", 404),
        (.post, "/__/events/welcome/below", 404), (.post, "/__/events/welcome?x=1", 204),
    ])
    func `each path has its method and its functions`(_ method: HTTPMethod, _ target: String, _ status: Int) async {
        #expect(await ask(method, target)?.status == status)
    }

    @Test(
        arguments: [
            .null, [], "text", [:], ["id": "e1"], ["id": 1, "kind": "k", "subject": "s", "time": 1, "payload": [:]],
            ["id": "e", "kind": "k", "subject": "s", "time": "1", "payload": [:]],
            ["id": "e", "kind": "k", "subject": "s", "time": 1, "payload": [:], "hops": -1],
        ] as [JSONValue]
    )
    func `what is no event is refused`(_ body: JSONValue) async {
        #expect(await ask(.post, "/__/events/welcome", body)?.status == 400)
        #expect(seen.withLock(\.self).isEmpty)
    }

    @Test func `a failure tells its reason, within limits`() async throws {
        let answer = try #require(await ask(.post, "/__/events/broken"))
        #expect(answer.status == 500 && answer.fields["content-type"] == "text/plain; charset=utf-8")
        #expect(String(decoding: answer.bytes, as: UTF8.self) == String(repeating: "é", count: 1_000))
    }

    @Test func `a host that ends has its events come again`() async {
        await host.drain()
        #expect(await ask(.post, "/__/events/welcome")?.status == 503)
        #expect(seen.withLock(\.self).isEmpty)
    }

    @Test func `a server finds the functions, and delivers to them what it has`() async throws {
        let remote = RemoteFunctions(
            origin: "http://127.0.0.1:5001",
            token: Secret("control token"),
            transport: InProcessTransport { [entrance] in
                await entrance.answer($0) ?? HTTPResponse(status: 404)
            }
        )
        let manifest = try #require(try await remote.manifest())
        #expect(manifest == host.manifest && manifest.triggers.map(\.function) == ["welcome", "broken"])
        let event = try #require(TriggerEvent(Self.event))
        let triggers = manifest.triggers.map(remote.trigger)
        try await triggers[0].run(event)
        #expect(seen.withLock(\.self).map(\.uid) == ["u1"])
        let error = await #expect(throws: FailedFunction.self) { try await triggers[1].run(event) }
        #expect(error?.status == 500 && error?.reason.count == 1_000)
        let statistics = try #require(try await remote.statistics())
        #expect(statistics == host.statistics)
        await host.drain()
        await #expect(throws: UnreachableFunction.self) { try await triggers[0].run(event) }
    }
}
