import HearthHTTP
import HearthJSON
import HearthServer
import HearthTesting
import HearthTokens
import HearthTransport
import NotesAPI
import Testing

@Suite("The API of notes, live")
struct LiveTests {
    @Test func `serves over a socket, trusting keys that come over another`() async throws {
        let backend = try await TestBackend()
        let identity = HTTPServer { request in (try? await backend.transport.send(request)) ?? HTTPResponse(status: 500)
        }
        let transport = SystemTransport()
        let service = try await NotesService(
            .memory,
            verifier: try .hearth(
                origin: "http://\(try identity.bind())",
                project: backend.project,
                transport: transport,
                now: { backend.clock.now }
            )
        )
        let api = HTTPServer { request in await service.handle(request) }
        let origin = "http://\(try api.bind())"
        async let identityRun: Void = identity.run()
        async let apiRun: Void = api.run()

        let signUp = HTTPRequest(
            .post,
            origin: "http://\(try identity.bind())",
            target: "/identitytoolkit.googleapis.com/v1/accounts:signUp?key=k",
            body: Array("{}".utf8)
        )
        let account = try JSON.parse(try await transport.send(signUp).bytes)
        let token = try #require(account["idToken"]?.string)
        let fields: HTTPFields = ["Authorization": "Bearer \(token)", "Content-Type": "application/json"]
        let note: JSONValue = ["title": "Live", "text": "over a socket"]
        let made = try await transport.send(
            HTTPRequest(.post, origin: origin, target: "/notes", fields: fields, body: JSON.serialize(note))
        )
        #expect(made.status == 201)
        let list = try await transport.send(HTTPRequest(.get, origin: origin, target: "/notes", fields: fields))
        #expect(Answer(list).titles == ["Live"])
        let nobody = try await transport.send(HTTPRequest(.get, origin: origin, target: "/notes"))
        #expect(nobody.status == 401)
        #expect(nobody.fields["www-authenticate"] == "Bearer")

        identity.drain(within: .zero)
        api.drain(within: .zero)
        try await identityRun
        try await apiRun
    }
}
