import HearthCore
import HearthHTTP
import HearthJSON
import HearthTesting
import NotesAPI
import Testing

@Suite("The API of notes")
struct NotesServiceTests {
    @Test func `keeps a note from its creation to its end`() async throws {
        let fixture = try await Fixture()
        let token = try await fixture.token("ada@example.com")
        let made = try await fixture.call(.post, "/notes", token, ["title": "Engines", "text": "They weave. ü"])
        #expect(made.status == 201)
        let id = try #require(made["id"]?.string)
        #expect(made.fields["Location"] == "/notes/\(id)")
        #expect(try await fixture.call(.get, "/notes/\(id)", token).document == made.document)
        fixture.backend.clock.advance(by: .seconds(5))
        let changed = try await fixture.call(.put, "/notes/\(id)", token, ["title": "Looms", "text": ""])
        #expect(changed.status == 200)
        #expect(changed["title"] == "Looms")
        #expect(changed["createdAt"] == made["createdAt"])
        #expect(changed["changedAt"] != made["changedAt"])
        #expect(try await fixture.call(.delete, "/notes/\(id)", token).status == 204)
        #expect(try await fixture.call(.get, "/notes/\(id)", token).status == 404)
        #expect(try await fixture.call(.get, "/notes", token).titles.isEmpty)
    }

    @Test(arguments: [HTTPMethod.get, .put, .delete])
    func `hides another's note as if there were none`(_ method: HTTPMethod) async throws {
        let fixture = try await Fixture()
        let ada = try await fixture.token("ada@example.com")
        let eve = try await fixture.token("eve@example.com")
        let note: JSONValue = ["title": "Private", "text": "x"]
        let id = try #require(try await fixture.call(.post, "/notes", ada, note)["id"]?.string)
        let body = method == .put ? note : nil
        let hers = try await fixture.call(method, "/notes/\(id)", eve, body)
        let none = try await fixture.call(method, "/notes/absent", eve, body)
        #expect(hers.status == 404)
        #expect(hers.document == none.document)
        #expect(try await fixture.call(.get, "/notes", eve).titles.isEmpty)
        #expect(try await fixture.call(.get, "/notes/\(id)", ada)["text"] == "x")
    }

    @Test func `shows the newest notes first, page by page, each once`() async throws {
        let fixture = try await Fixture()
        let token = try await fixture.token("ada@example.com")
        for number in 0..<203 {
            _ = try await fixture.call(.post, "/notes", token, ["title": .string("\(number)"), "text": ""])
        }
        var titles: [String] = []
        var target: String? = "/notes"
        while let page = target {
            let answer = try await fixture.call(.get, page, token)
            titles += answer.titles
            target = answer["next"]?.string.map { "/notes?before=\($0)" }
        }
        #expect(titles == (0..<203).reversed().map { "\($0)" })
        #expect(try await fixture.call(.get, "/notes?before=x", token).status == 400)
    }

    @Test(
        arguments: [
            #"{"title":"a"}"#, #"{"title":"","text":""}"#, #"{"title":1,"text":""}"#, "", "[]", "{",
            #"{"title":"\#(String(repeating: "a", count: 201))","text":""}"#,
            #"{"title":"a","text":"\#(String(repeating: "a", count: 100_001))"}"#,
        ]
    )
    func `refuses what is no note`(_ body: String) async throws {
        let fixture = try await Fixture()
        var request = HTTPRequest(.post, target: "/notes", body: Array(body.utf8))
        request.fields["Authorization"] = "Bearer \(try await fixture.token("ada@example.com"))"
        let answer = Answer(await fixture.service.handle(request))
        #expect(answer.status == 400)
        #expect(answer["error"]?["message"]?.string?.isEmpty == false)
    }

    @Test(
        arguments: [
            (.post, "/authentication"), (.post, "/authentication.json"), (.get, "/notes"), (.post, "/notes"),
            (.get, "/notes/x"), (.put, "/notes/x"), (.delete, "/notes/x"), (.get, "/elsewhere"), (.get, "/"),
        ] as [(HTTPMethod, String)]
    )
    func `answers no one without a token that is good`(_ method: HTTPMethod, _ target: String) async throws {
        let fixture = try await Fixture()
        let good = try await fixture.token("ada@example.com")
        let forged = String(good.dropLast(8)) + "AAAAAAAA"
        for token in [nil, "x", forged] {
            let answer = try await fixture.call(method, target, token)
            #expect(answer.status == 401)
            #expect(answer["error"]?["code"] == 401)
            #expect(answer.fields["WWW-Authenticate"]?.hasPrefix("Bearer") == true)
        }
        fixture.backend.clock.advance(by: .hours(2))
        #expect(try await fixture.call(method, target, good).status == 401)
    }

    @Test(
        arguments: [
            (.get, "/elsewhere", 404), (.patch, "/notes", 405), (.get, "/authentication", 405),
            (.get, "/notes/a/b", 404), (.post, "/notes/a", 405), (.get, "/", 404),
        ] as [(HTTPMethod, String, Int)]
    )
    func `has nothing elsewhere`(_ method: HTTPMethod, _ target: String, _ status: Int) async throws {
        let fixture = try await Fixture()
        let token = try await fixture.token("ada@example.com")
        #expect(try await fixture.call(method, target, token).status == status)
    }

    @Test func `is healthy for everyone, and fails in one line without details`() async throws {
        let fixture = try await Fixture()
        #expect(try await fixture.call(.get, "/healthz", nil).document == ["status": "ok"])
        let token = try await fixture.token("ada@example.com")
        await fixture.service.close()
        let answer = try await fixture.call(.get, "/notes", token)
        #expect(answer.status == 500)
        #expect(answer["error"]?["message"] == "Something went wrong. Try again later.")
        #expect(try await fixture.call(.get, "/healthz", nil).status == 500)
        let reports = fixture.reports.withLock { $0 }
        #expect(reports.count == 2)
        #expect(reports.allSatisfy { !$0.contains("\n") && !$0.contains(token) })
    }
}
