import HearthBackend
import HearthCore
import HearthHTTP
import HearthJSON
import HearthTesting
import HearthTestSupport
import Testing

@testable import HearthConsole

@Suite struct SwiftFixtureTests {
    /// What ``SavedStateTests`` begins with.
    static let fixture = SwiftFixture(
        project: "demo-shop",
        accounts: [["localId": "ada", "email": "ada@example.com", "displayName": #"Ada "\(1)" #"#]],
        documents: [
            [
                "name": "projects/demo-shop/databases/(default)/documents/notes/one",
                "fields": ["text": ["stringValue": "\"\"\"# and \\(2)"]],
                "updateTime": "2026-01-31T12:00:00Z",
            ]
        ]
    )

    /// That file is compiled and run with this suite.
    @Test func `writes the suite of SavedStateTests`() throws {
        try RecordedFile("Tests/HearthConsoleTests/SavedStateTests.swift").expect(Self.fixture.source)
    }

    @Test func `what it wrote begins with what was saved, in every letter`() async throws {
        let backend = try await SavedStateTests.backend()
        let fields: HTTPFields = ["Authorization": "Bearer owner", "Host": "localhost"]
        func ask(_ method: HTTPMethod, _ target: String, _ body: String = "") async throws -> JSONValue {
            let request = HTTPRequest(method, target: target, fields: fields, body: Array(body.utf8))
            return try JSON.parse(try await backend.transport.send(request).bytes)
        }
        let users = try await ask(
            .post,
            "/identitytoolkit.googleapis.com/v1/projects/demo-shop/accounts:lookup",
            #"{"localId": ["ada"]}"#
        )
        #expect(users["users"]?.array?.first?["displayName"]?.string == #"Ada "\(1)" #"#)
        let note = try await ask(.get, "/v1/projects/demo-shop/databases/(default)/documents/notes/one")
        #expect(note["fields"]?["text"]?["stringValue"]?.string == "\"\"\"# and \\(2)")
    }

    @Test func `a text cannot end the literal that it stands in, nor run in it`() {
        let texts = ["\"\"\"", "\"\"\"#", "\"\"\"####", "\\(1)", "\\###(1)", "\u{0}\n\u{2028}"]
        for text in texts {
            let fixture = SwiftFixture(project: "demo", accounts: [["displayName": .string(text)]], documents: [])
            let source = fixture.source
            let signs = source.signs(after: "private static let accounts = ")
            #expect(source.ranges(of: "\"\"\"" + signs).count == 1, "\(text)")
            #expect(source.ranges(of: "\\" + signs + "(").isEmpty, "\(text)")
        }
    }

    @Test func `a test is refused that would begin with more than anyone reads`() async throws {
        let users = JSONValue.array((0...SwiftFixture.limit).map { ["localId": .string("u\($0)")] })
        let error = await #expect(throws: ConsoleRefusal.self) {
            _ = try await FixtureCall(["project": "demo"]).source(
                { _ in HTTPResponse(status: 200, body: .bytes(JSON.serialize(["users": users]))) },
                hasFirestore: false
            )
        }
        #expect(error?.status == 409)
    }

    @Test func `one account alone is asked for by its identifier`() async throws {
        let backend = try await TestBackend(project: "demo")
        for name in ["ada", "bob"] {
            let body = Array(#"{"localId": "\#(name)", "email": "\#(name)@example.com"}"#.utf8)
            let target = "/identitytoolkit.googleapis.com/v1/projects/demo/accounts"
            let fields: HTTPFields = ["Authorization": "Bearer owner", "Host": "localhost"]
            let request = HTTPRequest(.post, target: target, fields: fields, body: body)
            #expect(try await backend.transport.send(request).status == 200)
        }
        let call = try FixtureCall(["project": "demo", "user": "ada"])
        let answer = try await call.source({ await backend.backend.handle($0) }, hasFirestore: true)
        let source = try #require(answer["source"]?.string)
        #expect(source.contains("ada@example.com") && !source.contains("bob@example.com"))
        #expect(answer["documents"]?.integer == 0)
    }
}

extension String {
    /// The signs `#` that follow a text.
    fileprivate func signs(after text: String) -> String {
        guard let range = firstRange(of: text) else { return "" }
        return String(self[range.upperBound...].prefix { $0 == "#" })
    }
}
