import HearthCore
import HearthHTTP
import HearthJSON
import HearthTesting
import NotesAPI
import Testing

@Suite("POST /authentication")
struct AuthenticationTests {
    @Test(arguments: ["/authentication", "/authentication.json"])
    func `creates a member at the first visit, and finds them afterwards`(_ target: String) async throws {
        let fixture = try await Fixture()
        let token = try await fixture.token("ada@example.com")
        let first = try await fixture.call(.post, target, token)
        #expect(first.status == 200)
        #expect(first["email"] == "ada@example.com")
        #expect(try await fixture.call(.post, target, token).document == first.document)
        let other = try await fixture.call(.post, target, try await fixture.token("eve@example.com"))
        #expect(other["id"] != first["id"])
    }

    @Test func `reads the token from the field that the tutorial's client sends`() async throws {
        let fixture = try await Fixture()
        let token = try await fixture.token("ada@example.com")
        let request = HTTPRequest(.post, target: "/authentication.json", fields: ["Firebase-Token": token])
        #expect(Answer(await fixture.service.handle(request))["email"] == "ada@example.com")
    }

    @Test func `makes one member of fifty first visits at once`() async throws {
        let fixture = try await Fixture()
        let token = try await fixture.token("ada@example.com")
        let ids = try await withThrowingTaskGroup(of: JSONValue?.self) { group in
            for _ in 0..<50 {
                group.addTask { try await fixture.call(.post, "/authentication", token)["id"] }
            }
            return try await group.reduce(into: Set<JSONValue?>()) { $0.insert($1) }
        }
        #expect(ids.count == 1)
        #expect(ids.first??.integer == 1)
        let next = try await fixture.call(.post, "/authentication", try await fixture.token("eve@example.com"))
        #expect(next["id"] == 2)
    }

    @Test func `follows a new address, and is not led back by an older token`() async throws {
        let fixture = try await Fixture()
        let old = try await fixture.token("ada@example.com")
        let first = try await fixture.call(.post, "/authentication", old)
        fixture.backend.clock.advance(by: .seconds(10))
        _ = try await fixture.account(
            "accounts:update",
            ["idToken": .string(old), "email": "lovelace@example.com", "returnSecureToken": true]
        )
        let new = try await fixture.account(
            "accounts:signInWithPassword",
            ["email": "lovelace@example.com", "password": "secret1"]
        )
        let moved = try await fixture.call(.post, "/authentication", new)
        #expect(moved["id"] == first["id"])
        #expect(moved["email"] == "lovelace@example.com")
        let late = try await fixture.call(.post, "/authentication", old)
        #expect(late["email"] == "lovelace@example.com")
    }

    @Test func `does not give an address's next owner the notes of the last one`() async throws {
        let fixture = try await Fixture()
        let first = try await fixture.token("shared@example.com")
        _ = try await fixture.call(.post, "/notes", first, ["title": "Mine", "text": ""])
        let delete = HTTPRequest(
            .post,
            target: "/identitytoolkit.googleapis.com/v1/accounts:delete?key=k",
            body: JSON.serialize(["idToken": .string(first)])
        )
        _ = try await fixture.backend.transport.send(delete)
        let second = try await fixture.token("shared@example.com")
        #expect(try await fixture.call(.get, "/notes", second).titles.isEmpty)
    }
}
