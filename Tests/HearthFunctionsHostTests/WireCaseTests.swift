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
    ]

    private func host() async throws -> TestFunctions {
        let functions = try await TestBackend().functions
        try functions.host.onCall("echo") { (call: Call<JSONValue>) in call.data }
        try functions.host.onCall("enforced", options: .init(appCheck: .enforced)) { (call: Call<JSONValue>) in
            call.data
        }
        let policy: @Sendable (CallAuth?, JSONValue) async -> Bool = { auth, _ in auth != nil }
        try functions.host.onCall("private", options: .init(authPolicy: policy)) { (call: Call<JSONValue>) in call.data
        }
        try functions.host.group("pay").onCall("charge") { (call: Call<JSONValue>) in "paid" }
        try functions.host.onRequest("hook") { request in
            let text = "\(request.method) \(request.target) " + String(decoding: request.body, as: UTF8.self)
            return HTTPResponse(status: 202, body: .bytes(Array(text.utf8)))
        }
        return functions
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
