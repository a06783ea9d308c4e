import HearthBackend
import HearthCore
import HearthHTTP
import HearthJSON
import HearthTesting
import Testing

@Suite("The emulator's inbox")
struct InboxTests {
    private static let path = "/emulator/v1/projects/demo-test/inbox"

    private static func follow(_ backend: TestBackend, after id: String? = nil) async -> HTTPResponse {
        var request = HTTPRequest(.get, target: path, fields: ["Accept": "text/event-stream"])
        if let id { request.fields["Last-Event-ID"] = id }
        return await backend.backend.handle(request)
    }

    private static func mail(_ client: TestClient, to email: String) async throws {
        let body: JSONValue = ["requestType": "EMAIL_SIGNIN", "email": .string(email)]
        #expect(try await client.user("accounts:sendOobCode", body).status == 200)
    }

    @Test func `lists mails and text messages, oldest first`() async throws {
        let backend = try await TestBackend()
        let client = TestClient(backend)
        try await Self.mail(client, to: "ada@example.com")
        _ = try await client.user("accounts:sendVerificationCode", ["phoneNumber": "+15555550100"])
        let answer = try await client.send(.get, Self.path)
        let messages = try #require(answer["messages"]?.array)
        #expect(messages.map { $0["channel"]?.text } == ["EMAIL", "SMS"])
        #expect(messages.map { $0["to"]?.text } == ["ada@example.com", "+15555550100"])
        #expect(messages[0]["requestType"] == "EMAIL_SIGNIN" && messages[1]["purpose"] == "sign-in")
        let mail = try await backend.inbox.next(.emailSignIn, to: "ada@example.com")
        #expect(messages[0]["code"]?.text == mail.code && messages[0]["link"]?.text == mail.link)
    }

    @Test func `streams what was sent and what is sent, and goes on where it was left`() async throws {
        let backend = try await TestBackend()
        let client = TestClient(backend)
        try await Self.mail(client, to: "one@example.com")
        let response = await Self.follow(backend)
        #expect(response.fields["content-type"] == "text/event-stream")
        let reader = EventReader(response)
        let first = try #require(await reader.next())
        #expect(first.data["to"] == "one@example.com")
        try await Self.mail(client, to: "two@example.com")
        #expect(await reader.next()?.data["to"] == "two@example.com")
        let later = EventReader(await Self.follow(backend, after: first.id))
        #expect(await later.next()?.data["to"] == "two@example.com")
        backend.backend.endStreams()
        #expect(await reader.next() == nil)
        #expect(await later.next() == nil)
    }

    private static func follow(_ backend: TestBackend, as agent: String, from peer: String) async -> HTTPResponse {
        var request = HTTPRequest(.get, target: path, fields: ["Accept": "text/event-stream", "User-Agent": agent])
        request.peer = peer
        return await backend.backend.handle(request)
    }

    @Test func `leaves a browser connections for its other calls`() async throws {
        let backend = try await TestBackend()
        try await Self.mail(TestClient(backend), to: "one@example.com")
        let (agent, peer) = ("Mozilla/5.0 (X11; Linux x86_64)", "127.0.0.1")
        var readers: [EventReader] = []
        for _ in 0..<4 {
            let reader = EventReader(await Self.follow(backend, as: agent, from: peer))
            #expect(await reader.next()?.data["to"] == "one@example.com")
            readers.append(reader)
        }
        let refused = await Self.follow(backend, as: agent, from: peer)
        #expect(refused.status == 429)
        #expect(String(decoding: refused.bytes, as: UTF8.self).contains("4 pages of this browser follow the inbox"))
        #expect(await Self.follow(backend, as: "Mozilla/5.0 (Macintosh)", from: peer).status == 200)
        #expect(await Self.follow(backend, as: "curl/8", from: peer).status == 200)
        #expect(await Self.follow(backend, as: agent, from: "127.0.0.2").status == 200)
        backend.backend.endStreams()
        for reader in readers { #expect(await reader.next() == nil) }
    }

    @Test func `who comes back from another run gets everything`() async throws {
        let backend = try await TestBackend()
        try await Self.mail(TestClient(backend), to: "one@example.com")
        let reader = EventReader(await Self.follow(backend, after: "elsewhere.1"))
        #expect(await reader.next()?.data["to"] == "one@example.com")
    }

    @Test func `says now and then that it is alive`() async throws {
        let backend = try await TestBackend()
        let reader = EventReader(await Self.follow(backend))
        await backend.clock.untilATaskSleeps()
        backend.clock.advance(by: .seconds(15))
        #expect(await reader.nextPiece() == "retry: 1000\n\n")
        #expect(await reader.nextPiece() == ":\n\n")
    }

    @Test func `has room for some listeners, and again when they leave`() async throws {
        let backend = try await TestBackend()
        try await Self.mail(TestClient(backend), to: "one@example.com")
        var readers: [EventReader] = []
        for _ in 0..<32 { readers.append(EventReader(await Self.follow(backend))) }
        for reader in readers { _ = await reader.next() }
        #expect(await Self.follow(backend).status == 503)
        await readers.removeLast().leave()
        #expect(await Self.follow(backend).status == 200)
    }
}

/// Reads a stream of events while it is written.
struct EventReader {
    struct Event: Sendable {
        let id: String
        let data: JSONValue
    }

    private let pieces: AsyncStream<String>
    private let task: Task<Void, any Error>

    init(_ response: HTTPResponse) {
        let (pieces, continuation) = AsyncStream.makeStream(of: String.self)
        self.pieces = pieces
        let body = response.body
        task = Task {
            defer { continuation.finish() }
            if case .stream(let produce) = body { try await produce(Writer(pieces: continuation)) }
        }
    }

    func nextPiece() async -> String? {
        await pieces.first { _ in true }
    }

    func next() async -> Event? {
        for await piece in pieces where piece.hasPrefix("id: ") {
            let lines = piece.split(separator: "\n")
            guard lines.count == 2, let data = try? JSON.parse(Array(lines[1].dropFirst(6).utf8)) else { return nil }
            return Event(id: String(lines[0].dropFirst(4)), data: data)
        }
        return nil
    }

    /// Hangs up, and waits until the other side has noticed.
    func leave() async {
        task.cancel()
        _ = await task.result
    }

    private struct Writer: HTTPBodyWriter {
        let pieces: AsyncStream<String>.Continuation

        func write(_ bytes: [UInt8]) async throws {
            pieces.yield(String(decoding: bytes, as: UTF8.self))
        }
    }
}
