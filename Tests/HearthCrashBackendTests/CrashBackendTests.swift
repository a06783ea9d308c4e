import HearthCore
import HearthCrash
import HearthCrashBackend
import HearthCrashWire
import HearthDatabase
import HearthHTTP
import HearthJSON
import HearthTelemetryServer
import Testing

struct CrashTransport: HTTPTransport {
    let backend: CrashBackend

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        await backend.handle(request)
    }
}

@Suite("The collector of crash reports")
struct CrashBackendTests {
    private static let now = UnixTime(seconds: 1_790_000_000)

    private func backend(
        access: TelemetryAccess = .emulator(),
        _ change: (inout CrashBackend.Configuration) -> Void = { _ in }
    ) async throws -> CrashBackend {
        var configuration = CrashBackend.Configuration(location: .memory, access: access)
        configuration.now = { Self.now }
        change(&configuration)
        return try await CrashBackend(configuration)
    }

    private func report(
        _ id: String,
        symbol: String = "Cart.pay()",
        version: String = "1.0",
        user: String? = nil,
        installation: String = "i1"
    ) -> CrashReport {
        var report = CrashReport(
            id: id,
            kind: .crash,
            time: Self.now,
            installation: installation,
            session: "s",
            app: .init(id: "shop", version: version),
            device: .init(system: "Linux", architecture: "x86_64")
        )
        report.user = user
        report.crash = .init(name: "SIGILL", number: 4, code: 2, address: nil, text: "Fatal error: 12 left", nested: 0)
        var system = CrashReport.Frame(kind: "pc", address: "0x10")
        system.symbol = "_assertionFailure"
        var frame = CrashReport.Frame(kind: "return", address: "0x20")
        frame.symbol = symbol
        frame.file = "/src/Shop/Cart.swift"
        frame.line = 12
        frame.inApp = true
        report.threads = [.init(crashed: true, frames: [system, frame])]
        return report
    }

    @discardableResult
    private func send(_ report: CrashReport, to backend: CrashBackend) async -> CrashDelivery {
        await BackendCrashSink(origin: "http://c", project: "demo", transport: CrashTransport(backend: backend))
            .send(report)
    }

    private func issues(_ backend: CrashBackend, _ query: String = "") async throws -> [JSONValue] {
        let answer = await backend.handle(HTTPRequest(.get, target: "/crash/v1/projects/demo/issues" + query))
        #expect(answer.status == 200)
        return try JSON.parse(answer.bytes)["issues"]?.array ?? []
    }

    @Test func `a page of any origin may send, and reads nothing`() async throws {
        let backend = try await backend()
        let asked: HTTPFields = ["Origin": "https://shop.example", "Access-Control-Request-Method": "POST"]
        for path in ["/crash/v1/projects/demo/reports", "/v1beta1/projects/demo/events:report"] {
            let preflight = await backend.handle(HTTPRequest(.options, target: path, fields: asked))
            #expect(preflight.status == 204 && preflight.fields["access-control-allow-origin"] == "*")
            let refused = await backend.handle(HTTPRequest(.post, target: path, fields: asked))
            #expect(refused.status == 400 && refused.fields["access-control-allow-origin"] == "*")
        }
        let list = await backend.handle(HTTPRequest(.get, target: "/crash/v1/projects/demo/issues", fields: asked))
        #expect(list.fields["access-control-allow-origin"] == nil)
    }

