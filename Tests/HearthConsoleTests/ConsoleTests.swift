import HearthBackend
import HearthCore
import HearthHTTP
import HearthJSON
import HearthTesting
import Testing

@testable import HearthConsole

@Suite struct ConsoleTests {
    private static func setUp() async throws -> (Console, Backend) {
        let console = Console(
            .init(version: "1.2.3", projects: ["demo"], profile: "lenient", hasFirestore: false),
            now: { UnixTime(seconds: 1_700_000_000) }
        )
        let project = try #require(ProjectID(rawValue: "demo"))
        var configuration = BackendConfiguration(project: project)
        configuration.storage = .memory
        let backend = try await Backend(configuration, mailer: console, messenger: console)
        console.attach(backend) { await backend.handle($0) }
        return (console, backend)
    }

    private static let fields: HTTPFields = ["Host": "localhost:9099", "X-Hearth-Console": "1"]

    private static func post(_ operation: String, _ body: String) -> HTTPRequest {
        HTTPRequest(
            .post,
            target: "/identitytoolkit.googleapis.com/v1/\(operation)?key=k",
            fields: ["Host": "localhost:9099", "Content-Type": "application/json"],
            body: Array(body.utf8)
        )
    }

    private static func document(_ response: HTTPResponse) throws -> JSONObject {
        try #require(try JSON.parse(response.bytes).object)
    }

