import HearthCore
import HearthHTTP
import HearthJSON
import HearthTestSupport
import HearthTesting
import HearthWire
import Testing

@testable import HearthBackend

/// Each operation meets its own golden request with one member after the other replaced by what does not belong there.
@Suite("Bodies that no client sends")
struct HostileBodyTests {
    private static let names = allOperations.map { "\($0)" }

    /// What a member may be replaced by.
    private static let values: [JSONValue] = [
        .null, true, -1, 9_223_372_036_854_775_807, .number(1e300), .number(0.5), "", "\u{0}", "../..%00",
        .string(String(repeating: "a", count: 20_000)), .string(String(repeating: "🔥", count: 500)), [], [[]],
        ["x", 7, [:]], [:], ["": ["b": []]], .array((0..<500).map { .integer($0) }),
    ]

    /// Bodies that are no object, or no JSON.
    private static let texts = [
        "", "{", "[]", "null", "0", "\"x\"", "{\"a\":1,}", "{}{}", "{\"email\":1,\"email\":2}", "\u{FEFF}{}",
        String(repeating: "[", count: 5000), String(repeating: "{\"a\":", count: 5000), "{\"a\":1e999}", "\u{0}",
    ]

    private struct Bench {
        let client: TestClient
        let route: Route
        let path: String
        let fields: HTTPFields

        init(_ operation: any HearthWire.Operation.Type, _ route: Route, _ profile: BackendConfiguration.Profile)
            async throws
        {
            client = TestClient(try await TestBackend { $0.profile = profile })
            self.route = route
            let tenant = try await client.makeTenant()
            var path = route.emulatorPath.replacing("{targetProjectId}", with: "demo-test")
            path = path.replacing("{tenantId}", with: tenant).replacing("{configId}", with: "oidc.staff")
            path = path.replacing("{account}", with: "server").replacing("{key}", with: "k1")
            let isUser = route.access == .apiKey || route.access == .open
            self.path = path + (isUser ? "?key=k" : "?")
            fields = isUser || route.access == .emulator ? [:] : ["Authorization": "Bearer owner"]
        }

        func send(_ body: JSONObject) async throws -> TestClient.Answer {
            guard route.method == .get || route.method == .delete else {
                return try await client.send(route.method, path, .object(body), fields)
            }
            let query = body.members.map { member in
                let text = member.value.string ?? String(decoding: JSON.serialize(member.value), as: UTF8.self)
                return "\(PercentEncoding.encode(member.name))=\(PercentEncoding.encode(text))"
            }
            return try await client.send(route.method, path + "&" + query.joined(separator: "&"), nil, fields)
        }
    }

    private static func check(_ answer: TestClient.Answer, _ what: @autoclosure () -> String) {
        // 501 is a refusal in words; everything else from 500 on is a fault.
        #expect(answer.status < 500 || answer.status == 501, "\(what()): \(answer.status) \(answer.text.prefix(300))")
        guard answer.status >= 400 else { return }
        let error = answer["error"]
        #expect(error?["message"]?.string?.isEmpty == false, "\(what()): \(answer.text.prefix(300))")
        #expect(error?["code"] == .integer(Int64(answer.status)), "\(what())")
    }

    @Test(arguments: names, [BackendConfiguration.Profile.lenient, .strict])
    func `meet a typed refusal`(_ name: String, _ profile: BackendConfiguration.Profile) async throws {
        let operation = try #require(allOperations.first { "\($0)" == name })
        let golden = try RecordedFile("Tests/HearthWireTests/Golden/\(name).request.json").bytes()
        let whole = try #require(try JSON.parse(golden).object)
        for (number, route) in operation.routes.enumerated() {
            // A backend of its own: what an operation did to it, a fault for example, does not reach the next one.
            let bench = try await Bench(operation, route, profile)
            if number == 0 { try await Self.replaceMembers(of: whole, name, profile, bench) }
            guard route.method == .post || route.method == .patch else { continue }
            for text in Self.texts {
                let answer = try await bench.client.send(route.method, bench.path, text: text, bench.fields)
                Self.check(answer, "\(name) \(text.prefix(20))")
            }
            for type in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "", "a/b;c=\"d"] {
                let answer = try await bench.client.send(
                    route.method,
                    bench.path,
                    text: "{\"a\":[",
                    type: type,
                    bench.fields
                )
                Self.check(answer, "\(name) as \(type)")
            }
            let large = String(repeating: " ", count: route.maximumBody + 1)
            let answer = try await bench.client.send(route.method, bench.path, text: large, bench.fields)
            #expect(answer.status == 413, "\(name)")
            Self.check(answer, name)
        }
    }

    /// Sends each replacement, alone and among the members that belong there.
    private static func replaceMembers(
        of whole: JSONObject,
        _ name: String,
        _ profile: BackendConfiguration.Profile,
        _ bench: Bench
    ) async throws {
        var whole = whole
        whole["targetProjectId"] = nil
        whole["tenantId"] = nil
        for member in whole.members {
            for value in values {
                var body = whole
                body[member.name] = value
                check(try await bench.send(body), "\(name) whole, \(member.name)")
                guard profile == .strict else { continue }
                body = JSONObject()
                body[member.name] = value
                check(try await bench.send(body), "\(name) \(member.name)")
            }
        }
    }
}
