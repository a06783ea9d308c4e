import HearthCore
import HearthHTTP
import HearthJSON
import HearthTriggers
import Testing

@Suite("Functions in another process")
struct RemoteFunctionsTests {
    /// A host that gives one answer, and notes what it is sent.
    private final class Host: HTTPTransport {
        private let answer: Result<HTTPResponse, TransportError>
        private let seen = Locked<[HTTPRequest]>([])

        init(_ status: Int, _ body: String = "") {
            answer = .success(HTTPResponse(status: status, body: .bytes(Array(body.utf8))))
        }

        init(failing kind: TransportError.Kind) {
            answer = .failure(TransportError(kind, "of the test"))
        }

        var requests: [HTTPRequest] { seen.withLock(\.self) }

        func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
            seen.withLock { $0.append(request) }
            return try answer.get()
        }
    }

    private static let event = TriggerEvent(
        id: "e1",
        kind: "created",
        subject: "users/a",
        time: UnixTime(milliseconds: 5),
        payload: Array(#"{"n":1}"#.utf8),
        hops: 2
    )

    private func functions(_ host: Host) -> RemoteFunctions {
        RemoteFunctions(origin: "http://127.0.0.1:5001", token: Secret("t-1"), transport: host)
    }

    private func declaration() throws -> TriggerDeclaration {
        TriggerDeclaration(function: "log", kinds: ["created"], subjects: try PathPattern("users/{u}"), retryFor: nil)
    }

    @Test func `an event goes to its function, with the token, and as it is`() async throws {
        let host = Host(204)
        try await functions(host).trigger(try declaration()).run(Self.event)
        let request = try #require(host.requests.first)
        #expect(host.requests.count == 1 && request.method == .post)
        #expect(request.origin == "http://127.0.0.1:5001" && request.target == "/__/events/log")
        #expect(request.fields["authorization"] == "Bearer t-1" && request.fields["content-type"] == "application/json")
        let body = try JSON.parse(request.body)
        #expect(
            body == [
                "id": "e1", "kind": "created", "subject": "users/a", "time": 5, "hops": 2, "payload": ["n": 1],
            ]
        )
        #expect(body.object.flatMap(TriggerEvent.init) == Self.event)
    }

    @Test(arguments: [
        (200, "done"), (201, "done"), (299, "done"), (401, "away"), (404, "away"), (503, "away"),
        (400, "failed"), (403, "failed"), (408, "failed"), (429, "failed"), (500, "failed"), (502, "failed"),
        (504, "failed"), (302, "failed"), (199, "failed"),
    ])
    func `what the host answers is done, a failure of the function, or an absence of the host`(
        _ status: Int,
        _ outcome: String
    ) async throws {
        let trigger = functions(Host(status, "because")).trigger(try declaration())
        do {
            try await trigger.run(Self.event)
            #expect(outcome == "done")
        } catch let error as UnreachableFunction {
            #expect(outcome == "away" && error.reason.contains("\(status)"))
        } catch let error as FailedFunction {
            #expect(outcome == "failed" && error.status == status && error.description == "because")
        }
    }

    @Test(arguments: [TransportError.Kind.unreachable, .connectionLost, .timedOut, .cancelled, .insecure])
    func `a host that does not answer is away, whatever is asked of it`(_ kind: TransportError.Kind) async throws {
        let functions = functions(Host(failing: kind))
        await #expect(throws: UnreachableFunction.self) {
            try await functions.trigger(try declaration()).run(Self.event)
        }
        await #expect(throws: UnreachableFunction.self) { try await functions.manifest() }
        await #expect(throws: UnreachableFunction.self) { try await functions.statistics() }
    }

    @Test func `a long reason is cut, and a missing one told by the status`() async throws {
        let long = functions(Host(500, String(repeating: "x", count: 100_000))).trigger(try declaration())
        let error = await #expect(throws: FailedFunction.self) { try await long.run(Self.event) }
        #expect(error?.reason.utf8.count == 4_000)
        let silent = functions(Host(500)).trigger(try declaration())
        let other = await #expect(throws: FailedFunction.self) { try await silent.run(Self.event) }
        #expect(other?.description == "the function's host answered 500")
    }

    @Test(arguments: [
        (200, #"{"triggers":[]}"#, true), (200, #"{"triggers":[{"function":"f"}]}"#, false), (200, #"{}"#, false),
        (200, "[]", false), (200, "", false), (200, "<html>", false), (404, #"{"triggers":[]}"#, false),
        (200, #"{"triggers":[{"function":"f","kinds":["k"],"subjects":"a/{b}"}]}"#, true),
        (200, #"{"triggers":[{"function":"f","kinds":["k"],"subjects":"a//b"}]}"#, false),
        (200, #"{"triggers":{}}"#, false), (200, #"{"triggers":[1]}"#, false),
    ])
    func `a list of functions is read, or none`(_ status: Int, _ body: String, _ isList: Bool) async throws {
        let manifest = try await functions(Host(status, body)).manifest()
        #expect((manifest != nil) == isList)
    }

    @Test(arguments: [(200, #"{"pay":{"calls":1}}"#, true), (200, "[]", false), (200, "", false), (503, "{}", false)])
    func `statistics are an object, or none`(_ status: Int, _ body: String, _ isThere: Bool) async throws {
        let host = Host(status, body)
        #expect((try await functions(host).statistics() != nil) == isThere)
        #expect(host.requests.map(\.target) == ["/__/statistics"] && host.requests.map(\.method) == [.get])
    }

    @Test func `what a function causes is one step further from what a person did`() async throws {
        let hops = Locked<[Int]>([])
        let trigger = Trigger(try declaration()) { _ in hops.withLock { $0.append(TriggerOutbox.hops) } }
        try await trigger.run(Self.event)
        #expect(hops.withLock(\.self) == [3])
        #expect(TriggerOutbox.hops == 0)
    }

    @Test func `a manifest leaves out what is of another shape, and keeps the order`() throws {
        let json = try #require(
            try JSON.parse(
                Array(
                    #"""
                    {"triggers":[],"blocking":{"b":"/b","a":"/a","x":1},"callable":["z",1,"a"],"scheduled":["t",null]}
                    """#.utf8
                )
            ).object
        )
        let manifest = try #require(FunctionsManifest(json))
        #expect(manifest.blocking == ["a": "/a", "b": "/b"])
        #expect(manifest.callable == ["z", "a"] && manifest.scheduled == ["t"])
        #expect(manifest.json["blocking"]?.object?.members.map(\.name) == ["a", "b"])
    }

    @Test(arguments: [Int64.min, -1, 0, 1, .max])
    func `a declaration may retry for any time`(_ milliseconds: Int64) throws {
        let declaration = TriggerDeclaration(
            function: "f",
            kinds: [],
            subjects: try PathPattern("a"),
            retryFor: .milliseconds(milliseconds)
        )
        #expect(TriggerDeclaration(declaration.json)?.retryFor == .milliseconds(milliseconds))
        #expect(!declaration.wants("created", "a"))
    }
}