    @Test func `what an app asks for stands in the log, with its secrets hidden until they are asked for`() async throws
    {
        let (console, backend) = try await Self.setUp()
        let signUp = Self.post("accounts:signUp", #"{"email":"ada@example.com","password":"secret12"}"#)
        #expect(await console.answer(signUp) { await backend.handle($0) }.status == 200)
        await console.settle()
        let page = try Self.document(
            await console.answer(HTTPRequest(.get, target: "/console/v1/log", fields: Self.fields)) { _ in
                HTTPResponse(status: 500)
            }
        )
        let entry = try #require(page["entries"]?.array?.first?.object)
        #expect(entry["op"]?.string == "SignUp")
        #expect(page["flows"]?.array?.first?["title"]?.string == "Signed up")
        for (query, isShown) in [("", false), ("?secrets=1", true)] {
            let detail = await console.answer(
                HTTPRequest(.get, target: "/console/v1/log/1\(query)", fields: Self.fields)
            ) { _ in HTTPResponse(status: 500) }
            #expect(String(decoding: detail.bytes, as: UTF8.self).contains("secret12") == isShown)
        }
        await backend.close()
    }

    @Test(
        arguments: [#"{"email":"ada@example.com","password":"correct horse 42""#, "password: correct horse 42"]
    ) func `a body that is no document is hidden until its secrets are asked for`(_ body: String) async throws {
        let (console, backend) = try await Self.setUp()
        _ = await console.answer(Self.post("accounts:signUp", body)) { await backend.handle($0) }
        await console.settle()
        for (path, expected) in [("log/1", "‹hidden›"), ("log/1?secrets=1", body)] {
            let request = HTTPRequest(.get, target: "/console/v1/\(path)", fields: Self.fields)
            let answer = await console.answer(request) { _ in HTTPResponse(status: 500) }
            #expect(try Self.document(answer)["request"]?["text"]?.string == expected)
        }
        await backend.close()
    }

    @Test func `a mailed code stands between the request that sent it and the one that uses it`() async throws {
        let (console, backend) = try await Self.setUp()
        for (operation, body) in [
            ("accounts:signUp", #"{"email":"ada@example.com","password":"secret12"}"#),
            ("accounts:sendOobCode", #"{"requestType":"PASSWORD_RESET","email":"ada@example.com"}"#),
        ] {
            _ = await console.answer(Self.post(operation, body)) { await backend.handle($0) }
        }
        await console.settle()
        let page = try Self.document(
            await console.answer(HTTPRequest(.get, target: "/console/v1/log", fields: Self.fields)) { _ in
                HTTPResponse(status: 500)
            }
        )
        let flow = try #require(page["flows"]?.array?.last?.object)
        #expect(flow["title"]?.string == "Asked for a new password")
        #expect(flow["steps"]?.array?.count == 2)
        await backend.close()
    }

    @Test func `a call needs its field, a known host and a page of its own`() async throws {
        let (console, backend) = try await Self.setUp()
        let table: [(HTTPFields, Int)] = [
            (Self.fields, 200),
            (["Host": "localhost:9099"], 403),
            (["Host": "evil.example", "X-Hearth-Console": "1"], 403),
            (["Host": "localhost:9099", "X-Hearth-Console": "1", "Sec-Fetch-Site": "cross-site"], 403),
            (["Host": "localhost:9099", "X-Hearth-Console": "1", "Origin": "https://evil.example"], 403),
            (["Host": "localhost:9099", "X-Hearth-Console": "1", "Forwarded": "for=192.0.2.1"], 403),
        ]
        for (fields, status) in table {
            let request = HTTPRequest(.get, target: "/console/v1/console", fields: fields)
            let answer = await console.answer(request) { _ in HTTPResponse(status: 500) }
            #expect(answer.status == status)
            #expect(answer.fields["access-control-allow-origin"] == nil)
            #expect(answer.fields["content-security-policy"]?.contains("require-trusted-types-for 'script'") == true)
            if status != 200,
                case .accept? = console.admission(of: HTTPRequestHead(.get, target: request.target, fields: fields))
            {
                Issue.record("the body of a refused request would be read")
            }
        }
        await backend.close()
    }

    @Test func `the API is called as an administrator, and what is asked for there is marked as the console's`()
        async throws
    {
        let (console, backend) = try await Self.setUp()
        var fields = Self.fields
        fields["Content-Type"] = "application/json"
        let request = HTTPRequest(
            .post,
            target: "/console/v1/api/identitytoolkit.googleapis.com/v1/projects/demo/accounts",
            fields: fields,
            body: Array(#"{"email":"ada@example.com"}"#.utf8)
        )
        #expect(await console.answer(request) { _ in HTTPResponse(status: 500) }.status == 200)
        await console.settle()
        let page = try Self.document(
            await console.answer(HTTPRequest(.get, target: "/console/v1/log", fields: Self.fields)) { _ in
                HTTPResponse(status: 500)
            }
        )
        #expect(page["entries"]?.array?.first?["own"]?.bool == true)
        #expect(page["flows"]?.array?.isEmpty == true)
        await backend.close()
    }

    @Test func `a mail that a page of the console sends is in the flow that uses its code`() async throws {
        let world = try await FlowWorld()
        try await world.add(["localId": "ada", "email": "ada@example.com", "rawPassword": "forgotten one"])
        let request = HTTPRequest(
            .post,
            target: "/console/v1/app/identitytoolkit.googleapis.com/v1/accounts:sendOobCode?key=console",
            fields: ["Host": "localhost:9099", "X-Hearth-Console": "1", "Content-Type": "application/json"],
            body: Array(#"{"requestType": "PASSWORD_RESET", "email": "ada@example.com"}"#.utf8)
        )
        #expect(await world.console.answer(request) { _ in HTTPResponse(status: 500) }.status == 200)
        let code = try await world.newestCode()
        try await world.app("v1/accounts:resetPassword", ["oobCode": .string(code), "newPassword": "another one 42"])
        let log = try JSON.parse(try await world.read("log").bytes)
        #expect(log["flows"]?.array?.count == 1)
        #expect(log["flows"]?.array?.first?["title"]?.string == "Set a new password")
        #expect(log["flows"]?.array?.first?["steps"]?.array?.count == 3)
        await world.backend.close()
    }

    @Test func `a delivery of an event is a line of the log`() async throws {
        let world = try await FlowWorld()
        let signUp = try await world.app("v1/accounts:signUp", FlowWorld.password())
        let id = try #require(signUp["localId"]?.string)
        world.console.note(
            ConsoleDelivery(
                number: 4,
                function: "welcome",
                kind: "google.firebase.auth.user.v2.created",
                subject: "projects/demo-shop/accounts/\(id)",
                start: world.clock.withLock { $0 },
                milliseconds: 12,
                attempts: 2,
                state: "retried",
                reason: "the journal is full"
            )
        )
        let log = try JSON.parse(try await world.read("log").bytes)
        let line = try #require(log["entries"]?.array?.last)
        #expect(line["kind"]?.string == "delivery" && line["function"]?.string == "welcome")
        #expect(line["reason"]?.string == "the journal is full" && line["delivery"]?.integer == 4)
        #expect(log["flows"]?.array?.last?["steps"]?.array?.count == 2)
        // What a function did is no step that a test repeats.
        #expect(try await world.copiedFlow()["source"]?.string?.contains("1 request.") == true)
        await world.backend.close()
    }

    @Test func `a console that records no requests keeps the mails that they send, and says so`() async throws {
        let world = try await FlowWorld(recordsRequests: false)
        try await world.app("v1/accounts:signUp", FlowWorld.password())
        try await world.app(
            "v1/accounts:sendOobCode",
            ["requestType": "PASSWORD_RESET", "email": "ada@example.com"]
        )
        let entries = try #require(try await world.log()["entries"]?.array)
        #expect(entries.map { $0["kind"]?.string } == ["message"])
        #expect(try JSON.parse(try await world.read("console").bytes)["records"]?.bool == false)
        await world.backend.close()
    }

    @Test func `a health check is logged only if it fails`() async throws {
        let (console, backend) = try await Self.setUp()
        for (path, status) in [("/healthz", 200), ("/readyz", 200), ("/readyz", 503), ("/healthzy", 200)] {
            _ = await console.answer(HTTPRequest(.get, target: path)) { _ in HTTPResponse(status: status) }
        }
        await console.settle()
        let log = HTTPRequest(.get, target: "/console/v1/log", fields: Self.fields)
        let entries = try Self.document(await console.answer(log) { _ in HTTPResponse(status: 500) })["entries"]?.array
        #expect(entries?.map { $0["status"]?.integer } == [503, 200])
        await backend.close()
    }

    @Test func `a request that is sent again is a new entry`() async throws {
        let (console, backend) = try await Self.setUp()
        _ = await console.answer(Self.post("accounts:signUp", "{}")) { await backend.handle($0) }
        await console.settle()
        let replay = HTTPRequest(.post, target: "/console/v1/log/1:replay", fields: Self.fields)
        let answer = try Self.document(await console.answer(replay) { _ in HTTPResponse(status: 500) })
        #expect(answer["status"]?.integer == 200)
        await console.settle()
        let gone = HTTPRequest(.get, target: "/console/v1/log/9", fields: Self.fields)
        #expect(await console.answer(gone) { _ in HTTPResponse(status: 500) }.status == 410)
        await backend.close()
    }

    @Test func `a page that follows gets what happened since it last looked, once`() async throws {
        let (console, backend) = try await Self.setUp()
        for _ in 0..<3 { _ = await console.answer(Self.post("accounts:signUp", "{}")) { await backend.handle($0) } }
        await console.settle()
        let log = try Self.document(
            await console.answer(HTTPRequest(.get, target: "/console/v1/log", fields: Self.fields)) { _ in
                HTTPResponse(status: 500)
            }
        )
        let run = try #require(log["last"]?.string?.split(separator: ".").first)
        let request = HTTPRequest(.get, target: "/console/v1/live?after=\(run).1", fields: Self.fields)
        let exchange = try await console.answer(request) { _ in HTTPResponse(status: 500) }.opened()
        var text = ""
        for try await piece in exchange.body {
            text += String(decoding: piece, as: UTF8.self)
            if text.contains("id: \(run).3") { break }
        }
        exchange.cancel()
        #expect(text.contains("event: hello"))
        #expect(!text.contains("id: \(run).1\n"))
        #expect(text.contains("id: \(run).2\n"))
        await backend.close()
    }
}
