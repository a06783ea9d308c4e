import HearthAuth
import HearthCore
import HearthFunctionsHost
import HearthHTTP
import HearthJSON
import HearthTesting
import Testing

/// The wire as raw requests see it: what is sent, and what must come back.
@Suite("Raw requests to functions")
struct WireCaseTests {
    struct Case: Sendable {
        var name: String
        var method = HTTPMethod.post
        var target = "/demo-test/us-central1/echo"
        var fields: HTTPFields = ["Content-Type": "application/json"]
        var body = #"{"data":1}"#
        var status: Int
        var answer: String
    }

    private static let badRequest = #"{"error":{"message":"Bad Request","status":"INVALID_ARGUMENT"}}"#
    private static let unauthenticated = #"{"error":{"message":"Unauthenticated","status":"UNAUTHENTICATED"}}"#
    private static let noFunction =
        #"{"error":{"message":"There is no such function. Check its name and its region.","status":"NOT_FOUND"}}"#
    private static let int64 = "type.googleapis.com/google.protobuf.Int64Value"
    private static let wide = #"{"@type":"type.googleapis.com/google.protobuf.Int64Value","value":"9007199254740993"}"#

    private static let cases: [Case] = [
        Case(name: "a number", status: 200, answer: #"{"result":1}"#),
        Case(name: "null", body: #"{"data":null}"#, status: 200, answer: #"{"result":null}"#),
        Case(name: "text", body: #"{"data":"é"}"#, status: 200, answer: #"{"result":"é"}"#),
        Case(name: "an object", body: #"{"data":{"a":[true]}}"#, status: 200, answer: #"{"result":{"a":[true]}}"#),
        Case(
            name: "an integer of 64 bits",
            body: #"{"data":\#(wide)}"#,
            status: 200,
            answer: #"{"result":9007199254740993}"#
        ),
        Case(
            name: "a wrapper without an integer",
            body: #"{"data":{"@type":"type.googleapis.com/google.protobuf.Int64Value","value":"x"}}"#,
            status: 400,
            answer: badRequest
        ),
        Case(
            name: "another type",
            body: #"{"data":{"@type":"a/b","value":"1"}}"#,
            status: 200,
            answer: #"{"result":{"@type":"a/b","value":"1"}}"#
        ),
        Case(
            name: "a charset",
            fields: ["Content-Type": "Application/JSON; charset=utf-8"],
            status: 200,
            answer: #"{"result":1}"#
        ),
        Case(name: "no content type", fields: [:], status: 400, answer: badRequest),
        Case(
            name: "a form",
            fields: ["Content-Type": "application/x-www-form-urlencoded"],
            status: 400,
            answer: badRequest
        ),
        Case(name: "GET", method: .get, status: 400, answer: badRequest),
        Case(name: "PUT", method: .put, status: 400, answer: badRequest),
        Case(name: "no body", body: "", status: 400, answer: badRequest),
        Case(name: "an empty object", body: "{}", status: 400, answer: badRequest),
        Case(name: "an array", body: "[1]", status: 400, answer: badRequest),
        Case(name: "a further key", body: #"{"data":1,"more":2}"#, status: 400, answer: badRequest),
        Case(name: "a key twice", body: #"{"data":1,"data":2}"#, status: 400, answer: badRequest),
        Case(name: "half a body", body: #"{"data":1"#, status: 400, answer: badRequest),
        Case(name: "a trailing comma", body: #"{"data":1,}"#, status: 400, answer: badRequest),
        Case(
            name: "another scheme",
            fields: ["Content-Type": "application/json", "Authorization": "Basic YTpi"],
            status: 401,
            answer: unauthenticated
        ),
        Case(
            name: "a bad token",
            fields: ["Content-Type": "application/json", "Authorization": "Bearer x.y.z"],
            status: 401,
            answer: unauthenticated
        ),
        Case(
            name: "a bad token and a bad body",
            fields: ["Content-Type": "application/json", "Authorization": "Bearer x"],
            body: "{}",
            status: 400,
            answer: badRequest
        ),
        Case(
            name: "an enforced App Check token that is missing",
            target: "/demo-test/us-central1/enforced",
            status: 401,
            answer: unauthenticated
        ),
        Case(
            name: "an App Check token that is none",
            fields: ["Content-Type": "application/json", "X-Firebase-AppCheck": "x"],
            status: 200,
            answer: #"{"result":1}"#
        ),
        Case(
            name: "a policy that says no",
            target: "/demo-test/us-central1/private",
            status: 403,
            answer: #"{"error":{"message":"Permission Denied","status":"PERMISSION_DENIED"}}"#
        ),
        Case(name: "the short address", target: "/echo", status: 200, answer: #"{"result":1}"#),
        Case(
            name: "a streaming caller",
            fields: ["Content-Type": "application/json", "Accept": "text/event-stream"],
            status: 200,
            answer: "data: {\"result\":1}\n\n"
        ),
        Case(
            name: "a streaming caller with a bad body",
            fields: ["Content-Type": "application/json", "Accept": "text/event-stream"],
            body: "{}",
            status: 200,
            answer: "data: \(badRequest)\n\n"
        ),
        Case(
            name: "a streaming caller with a bad token",
            fields: ["Content-Type": "application/json", "Accept": "text/event-stream", "Authorization": "Bearer x"],
            status: 200,
            answer: "data: \(unauthenticated)\n\n"
        ),
        Case(
            name: "what stands below a request function",
            method: .put,
            target: "/demo-test/us-central1/hook/a/b?c=d",
            fields: [:],
            body: "raw",
            status: 202,
            answer: "PUT /a/b?c=d raw"
        ),
        Case(
            name: "a request function itself",
            method: .get,
            target: "/demo-test/us-central1/hook",
            fields: [:],
            body: "",
            status: 202,
            answer: "GET / "
        ),
        Case(name: "a group", target: "/demo-test/us-central1/pay-charge", status: 200, answer: #"{"result":"paid"}"#),
        // Values
        Case(name: "false", body: #"{"data":false}"#, status: 200, answer: #"{"result":false}"#),
        Case(name: "an empty array", body: #"{"data":[]}"#, status: 200, answer: #"{"result":[]}"#),
        Case(name: "no text", body: #"{"data":""}"#, status: 200, answer: #"{"result":""}"#),
        Case(name: "a half", body: #"{"data":0.5}"#, status: 200, answer: #"{"result":0.5}"#),
        Case(name: "a negative zero", body: #"{"data":-0.0}"#, status: 200, answer: #"{"result":0}"#),
        Case(
            name: "text with escapes",
            body: #"{"data":"a\"b\\c\u00e9\ud83d\ude00"}"#,
            status: 200,
            answer: #"{"result":"a\"b\\cé😀"}"#
        ),
        Case(
            name: "the largest integer of 64 bits",
            body: #"{"data":{"@type":"\#(int64)","value":"9223372036854775807"}}"#,
            status: 200,
            answer: #"{"result":9223372036854775807}"#
        ),
        Case(
            name: "one more than that",
            body: #"{"data":{"@type":"\#(int64)","value":"9223372036854775808"}}"#,
            status: 400,
            answer: badRequest
        ),
        Case(
            name: "a wrapper with a number in place of text",
            body: #"{"data":{"@type":"\#(int64)","value":1}}"#,
            status: 200,
            answer: #"{"result":1}"#
        ),
        Case(
            name: "a wrapper without a value",
            body: #"{"data":{"@type":"\#(int64)"}}"#,
            status: 400,
            answer: badRequest
        ),
        Case(
            name: "a wrapper in a list in an object",
            body: #"{"data":{"a":[{"@type":"\#(int64)","value":"-3"}]}}"#,
            status: 200,
            answer: #"{"result":{"a":[-3]}}"#
        ),
        Case(
            name: "a key named data within the data",
            body: #"{"data":{"data":1}}"#,
            status: 200,
            answer: #"{"result":{"data":1}}"#
        ),
        Case(name: "space around everything", body: " { \"data\" : 1 }\r\n", status: 200, answer: #"{"result":1}"#),
        // What is no call
        Case(name: "DELETE", method: .delete, status: 400, answer: badRequest),
        Case(name: "PATCH", method: .patch, status: 400, answer: badRequest),
        Case(name: "text as the body", body: #""data""#, status: 400, answer: badRequest),
        Case(name: "null as the body", body: "null", status: 400, answer: badRequest),
        Case(name: "another key alone", body: #"{"Data":1}"#, status: 400, answer: badRequest),
        Case(name: "two documents", body: #"{"data":1}{"data":2}"#, status: 400, answer: badRequest),
        Case(name: "a comment", body: #"{"data":1/* one */}"#, status: 400, answer: badRequest),
        Case(name: "not a number", body: #"{"data":NaN}"#, status: 400, answer: badRequest),
        Case(name: "half of a pair", body: #"{"data":"\ud83d"}"#, status: 400, answer: badRequest),
        Case(
            name: "depth without end",
            body: #"{"data":"# + String(repeating: "[", count: 5_000) + String(repeating: "]", count: 5_000) + "}",
            status: 400,
            answer: badRequest
        ),
        Case(
            name: "a content type that only begins like JSON's",
            fields: ["Content-Type": "application/jsonp"],
            status: 400,
            answer: badRequest
        ),
        // Where there is no function
        Case(name: "no function", target: "/demo-test/us-central1/none", status: 404, answer: noFunction),
        Case(name: "another region", target: "/demo-test/europe-west1/echo", status: 404, answer: noFunction),
        Case(name: "another project", target: "/other/us-central1/echo", status: 404, answer: noFunction),
        Case(name: "the root", target: "/", status: 404, answer: noFunction),
        Case(name: "no name", target: "/demo-test/us-central1/", status: 404, answer: noFunction),
        Case(name: "a name in other letters", target: "/demo-test/us-central1/Echo", status: 404, answer: noFunction),
        Case(name: "what servers ask", method: .get, target: "/__/functions", status: 404, answer: noFunction),
        Case(name: "a function for events", target: "/demo-test/us-central1/listen", status: 404, answer: noFunction),
        // Who calls
        Case(
            name: "no scheme",
            fields: ["Content-Type": "application/json", "Authorization": "x.y.z"],
            status: 401,
            answer: unauthenticated
        ),
        Case(
            name: "a scheme without a token",
            fields: ["Content-Type": "application/json", "Authorization": "Bearer "],
            status: 401,
            answer: unauthenticated
        ),
        Case(
            name: "an App Check token that is none, where one is asked for",
            target: "/demo-test/us-central1/enforced",
            fields: ["Content-Type": "application/json", "X-Firebase-AppCheck": "x"],
            status: 401,
            answer: unauthenticated
        ),
        // How it answers
        Case(
            name: "streaming, which is not the only thing accepted",
            fields: ["Content-Type": "application/json", "Accept": "text/event-stream, */*"],
            status: 200,
            answer: #"{"result":1}"#
        ),
        Case(
            name: "an error with details",
            target: "/demo-test/us-central1/fails",
            body: #"{"data":"known"}"#,
            status: 409,
            answer: #"{"error":{"message":"It is there.","status":"ALREADY_EXISTS","details":{"at":[1]}}}"#
        ),
        Case(
            name: "an error that is not for callers",
            target: "/demo-test/us-central1/fails",
            body: #"{"data":"unknown"}"#,
            status: 500,
            answer: #"{"error":{"message":"INTERNAL","status":"INTERNAL"}}"#
        ),
        Case(
            name: "an error in a stream",
            target: "/demo-test/us-central1/fails",
            fields: ["Content-Type": "application/json", "Accept": "text/event-stream"],
            body: #"{"data":"unknown"}"#,
            status: 200,
            answer: "data: {\"error\":{\"message\":\"INTERNAL\",\"status\":\"INTERNAL\"}}\n\n"
        ),
        Case(
            name: "data of another type than the function takes",
            target: "/demo-test/us-central1/typed",
            body: #"{"data":{"amount":"secret"}}"#,
            status: 400,
            answer: #"{"error":{"message":"'amount' has another type than the function takes.","#
                + #""status":"INVALID_ARGUMENT"}}"#
        ),
    ]

    private struct Unknown: Error {}

    private struct Payment: Codable, Sendable {
        var amount: Double
    }

    private func host() async throws -> TestFunctions {
        let functions = try await TestBackend().functions
        try functions.host.onCall("echo") { (call: Call<JSONValue>) in call.data }
        try functions.host.onCall("enforced", options: .init(appCheck: .enforced)) { (call: Call<JSONValue>) in
            call.data
        }
        let policy: @Sendable (CallAuth?, JSONValue) async -> Bool = { auth, _ in auth != nil }
        try functions.host.onCall("private", options: .init(authPolicy: policy)) { (call: Call<JSONValue>) in call.data
        }
        try functions.host.onCall("fails") { (call: Call<String>) -> String in
            guard call.data == "known" else { throw Unknown() }
            throw HTTPSError(.alreadyExists, "It is there.", details: ["at": [1]])
        }
        try functions.host.onCall("typed") { (call: Call<Payment>) in call.data.amount }
        try functions.host.onDocument("listen", of: "users/{user}") { _ in }
        try functions.host.group("pay").onCall("charge") { (call: Call<JSONValue>) in "paid" }
        try functions.host.onRequest("hook") { request in
            let text = "\(request.method) \(request.target) " + String(decoding: request.body, as: UTF8.self)
            return HTTPResponse(status: 202, body: .bytes(Array(text.utf8)))
        }
        return functions
    }

    @Test func `has at least sixty cases, each with a name of its own`() {
        #expect(Self.cases.count >= 60)
        #expect(Set(Self.cases.map(\.name)).count == Self.cases.count)
    }

    @Test(arguments: cases)
    func `is answered as the wire says`(_ example: Case) async throws {
        let functions = try await host()
        let request = HTTPRequest(
            example.method,
            target: example.target,
            fields: example.fields,
            body: Array(example.body.utf8)
        )
        let response = try await functions.transport.send(request)
        #expect(response.status == example.status, "\(example.name)")
        #expect(String(decoding: response.bytes, as: UTF8.self) == example.answer, "\(example.name)")
    }

    @Test func `a page may ask, and learns it with every answer`() async throws {
        let functions = try await host()
        let fields: HTTPFields = ["Origin": "https://a.example", "Access-Control-Request-Headers": "authorization"]
        let target = "/demo-test/us-central1/echo"
        let preflight = try await functions.transport.send(HTTPRequest(.options, target: target, fields: fields))
        #expect(preflight.status == 204)
        #expect(preflight.fields["access-control-allow-origin"] == "https://a.example")
        #expect(preflight.fields["access-control-allow-headers"] == "authorization")
        #expect(preflight.fields["access-control-allow-methods"] == "POST")
        let refused = try await functions.transport.send(HTTPRequest(.post, target: target, fields: fields))
        #expect(refused.status == 400 && refused.fields["access-control-allow-origin"] == "https://a.example")
    }

    @Test func `a name is refused that could not be called, and one that is taken`() async throws {
        let host = try await TestBackend().functions.host
        for name in ["", "a/b", "a b", "é", String(repeating: "a", count: 64)] {
            #expect(throws: FunctionRegistrationError.self) {
                try host.onRequest(name) { _ in HTTPResponse(status: 200) }
            }
        }
        try host.onRequest("one") { _ in HTTPResponse(status: 200) }
        #expect(throws: FunctionRegistrationError.self) { try host.onRequest("one") { _ in HTTPResponse(status: 200) } }
        #expect(host.names == ["us-central1/one"])
    }
}
