import HearthCore
import HearthCrashWire
import HearthHTTP
import HearthJSON
import Testing

@testable import HearthCrashBackend

@Suite("What a collector of crash reports reads")
struct ReadingTests {
    private static let now = UnixTime(milliseconds: 1_790_000_000_123)

    private func own(_ change: (inout JSONObject) -> Void) throws -> ReportReading {
        let text = #"""
            {"version": 1, "id": "r", "kind": "error", "time": 5, "installation": "i", "session": "s",
             "app": {"id": "a", "version": "1"}, "device": {"system": "x", "architecture": "y"}, "keys": {}, "log": "",
             "breadcrumbs": [], "error": {"type": "E", "message": "", "info": {}}, "threads": [], "images": []}
            """#
        var object = try #require(JSON.parse(Array(text.utf8)).object)
        change(&object)
        return ReportReading.own(JSON.serialize(.object(object)))
    }

    private func isTaken(_ reading: ReportReading) -> Bool { if case .report = reading { true } else { false } }

    private static func frames(_ count: Int) -> JSONValue {
        let frame: JSONValue = ["kind": "pc", "address": "0x1", "inApp": false]
        return [["crashed": true, "frames": .array(Array(repeating: frame, count: count))]]
    }

    private static func images(_ count: Int) -> JSONValue {
        .array(Array(repeating: ["name": "a", "base": "0x1"], count: count))
    }

    // Names have at most 200 bytes and versions 100; of frames and images twice as many are taken as are sent.
    @Test(
        arguments: [
            ("id", "", false), ("id", .string(String(repeating: "é", count: 100)), true),
            ("id", .string(String(repeating: "é", count: 100) + "x"), false), ("installation", "", false),
            ("installation", .string(String(repeating: "x", count: 201)), false),
            ("app", ["id": "a", "version": ""], false),
            ("app", ["id": "a", "version": .string(String(repeating: "9", count: 100))], true),
            ("app", ["id": "a", "version": .string(String(repeating: "9", count: 101))], false),
            ("version", 0, false), ("version", 2, false), ("error", nil, false),
            ("threads", frames(256), true), ("threads", frames(257), false), ("images", images(512), true),
            ("images", images(513), false), ("kind", "of its own", true),
        ] as [(String, JSONValue?, Bool)]
    ) func `takes a report within its limits`(member: String, value: JSONValue?, isTaken: Bool) throws {
        #expect(self.isTaken(try own { $0[member] = value }) == isTaken)
    }

    @Test func `keeps the latest 64 breadcrumbs`() throws {
        let crumbs = (0..<70).map { number -> JSONValue in
            ["time": .integer(Int64(number)), "name": "n", "fields": [:]]
        }
        guard case .report(let report) = try own({ $0["breadcrumbs"] = .array(crumbs) }) else {
            Issue.record("refused")
            return
        }
        #expect(report.breadcrumbs.map(\.time.milliseconds) == Array(6..<70))
    }

    @Test(arguments: ["", "{", "[]", "5", "\"x\"", "{\"version\":1}", "{\"version\":\"1\"}"])
    func `says why a body is no report`(body: String) {
        guard case .refused(let reason) = ReportReading.own(Array(body.utf8)) else {
            Issue.record("taken: \(body)")
            return
        }
        #expect(!reason.isEmpty)
    }

    // https://cloud.google.com/error-reporting/reference/rest/v1beta1/projects.events/report
    @Test func `makes a report of an event of Error Reporting`() throws {
        let event = #"""
            {"serviceContext": {"service": "shop", "version": "7"},
             "message": "Refusal: no money: at all\n    at pay() at Cart.swift:3\n    at main",
             "context": {"user": "u", "reportLocation": {"filePath": "/src/Cart.swift", "lineNumber": 3,
              "functionName": "pay()"}}}
            """#
        guard case .report(let report) = ReportReading.google(Array(event.utf8), now: Self.now) else {
            Issue.record("refused")
            return
        }
        #expect(report.error == .init(type: "Refusal", message: "no money: at all", file: "/src/Cart.swift", line: 3))
        #expect(report.app == .init(id: "shop", version: "7") && report.user == "u" && report.time == Self.now)
        #expect(report.log == "    at pay() at Cart.swift:3\n    at main" && report.kind == .error)
        #expect(report.topAppFrame?.summary == "pay() at Cart.swift:3")
    }

    @Test(
        arguments: [
            "{}", #"{"message": "m"}"#, #"{"message": "", "serviceContext": {"service": "s"}}"#,
            #"{"message": 5, "serviceContext": {"service": "s"}}"#,
            #"{"message": "m", "serviceContext": {"service": ""}}"#,
            #"{"message": "m", "serviceContext": "s"}"#, "[]", "",
        ]
    ) func `refuses an event that lacks its message or service`(body: String) {
        #expect(!isTaken(ReportReading.google(Array(body.utf8), now: Self.now)))
    }

    @Test func `reads an event with the least that it must say`() {
        for extra in ["", #","context":{"reportLocation":{"lineNumber":9223372036854775807}}"#, #","context":[1]"#] {
            let body = #"{"message":"\n","serviceContext":{"service":"s"}\#(extra)}"#
            guard case .report(let report) = ReportReading.google(Array(body.utf8), now: Self.now) else {
                Issue.record("refused: \(body)")
                continue
            }
            #expect(report.frames.isEmpty && report.app.version == "unknown")
        }
    }

    @Test(
        arguments: [
            (.post, "/crash/v1/projects/p/reports", .report(project: "p")),
            (.get, "/crash/v1/projects/p/reports", nil), (.post, "/crash/v1/projects//reports", nil),
            (.post, "/crash/v1/projects/a%20b/reports", .report(project: "a b")),
            (.post, "/crash/v1/projects/p/reports/", nil),
            (.get, "/crash/v1/projects/p/issues", .list(project: "p")),
            (.get, "/crash/v1/projects/p/issues/1f", .show(project: "p", issue: "1f")),
            (.delete, "/crash/v1/projects/p/issues", .clear(project: "p")),
            (.delete, "/crash/v1/projects/p/issues/1f", nil),
            (.post, "/crash/v1/projects/p/issues/1f:mute", .change(project: "p", issue: "1f", status: "muted")),
            (.post, "/crash/v1/projects/p/issues/1f:resolve", .change(project: "p", issue: "1f", status: "resolved")),
            (.post, "/crash/v1/projects/p/issues/1f:reopen", .change(project: "p", issue: "1f", status: "open")),
            (.post, "/crash/v1/projects/p/issues/1f:delete", nil), (.post, "/crash/v1/projects/p/issues/1f", nil),
            (.delete, "/crash/v1/projects/p/users/u%2F1", .deleteUser(project: "p", user: "u/1")),
            (.post, "/v1beta1/projects/p/events:report", .googleReport(project: "p")),
            (.get, "/v1beta1/projects/p/events:report", nil), (.post, "/v1beta1/projects/p/events", nil),
            (.post, "/crash/v2/projects/p/reports", nil), (.get, "", nil), (.get, "/", nil),
        ] as [(HTTPMethod, String, CrashRoute?)]
    ) func `knows its paths`(method: HTTPMethod, path: String, route: CrashRoute?) {
        #expect(CrashRoute(method, path) == route)
    }
}
