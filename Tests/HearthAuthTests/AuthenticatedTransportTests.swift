import HearthAuth
import HearthCore
import HearthHTTP
import HearthJSON
import HearthTestSupport
import Testing

@Suite("AuthenticatedTransport")
struct AuthenticatedTransportTests {
    /// A server of one's own that answers 401 to tokens that are not in its list.
    final class Server: HTTPTransport {
        struct State: Sendable {
            var requests: [HTTPRequest] = []
            var refused: Set<String> = []
        }

        let state = Locked(State())

        func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
            let isRefused = state.withLock { state in
                state.requests.append(request)
                return state.refused.contains(request.fields["Authorization"] ?? "")
            }
            await stepAside(3)
            return HTTPResponse(status: isRefused ? 401 : 200)
        }

        func refuse(_ token: String) {
            state.withLock { _ = $0.refused.insert("Bearer " + token) }
        }

        var requests: [HTTPRequest] { state.withLock(\.requests) }
    }

    let fixture = Fixture()
    let server = Server()
    let request = HTTPRequest(.get, origin: "https://api.shop.example", target: "/notes")

    private func send(_ request: HTTPRequest, for hosts: Set<String> = ["api.shop.example"]) async -> TransportError? {
        do throws(TransportError) {
            _ = try await fixture.auth.authenticated(server, for: hosts).send(request)
            return nil
        } catch {
            return error
        }
    }

    @Test func `shows the token to the hosts that were named`() async throws {
        let token = try await fixture.signIn().idToken().reveal()
        #expect(await send(request) == nil)
        #expect(server.requests.map { $0.fields["Authorization"] } == ["Bearer \(token)"])
        #expect(fixture.service.count("token") == 0)
    }

    @Test(arguments: [
        ("https://API.shop.example", "api.shop.example"), ("https://api.shop.example:443", "API.shop.example"),
        ("https://api.shop.example:8443", "api.shop.example:8443"), ("http://localhost:8080", "localhost:8080"),
        ("http://127.0.0.1:80", "127.0.0.1"), ("http://[::1]:8080", "[::1]:8080"),
    ])
    func `a host is the same however it is written`(_ origin: String, _ host: String) async throws {
        _ = try await fixture.signIn()
        #expect(await send(HTTPRequest(.get, origin: origin, target: "/"), for: [host]) == nil)
        #expect(server.requests.first?.fields["Authorization"] != nil)
    }

    @Test(arguments: [
        "https://evil.example", "https://api.shop.example.evil.example", "https://xapi.shop.example",
        "https://api.shop.example:8443", "https://shop.example", "https://api.shop.example@evil.example",
    ])
    func `no other host gets a token`(_ origin: String) async throws {
        _ = try await fixture.signIn()
        #expect(await send(HTTPRequest(.get, origin: origin, target: "/")) == nil)
        #expect(server.requests.first?.fields["Authorization"] == nil)
    }

    @Test func `a token does not travel in the clear`() async throws {
        _ = try await fixture.signIn()
        #expect(await send(HTTPRequest(.get, origin: "http://api.shop.example", target: "/"))?.kind == .insecure)
        #expect(server.requests.isEmpty)
    }

    @Test func `a hundred refusals lead to one refresh`() async throws {
        let token = try await fixture.signIn().idToken().reveal()
        server.refuse(token)
        let transport = fixture.auth.authenticated(server, for: ["api.shop.example"])
        let statuses = await withTaskGroup(of: Int?.self) { group in
            for _ in 0..<100 { group.addTask { [request] in try? await transport.send(request).status } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(statuses.allSatisfy { $0 == 200 })
        #expect(fixture.service.count("token") == 1)
    }

    @Test func `a server that refuses every token is asked twice`() async throws {
        _ = try await fixture.signIn()
        let refusing = FakeService()
        refusing.always("notes", .answer(status: 401, body: []))
        let response = try await fixture.auth.authenticated(refusing, for: ["api.shop.example"]).send(request)
        #expect(response.status == 401)
        #expect(refusing.calls.count == 2 && fixture.service.count("token") == 1)
        #expect(fixture.auth.state.isSignedIn)
    }

    @Test func `without a session nothing is sent`() async {
        #expect(await send(request)?.kind == .noToken)
        #expect(server.requests.isEmpty)
    }

    @Test func `offline is said as what it is`() async throws {
        _ = try await fixture.signIn()
        fixture.clock.advance(by: .hours(2))
        fixture.service.always("token", .transport(.unreachable))
        #expect(await send(request)?.kind == .unreachable)
    }

    @Test func `the token may travel in a field of another name`() async throws {
        let token = try await fixture.signIn().idToken().reveal()
        _ = try await fixture.auth.authenticated(server, for: ["api.shop.example"], scheme: .firebaseToken)
            .send(request)
        #expect(server.requests.first?.fields["Firebase-Token"] == token)
        #expect(server.requests.first?.fields["Authorization"] == nil)
    }
}
