import HearthBackend
import HearthCore
import HearthHTTP
import HearthJSON
import HearthTesting
import HearthTestSupport
import HearthTransport
import Testing

/// The inbox as browsers follow it: streams that stay open, each on a connection of its own.
@Suite("Followers of the inbox, over sockets", .timeLimit(.minutes(5)))
struct FollowerTests {
    private static let path = "/emulator/v1/projects/demo-test/inbox"
    private static let browser = "Mozilla/5.0 (X11; Linux x86_64)"

    /// A server with one mail in its inbox.
    private struct Bench {
        let backend: TestBackend
        let client: TestClient
        let wire: TestWire

        /// Begins to follow.
        func follow(_ fields: HTTPFields) async throws -> HTTPExchange {
            var request = HTTPRequest(.get, origin: client.origin, target: path, fields: fields)
            request.fields["Accept"] = "text/event-stream"
            return try await wire.transport.open(request)
        }
    }

    private static func serve(_ talk: (Bench) async throws -> Void) async throws {
        try await TestWire.open { wire in
            let backend = try await TestBackend()
            let client = TestClient(wire.transport, origin: "http://\(try wire.address(of: backend))")
            let mail = try await client.user(
                "accounts:sendOobCode",
                ["requestType": "EMAIL_SIGNIN", "email": "one@example.com"]
            )
            #expect(mail.status == 200)
            try await talk(Bench(backend: backend, client: client, wire: wire))
            backend.backend.endStreams()
        }
    }

    /// Whether a stream brings the mail, rather than an end.
    private static func bringsMail(_ exchange: HTTPExchange) async throws -> Bool {
        guard exchange.status == 200 else { return false }
        var text = ""
        for try await piece in exchange.body {
            text += String(decoding: piece, as: UTF8.self)
            if text.contains("one@example.com") { return true }
        }
        return false
    }

    @Test func `six of one browser: four follow, and its other calls get through`() async throws {
        try await Self.serve { bench in
            var streams: [HTTPExchange] = []
            for _ in 0..<4 {
                let stream = try await bench.follow(["User-Agent": Self.browser])
                #expect(try await Self.bringsMail(stream))
                streams.append(stream)
            }
            for _ in 0..<2 {
                let refused = try await bench.follow(["User-Agent": Self.browser]).collected()
                #expect(refused.status == 429)
                #expect(String(decoding: refused.bytes, as: UTF8.self).contains("4 pages of this browser follow"))
            }
            #expect(try await bench.client.send(.get, Self.path, nil, ["User-Agent": Self.browser]).status == 200)
            // A page that is closed makes room for another one.
            streams.removeLast().cancel()
            await until {
                if Task.isCancelled { return true }
                guard let stream = try? await bench.follow(["User-Agent": Self.browser]) else { return false }
                guard (try? await Self.bringsMail(stream)) == true else {
                    stream.cancel()
                    return false
                }
                streams.append(stream)
                return true
            }
            #expect(streams.count == 4)
            for stream in streams { stream.cancel() }
        }
    }

    @Test func `six of one browser at the same moment: no more than four follow`() async throws {
        try await Self.serve { bench in
            let streams = try await atOnce(6) { try await bench.follow(["User-Agent": Self.browser]) }
            let following = try await withThrowingTaskGroup(of: Bool.self) { group in
                for stream in streams { group.addTask { try await Self.bringsMail(stream) } }
                return try await group.reduce(into: 0) { count, brings in count += brings ? 1 : 0 }
            }
            #expect(following == 4)
            for stream in streams { stream.cancel() }
        }
    }

    @Test(
        arguments: [
            ["Host": "evil.example"], ["Host": "evil.example:9099", "Origin": "http://evil.example:9099"],
            ["Origin": "https://evil.example"], ["Origin": "null"],
            ["Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors"],
        ] as [[String: String]]
    )
    func `a stranger's page follows nothing, under whatever name it reaches the server`(
        _ fields: [String: String]
    ) async throws {
        try await Self.serve { bench in
            var head: HTTPFields = ["User-Agent": Self.browser]
            for field in fields { head.append(field.key, field.value) }
            let refused = try await bench.follow(head).collected()
            #expect(refused.status == 403)
            #expect(refused.fields["access-control-allow-origin"] == nil)
            #expect(!String(decoding: refused.bytes, as: UTF8.self).contains("one@example.com"))
            for path in [Self.path, "/emulator/v1/projects/demo-test/oobCodes"] {
                #expect(try await bench.client.send(.get, path, nil, head).status == 403)
            }
            let clear = try await bench.client.send(.delete, "/emulator/v1/projects/demo-test/accounts", nil, head)
            #expect(clear.status == 403)
        }
    }
}
