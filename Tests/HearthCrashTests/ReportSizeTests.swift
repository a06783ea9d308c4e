import HearthCore
import HearthCrashWire
import HearthHTTP
import HearthJSON
import HearthTestSupport
import Testing

@testable import HearthCrash

@Suite("Reports that wait")
struct ReportSizeTests {
    private let storage = TemporaryFolder()

    private func report(_ id: String = "r1", _ kind: CrashReport.Kind = .error, at time: Int64 = 5) -> CrashReport {
        var report = CrashReport(
            id: id,
            kind: kind,
            time: UnixTime(milliseconds: time),
            installation: "i",
            session: "s",
            app: .init(id: "a", version: "1"),
            device: .init(system: "x", architecture: "y")
        )
        report.error = .init(type: "E", message: "what happened")
        return report
    }

    private func kept(in name: String = "", _ change: (inout CrashReport) -> Void) throws -> CrashReport? {
        let folder = try CrashFolder(storage.path + name)
        var report = report()
        change(&report)
        folder.keep(report)
        return folder.reportNames().first.flatMap { folder.report(named: $0) }
    }

    private static let long = String(repeating: "x", count: CrashLimits.reportBytes)

    // Whatever fills a report, the error and its place are not lost with it.
    @Test func `lose what is long, and stay`() throws {
        let fillings: [(inout CrashReport) -> Void] = [
            { $0.log = Self.long }, { $0.error?.info = ["a": .string(Self.long)] },
            { $0.keys = ["a": .string(Self.long)] },
            { $0.breadcrumbs = [.init(time: UnixTime(seconds: 1), name: Self.long, fields: [:])] },
            { $0.error?.message = Self.long },
            {
                $0.log = Self.long
                $0.keys = ["a": .string(Self.long)]
                $0.error?.info = ["a": .string(Self.long)]
                $0.breadcrumbs = [.init(time: UnixTime(seconds: 1), name: "n", fields: ["f": Self.long])]
            },
            // Each control character takes six bytes in JSON.
            { $0.log = String(repeating: "\u{1}", count: 60_000) },
        ]
        for (index, fill) in fillings.enumerated() {
            let kept = try #require(try kept(in: "/\(index)", fill), "filling \(index)")
            #expect(kept.error?.type == "E" && kept.id == "r1")
            #expect(try JSON.encode(kept).count <= CrashLimits.reportBytes)
        }
    }

    @Test func `keep everything that fits`() throws {
        var whole = report()
        whole.log = String(repeating: "y", count: 64_000)
        whole.keys = ["k": "v"]
        let folder = try CrashFolder(storage.path)
        folder.keep(whole)
        #expect(folder.reportNames().compactMap { folder.report(named: $0) } == [whole])
    }

    @Test func `keep the latest of a long log, and the key beside it`() throws {
        let kept = try #require(
            try kept {
                $0.log = String(repeating: "x", count: CrashLimits.reportBytes) + "the end"
                $0.keys = ["k": 1]
            }
        )
        #expect(kept.log.hasSuffix("the end") && kept.log.count == 16_000 && kept.keys == ["k": 1])
    }

    @Test func `are sent in the order of their times, and the oldest of a kind give way`() throws {
        let folder = try CrashFolder(storage.path)
        for time in (1...6).reversed() { folder.keep(report("c\(time)", .crash, at: Int64(time) * 1_000)) }
        for time in 1...40 { folder.keep(report("e\(time)", .error, at: Int64(time))) }
        let reports = folder.reportNames().compactMap { folder.report(named: $0) }
        #expect(reports.map(\.time.milliseconds) == reports.map(\.time.milliseconds).sorted())
        #expect(reports.filter { $0.kind == .crash }.map(\.id) == ["c3", "c4", "c5", "c6"])
        #expect(reports.filter { $0.kind == .error }.map(\.id) == (9...40).map { "e\($0)" })
    }
}

/// Keeps requests, and answers what it was told to.
private final class AnsweringTransport: HTTPTransport {
    enum Answer: Sendable {
        case status(Int, retryAfter: String? = nil)
        case failure(TransportError.Kind)
    }

    let answer: Answer
    let requests = Locked<[HTTPRequest]>([])

    init(_ answer: Answer) { self.answer = answer }

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        requests.withLock { $0.append(request) }
        switch answer {
        case .failure(let kind): throw TransportError(kind, "scripted")
        case .status(let status, let retryAfter):
            var response = HTTPResponse(status: status, body: .bytes([]))
            response.fields["Retry-After"] = retryAfter
            return response
        }
    }
}

