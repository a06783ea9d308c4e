import HearthCore
import HearthHTTP
import HearthJSON
import HearthTelemetryServer
import Testing

@Suite("How many requests a sender may make")
struct SenderLimitTests {
    private func admitted(_ limit: SenderLimit, _ sender: String, _ count: Int, at second: Int64) -> Int {
        (0..<count).count { _ in limit.admits(sender, at: UnixTime(seconds: second)) }
    }

    @Test func `is counted anew in each minute, for each sender`() {
        let limit = SenderLimit(perSender: 3, altogether: 100)
        #expect(admitted(limit, "a", 5, at: 0) == 3)
        #expect(admitted(limit, "a", 1, at: 59) == 0)
        #expect(admitted(limit, "b", 5, at: 59) == 3)
        #expect(admitted(limit, "a", 5, at: 60) == 3)
        #expect(admitted(limit, "a", 1, at: 119) == 0)
    }

    @Test func `has a bound for all together`() {
        let limit = SenderLimit(perSender: 3, altogether: 5)
        #expect(admitted(limit, "a", 3, at: 0) == 3)
        #expect(admitted(limit, "b", 3, at: 0) == 2)
        #expect(admitted(limit, "c", 3, at: 0) == 0)
        #expect(admitted(limit, "c", 3, at: 61) == 3)
    }

    @Test func `is not used up for all by a sender who does not stop`() {
        let limit = SenderLimit(perSender: 3, altogether: 10)
        #expect(admitted(limit, "hostile", 10_000, at: 0) == 3)
        #expect(admitted(limit, "a", 3, at: 0) == 3)
        #expect(admitted(limit, "b", 3, at: 0) == 3)
    }

    @Test(arguments: [(0, 10), (10, 0), (-1, 10), (10, -1)])
    func `of none lets none in`(_ perSender: Int, _ altogether: Int) {
        let limit = SenderLimit(perSender: perSender, altogether: altogether)
        #expect(admitted(limit, "a", 3, at: 0) == 0)
    }

    @Test(arguments: [Int64.min, -60_001, 0, 59_999, .max])
    func `holds at any moment, also when the clock goes back`(_ moment: Int64) {
        let limit = SenderLimit(perSender: 1, altogether: 10)
        let time = UnixTime(milliseconds: moment)
        #expect(limit.admits("a", at: time))
        #expect(!limit.admits("a", at: time))
        let other = UnixTime(milliseconds: moment > 120_000 ? moment - 60_000 : moment + 60_000)
        #expect(limit.admits("a", at: other))
    }

    @Test func `holds for any number of requests at once`() async {
        let limit = SenderLimit(perSender: 50, altogether: 1_000)
        let admitted = await withTaskGroup(of: Bool.self) { group in
            for number in 0..<400 {
                group.addTask { limit.admits("s\(number % 4)", at: UnixTime(seconds: 1)) }
            }
            return await group.reduce(into: 0) { if $1 { $0 += 1 } }
        }
        #expect(admitted == 200)
    }
}

@Suite("Who may send and read telemetry")
struct TelemetryAccessTests {
    private let access = TelemetryAccess.server(
        keys: [Secret("key-1"), Secret("key-2")],
        administratorToken: Secret("admin token")
    )

    private func head(_ target: String = "/", _ fields: HTTPFields = [:]) -> HTTPRequestHead {
        HTTPRequestHead(.post, target: target, fields: fields)
    }