    @Test func `puts reports of the same place together`() async throws {
        let backend = try await backend()
        await send(report("1", user: "u1"), to: backend)
        await send(report("2", version: "1.1", user: "u2"), to: backend)
        await send(report("3", version: "1.1", user: "u2"), to: backend)
        await send(report("4", symbol: "Cart.empty()"), to: backend)
        let issues = try await issues(backend)
        #expect(issues.count == 2)
        let issue = try #require(issues.first { $0["events"]?.integer == 3 })
        #expect(issue["users"]?.integer == 2)
        #expect(issue["title"]?.string == "Fatal error: 12 left")
        #expect(issue["place"]?.string == "Cart.pay() at Cart.swift:12")
        #expect(issue["firstVersion"]?.string == "1.0")
        #expect(issue["lastVersion"]?.string == "1.1")
        let id = try #require(issue["id"]?.string)
        let answer = await backend.handle(HTTPRequest(.get, target: "/crash/v1/projects/demo/issues/\(id)?reports=2"))
        let shown = try JSON.parse(answer.bytes)
        #expect(shown["versions"]?.array?.map { $0["events"]?.integer } == [2, 1])
        #expect(shown["reports"]?.array?.map { $0["id"]?.string } == ["3", "2"])
        #expect(
            try JSON.decode(CrashReport.self, from: shown["reports"]?.array?.first ?? .null)
                == report("3", version: "1.1", user: "u2")
        )
    }

    @Test(
        "takes names that differ by the build alone for the same",
        arguments: [
            ("closure #1 in Cart.pay()", "closure #2 in Cart.pay()"),
            ("specialized Cart.pay()", "Cart.pay()"),
            ("Cart<Tea>.pay()", "Cart<Coffee>.pay()"),
        ]
    )
    func stableNames(_ one: String, _ two: String) async throws {
        let backend = try await backend()
        await send(report("1", symbol: one), to: backend)
        await send(report("2", symbol: two), to: backend)
        #expect(try await issues(backend).count == 1)
    }

    @Test func `counts a report once that arrives twice`() async throws {
        let backend = try await backend()
        await send(report("1"), to: backend)
        await send(report("1"), to: backend)
        #expect(try await issues(backend).map { $0["events"]?.integer } == [1])
    }

    @Test func `opens a resolved issue again for a newer version alone`() async throws {
        let backend = try await backend()
        await send(report("1", version: "1.9"), to: backend)
        let id = try #require(await issues(backend).first?["id"]?.string)
        let path = "/crash/v1/projects/demo/issues/\(id)"
        #expect(await backend.handle(HTTPRequest(.post, target: path + ":resolve")).status == 200)
        await send(report("2", version: "1.9"), to: backend)
        #expect(try await issues(backend).map { $0["status"]?.string } == ["resolved"])
        await send(report("3", version: "1.10"), to: backend)
        #expect(try await issues(backend).map { $0["status"]?.string } == ["regressed"])
        #expect(try await issues(backend, "?status=open").isEmpty)
        #expect(
            await backend.handle(HTTPRequest(.post, target: "/crash/v1/projects/demo/issues/none:resolve")).status
                == 404
        )
    }

    @Test func `keeps an issue resolved for an old build, whichever build reported last`() async throws {
        let backend = try await backend()
        await send(report("1", version: "2.0"), to: backend)
        await send(report("2", version: "1.0"), to: backend)
        let id = try #require(await issues(backend).first?["id"]?.string)
        let path = "/crash/v1/projects/demo/issues/\(id)"
        #expect(await backend.handle(HTTPRequest(.post, target: path + ":resolve")).status == 200)
        await send(report("3", version: "2.0"), to: backend)
        #expect(try await issues(backend).map { $0["status"]?.string } == ["resolved"])
        await send(report("4", version: "2.1"), to: backend)
        #expect(try await issues(backend).map { $0["status"]?.string } == ["regressed"])
        // Muted, it stays silent; opened by hand, it is an open one.
        for (verb, status) in [("mute", "muted"), ("reopen", "open")] {
            #expect(await backend.handle(HTTPRequest(.post, target: path + ":" + verb)).status == 200)
            await send(report(verb, version: "3.0"), to: backend)
            #expect(try await issues(backend).map { $0["status"]?.string } == [status])
        }
    }

    @Test func `counts an issue by version and by user, and shows its latest reports`() async throws {
        let backend = try await backend()
        for (index, version) in ["1", "2", "2", "2", "1"].enumerated() {
            await send(report("r\(index)", version: version, user: index < 3 ? "u" : nil), to: backend)
        }
        let id = try #require(await issues(backend).first?["id"]?.string)
        let target = "/crash/v1/projects/demo/issues/\(id)?reports=2"
        let shown = try JSON.parse(await backend.handle(HTTPRequest(.get, target: target)).bytes)
        #expect(shown["events"] == 5 && shown["users"] == 2)
        #expect(shown["versions"] == [["version": "2", "events": 3], ["version": "1", "events": 2]])
        #expect(shown["reports"]?.array?.map { $0["id"]?.string } == ["r4", "r3"])
        #expect(shown["firstVersion"] == "1" && shown["lastVersion"] == "1")
    }

    @Test func `refuses what is no report`() async throws {
        let backend = try await backend()
        for body in ["", "[]", "{}", #"{"version":1}"#, String(repeating: "[", count: 5_000)] {
            let request = HTTPRequest(.post, target: "/crash/v1/projects/demo/reports", body: Array(body.utf8))
            #expect(await backend.handle(request).status == 400)
        }
        var future = report("1")
        future.version = 2
        #expect(await send(future, to: backend) == .refused("status 400"))
        let large = HTTPRequest(
            .post,
            target: "/crash/v1/projects/demo/reports",
            body: [UInt8](repeating: 32, count: 256 << 10) + [32]
        )
        #expect(await backend.handle(large).status == 413)
    }

    @Test func `takes the events of Error Reporting, as its sink sends them`() async throws {
        let backend = try await backend()
        let sink = ErrorReportingSink(
            project: "demo",
            apiKey: "k",
            origin: "http://c",
            transport: CrashTransport(backend: backend)
        )
        #expect(await sink.send(report("1")) == .accepted)
        let issue = try #require(await issues(backend).first)
        #expect(issue["place"]?.string == "Cart.pay() at Cart.swift:12")
        #expect(issue["lastVersion"]?.string == "1.0")
        let bad = HTTPRequest(.post, target: "/v1beta1/projects/demo/events:report", body: Array("{}".utf8))
        #expect(await backend.handle(bad).status == 400)
    }

    @Test func `lets apps with a key send and administrators read, on a server`() async throws {
        let backend = try await backend(access: .server(keys: ["k1"], administratorToken: "secret"))
        let transport = CrashTransport(backend: backend)
        #expect(await send(report("1"), to: backend) == .refused("status 403"))
        let sink = BackendCrashSink(origin: "http://c", project: "demo", apiKey: "k1", transport: transport)
        #expect(await sink.send(report("1")) == .accepted)
        var request = HTTPRequest(.get, target: "/crash/v1/projects/demo/issues")
        #expect(await backend.handle(request).status == 401)
        request.fields["Authorization"] = "Bearer secret"
        #expect(await backend.handle(request).status == 200)
        request.method = .delete
        #expect(await backend.handle(request).status == 404)
        for number in 2...60 { #expect(await sink.send(report("\(number)")) == .accepted) }
        #expect(await sink.send(report("61")) == .later(after: .seconds(60)))
    }

    @Test func `keeps projects apart, and no more than it is told to`() async throws {
        let backend = try await backend {
            $0.reportsPerIssue = 3
            $0.maximumIssues = 4
        }
        for number in 0..<10 { await send(report("a\(number)"), to: backend) }
        for number in 0..<10 {
            let letter = String(UnicodeScalar(UInt8(97 + number)))
            await send(report("b\(number)", symbol: "Cart.\(letter)()"), to: backend)
        }
        let issues = try await issues(backend)
        #expect(issues.count == 4)
        let other = await backend.handle(HTTPRequest(.get, target: "/crash/v1/projects/other/issues"))
        #expect(try JSON.parse(other.bytes)["issues"]?.array == [])
    }

    @Test func `deletes the reports of a user`() async throws {
        let backend = try await backend()
        await send(report("1", user: "u1"), to: backend)
        let answer = await backend.handle(HTTPRequest(.delete, target: "/crash/v1/projects/demo/users/u1"))
        #expect(try JSON.parse(answer.bytes)["deleted"]?.integer == 1)
        #expect(try await issues(backend).map { $0["users"]?.integer } == [0])
    }

    @Test func `forgets a user however long the name is`() async throws {
        let backend = try await backend()
        let user = String(repeating: "u", count: 300)
        await send(report("1", user: user), to: backend)
        #expect(try await issues(backend).map { $0["users"]?.integer } == [1])
        let answer = await backend.handle(HTTPRequest(.delete, target: "/crash/v1/projects/demo/users/\(user)"))
        #expect(try JSON.parse(answer.bytes)["deleted"]?.integer == 1)
        #expect(try await issues(backend).map { $0["users"]?.integer } == [0])
    }
}