@Suite("Sinks of crash reports")
struct CrashSinkTests {
    private static let report: CrashReport = {
        var report = CrashReport(
            id: "r1",
            kind: .error,
            time: UnixTime(milliseconds: 1_700_000_000_500),
            installation: "i",
            session: "s",
            app: .init(id: "shop", version: "1.2", build: "7"),
            device: .init(system: "x", architecture: "y")
        )
        report.user = "u1"
        report.error = .init(type: "Refusal", message: "no", file: "Shop/Cart.swift", line: 4)
        return report
    }()

    // What may be better later is kept; what the server will never take is dropped.
    @Test(
        arguments: [
            (.status(200), .accepted), (.status(204), .accepted), (.status(400), .refused("status 400")),
            (.status(401), .refused("status 401")), (.status(413), .refused("status 413")),
            (.status(408), .later(after: nil)),
            (.status(429, retryAfter: "7"), .later(after: .seconds(7))),
            (.status(503, retryAfter: "-3"), .later(after: .zero)),
            (.status(503, retryAfter: "999999999"), .later(after: .seconds(86_400))),
            (.status(500, retryAfter: "Wed, 21 Oct 2026 07:28:00 GMT"), .later(after: nil)),
            (.failure(.unreachable), .later(after: nil)), (.failure(.timedOut), .later(after: nil)),
            (.failure(.cancelled), .later(after: nil)), (.failure(.invalidRequest), .refused("scripted")),
        ] as [(AnsweringTransport.Answer, CrashDelivery)]
    ) fileprivate func `keep a report for later only if that may help`(
        answer: AnsweringTransport.Answer,
        delivery: CrashDelivery
    ) async {
        let transport = AnsweringTransport(answer)
        let own = BackendCrashSink(origin: "http://c", project: "p", transport: transport)
        #expect(await own.send(Self.report) == delivery)
        let google = ErrorReportingSink(project: "p", apiKey: "k", origin: "http://c", transport: transport)
        #expect(await google.send(Self.report) == delivery)
    }

    @Test func `name the project and the key in the address`() async throws {
        let transport = AnsweringTransport(.status(200))
        let own = BackendCrashSink(origin: "http://c/", project: "a b/c", apiKey: "k&y", transport: transport)
        _ = await own.send(Self.report)
        let google = ErrorReportingSink(project: "p", apiKey: "k&y", origin: "http://c", transport: transport)
        _ = await google.send(Self.report)
        let requests = transport.requests.withLock { $0 }
        #expect(
            requests.map(\.target) == [
                "/crash/v1/projects/a%20b%2Fc/reports?key=k%26y", "/v1beta1/projects/p/events:report?key=k%26y",
            ]
        )
        #expect(requests.allSatisfy { $0.fields["Content-Type"] == "application/json" && $0.origin == "http://c" })
        #expect(try JSON.decode(CrashReport.self, from: try #require(requests.first).body) == Self.report)
    }

    @Test func `send an access token for each report, and wait where there is none`() async {
        struct NoToken: Error {}
        let transport = AnsweringTransport(.status(200))
        let sink = ErrorReportingSink(project: "p", token: { "t1" }, origin: "http://c", transport: transport)
        #expect(await sink.send(Self.report) == .accepted)
        #expect(transport.requests.withLock { $0.first?.fields["Authorization"] } == "Bearer t1")
        let without = ErrorReportingSink(
            project: "p",
            token: { throw NoToken() },
            origin: "http://c",
            transport: transport
        )
        #expect(await without.send(Self.report) == .later(after: nil))
        #expect(transport.requests.withLock { $0.count } == 1)
    }

    // https://cloud.google.com/error-reporting/reference/rest/v1beta1/projects.events/report#ReportedErrorEvent
    @Test func `write an event as Error Reporting reads it`() {
        var report = Self.report
        #expect(
            JSONValue.object(ErrorReportingSink.event(report)) == [
                "eventTime": "2023-11-14T22:13:20.500Z",
                "serviceContext": ["service": "shop", "version": "1.2 (7)"], "message": "Refusal: no",
                "context": [
                    "user": "u1",
                    "reportLocation": ["filePath": "Shop/Cart.swift", "lineNumber": 4, "functionName": "Refusal"],
                ],
            ]
        )
        var frame = CrashReport.Frame(kind: "return", address: "0x20")
        frame.symbol = "pay()"
        frame.file = "/src/Cart.swift"
        frame.line = 3
        frame.inApp = true
        report.threads = [.init(crashed: true, frames: [.init(kind: "pc", address: "0x1"), frame])]
        let event = ErrorReportingSink.event(report)
        #expect(event["message"]?.string == "Refusal: no\n    at ? + 0x1\n    at pay() at Cart.swift:3")
        #expect(
            event["context"]?["reportLocation"]
                == ["filePath": "/src/Cart.swift", "lineNumber": 3, "functionName": "pay()"]
        )
        report.error?.message = String(repeating: "m", count: 20_000)
        #expect(ErrorReportingSink.event(report)["message"]?.string?.utf8.count == 8_000)
    }
}