    @Test(
        arguments: [
            ("/?key=key-1", nil, true), ("/?key=key-2", nil, true), ("/?api_secret=key-1", nil, true),
            ("/", "key-2", true),
            ("/?key=wrong", "key-1", true), ("/?key=wrong&api_secret=key-2", nil, true), ("/?key=key%2D1", nil, true),
            ("/", nil, false), ("/?key=", nil, false), ("/?key=key-", nil, false), ("/?key=key-11", nil, false),
            ("/?key=KEY-1", nil, false), ("/?Key=key-1", nil, false), ("/", "", false), ("/#key=key-1", nil, false),
            ("/?key=key-1%00", nil, false), ("/?key=key-1,key-2", nil, false), ("/?x=1&key=key-1", nil, true),
        ] as [(String, String?, Bool)]
    )
    func `a sender shows one of the keys`(_ target: String, _ key: String?, _ isAdmitted: Bool) {
        var fields = HTTPFields()
        fields["X-Goog-Api-Key"] = key
        let refusal = access.refusalOfSender(head(target, fields))
        #expect((refusal == nil) == isAdmitted)
        if let refusal { #expect(refusal.status == 403) }
    }

    @Test(arguments: [
        ("Bearer admin token", true), ("bearer admin token", true), ("BEARER  admin token", false),
        ("Bearer admin", false), ("Bearer  admin token", false), ("Bearer admin token ", false), ("Bearer", false),
        ("Bearer ", false), ("", false), ("Basic admin token", false), ("admin token", false),
        ("Bearer admin  token", false), ("Bearer key-1", false),
    ])
    func `only administrators read`(_ authorization: String, _ isAdmitted: Bool) {
        let refusal = access.refusalOfReader(head("/", ["Authorization": authorization]))
        #expect((refusal == nil) == isAdmitted)
        if let refusal {
            #expect(refusal.status == 401)
            #expect((try? JSON.parse(refusal.bytes))?["error"]?["status"] == "UNAUTHENTICATED")
        }
    }

    @Test func `without a key no one sends`() {
        let closed = TelemetryAccess.server(keys: [], administratorToken: Secret("t"))
        #expect(closed.refusalOfSender(head("/?key=")) != nil && closed.refusalOfSender(head()) != nil)
        #expect(!closed.isEmulator)
    }

    @Test func `an emulator asks senders for nothing, and readers for what it is told`() {
        let open = TelemetryAccess.emulator()
        #expect(open.isEmulator && open.refusalOfSender(head()) == nil && open.refusalOfReader(head()) == nil)
        let local = TelemetryAccess.emulator { head in
            head.peer == "127.0.0.1" ? nil : TelemetryAnswer.refusal(403, "PERMISSION_DENIED", "from afar")
        }
        #expect(local.refusalOfReader(head())?.status == 403)
        let near = HTTPRequestHead(.get, target: "/", peer: "127.0.0.1")
        #expect(local.refusalOfReader(near) == nil)
    }
}

@Suite("Answers of telemetry services")
struct TelemetryAnswerTests {
    @Test(arguments: [
        (TelemetryAnswer.notFound, 404, "NOT_FOUND"), (TelemetryAnswer.tooMany, 429, "RESOURCE_EXHAUSTED"),
        (TelemetryAnswer.unavailable, 503, "UNAVAILABLE"),
        (TelemetryAnswer.refusal(400, "INVALID_ARGUMENT", #"a "quoted" word"#), 400, "INVALID_ARGUMENT"),
    ])
    func `a refusal says its status twice and its name`(_ answer: HTTPResponse, _ status: Int, _ name: String) throws {
        let error = try #require(try JSON.parse(answer.bytes)["error"])
        #expect(answer.status == status && error["code"] == .integer(Int64(status)))
        #expect(error["status"] == .string(name) && error["message"]?.string?.isEmpty == false)
        #expect(answer.fields["content-type"] == "application/json; charset=utf-8")
        #expect(answer.fields["cache-control"] == "no-store" && answer.fields["x-content-type-options"] == "nosniff")
        #expect(answer.fields["retry-after"] == (status == 429 ? "60" : nil))
    }

    @Test func `an empty answer has no body`() {
        #expect(TelemetryAnswer.empty.status == 204 && TelemetryAnswer.empty.bytes.isEmpty)
        #expect(TelemetryAnswer.document([1, 2], status: 201).status == 201)
        #expect(TelemetryAnswer.document([1, 2]).bytes == Array("[1,2]".utf8))
    }

    @Test(
        arguments: [
            (nil, 50), ("", 50), ("7", 7), ("0", 1), ("-3", 1), ("100", 100), ("101", 100), ("abc", 50), ("1e2", 50),
            ("9223372036854775807", 100), ("-9223372036854775808", 1), ("9223372036854775808", 50), (" 7", 50),
            ("7.0", 50),
        ] as [(String?, Int)]
    )
    func `a number of a query stays in its range`(_ text: String?, _ number: Int) {
        #expect(TelemetryAnswer.number(text, in: 1...100, default: 50) == number)
    }

    @Test func `pages of any origin may send, and nothing else`() {
        let asking = HTTPRequestHead(.options, target: "/", fields: ["Origin": "https://shop.example"])
        let answer = TelemetryCORS.preflight(asking)
        #expect(answer.status == 204)
        #expect(answer.fields["access-control-allow-origin"] == "*")
        #expect(answer.fields["access-control-allow-methods"] == "POST")
        #expect(answer.fields["access-control-allow-headers"] == "Content-Type, X-Goog-Api-Key")
        #expect(answer.fields["access-control-max-age"] == "3600")
        // No cookie is ever asked for.
        #expect(answer.fields["access-control-allow-credentials"] == nil)
        var plain = HTTPResponse(status: 200)
        TelemetryCORS.allow(HTTPRequestHead(.post, target: "/"), in: &plain)
        #expect(plain.fields["access-control-allow-origin"] == nil)
    }

    @Test func `the head of a request is all but its body`() {
        var request = HTTPRequest(.post, target: "/a?b=c", fields: ["X-A": "1"], body: [1, 2, 3])
        request.peer = "10.0.0.1"
        let head = request.head
        #expect(head.method == .post && head.target == "/a?b=c" && head.fields["x-a"] == "1")
        #expect(head.contentLength == 3 && head.peer == "10.0.0.1" && head.path == "/a" && head.query["b"] == "c")
    }
}
