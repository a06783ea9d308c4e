import HearthBackend
import HearthCore
import HearthHTTP
import HearthJSON
import HearthServer
import HearthTesting
import HearthTransport
import Testing

@Suite("A blocking function on a server of its own", .timeLimit(.minutes(5)))
struct BlockingFunctionServerTests {
    /// A server on this machine that counts its requests.
    private func serve(
        _ answer: @escaping @Sendable (HTTPRequest) -> HTTPResponse,
        _ body: (_ port: Int, _ requests: Locked<[HTTPRequest]>) async throws -> Void
    ) async throws {
        let requests = Locked<[HTTPRequest]>([])
        var configuration = ServerConfiguration(host: "127.0.0.1", port: 0)
        configuration.loops = 1
        let server = HTTPServer(
            configuration: configuration,
            handler: { request in
                requests.withLock { $0.append(request) }
                return answer(request)
            }
        )
        let address = try server.bind()
        async let run: Void = server.run()
        do {
            try await body(address.port, requests)
        } catch {
            server.drain(within: .zero)
            try await run
            throw error
        }
        server.drain(within: .zero)
        try await run
    }

    private static func guarded() -> SystemTransport {
        var configuration = TransportConfiguration()
        configuration.acceptsAddress = { PublicAddress.contains($0) }
        return SystemTransport(configuration)
    }

    @Test func `is asked over a socket, and decides`() async throws {
        let words: JSONValue = ["userRecord": ["displayName": "Ada", "updateMask": "displayName"]]
        try await serve({ _ in HTTPResponse(status: 200, body: .bytes(JSON.serialize(words))) }) { port, requests in
            let backend = try await TestBackend(outbound: SystemTransport()) {
                $0.profile = .strict
                $0.internalHosts = ["127.0.0.1"]
            }
            let client = TestClient(backend)
            try await client.setTriggers(["beforeCreate"], url: "http://127.0.0.1:\(port)/hook")
            let user = try await client.signUp("ada@example.com", "correct horse 7")
            #expect(try await client.account(.string(user.uid))["displayName"] == "Ada")
            #expect(requests.withLock { $0.map(\.target) } == ["/hook"])
        }
    }

    @Test func `is not followed to another address`() async throws {
        try await serve({ _ in HTTPResponse(status: 200) }) { port, other in
            let place = "http://127.0.0.1:\(port)/"
            try await serve({ _ in HTTPResponse(status: 307, fields: ["Location": place]) }) { port, _ in
                let backend = try await TestBackend(outbound: SystemTransport())
                let client = TestClient(backend)
                try await client.setTriggers(["beforeCreate"], url: "http://127.0.0.1:\(port)/hook")
                let body: JSONValue = ["email": "ada@example.com", "password": "secret1"]
                #expect(try await client.user("accounts:signUp", body).status == 400)
                #expect(other.withLock { $0.isEmpty })
            }
        }
    }

    @Test func `a name that leads to this machine is not connected to`() async throws {
        try await serve({ _ in HTTPResponse(status: 200) }) { port, requests in
            for host in ["localhost", "127.0.0.1"] {
                let request = HTTPRequest(.get, origin: "http://\(host):\(port)", target: "/")
                let open = try await SystemTransport().send(request)
                #expect(open.status == 200)
                let error = await #expect(throws: TransportError.self) { try await Self.guarded().send(request) }
                #expect(error?.kind == .unreachable)
            }
            #expect(requests.withLock { $0.count } == 2)
        }
    }
}
