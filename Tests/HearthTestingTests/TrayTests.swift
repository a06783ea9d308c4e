import HearthCore
import HearthHTTP
import HearthJSON
import Testing

@testable import HearthTesting

@Suite("A tray of messages")
struct TrayTests {
    private let tray = Tray<Int>()

    /// Waits for a message for as long as the test may take.
    private func next(_ isWanted: @escaping @Sendable (Int) -> Bool = { _ in true }) async throws -> Int {
        try await tray.next("a number", within: .seconds(86_400), isWanted)
    }

    @Test func `gives out the oldest unread message that is wanted, once`() async throws {
        for number in [1, 2, 3, 2] { tray.put(number) }
        #expect(try await next { $0 == 2 } == 2)
        #expect(try await next() == 1)
        #expect(try await next { $0 == 2 } == 2)
        #expect(try await next() == 3)
        #expect(tray.all == [1, 2, 3, 2])
        await #expect(throws: NothingArrived.self) {
            try await tray.next("a number", within: .zero) { _ in true }
        }
    }

    @Test func `gives a message to the task that waited longest, and to no other`() async throws {
        let first = Task { try await next { $0 < 10 } }
        await until { tray.waiterCount == 1 }
        let second = Task { try await next { $0 < 10 } }
        await until { tray.waiterCount == 2 }
        tray.put(50)
        tray.put(1)
        tray.put(2)
        #expect(try await first.value == 1)
        #expect(try await second.value == 2)
        #expect(try await next() == 50)
    }

    @Test func `keeps a message that came for a task that was cancelled`() async throws {
        let waiting = Task { try await next() }
        await until { tray.waiterCount == 1 }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        tray.put(7)
        #expect(try await next() == 7)
    }

    @Test func `keeps a message that came too late`() async throws {
        await #expect(throws: NothingArrived(wanted: "a number", patience: .zero)) {
            try await tray.next("a number", within: .zero) { _ in true }
        }
        tray.put(7)
        #expect(try await next() == 7)
    }

    @Test func `loses nothing among many readers and writers`() async throws {
        let readers = (0..<50).map { _ in Task { try await next() } }
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<50 { group.addTask { tray.put(number) } }
        }
        var seen: Set<Int> = []
        for reader in readers { seen.insert(try await reader.value) }
        #expect(seen == Set(0..<50))
    }
}

@Suite("A request within the process")
struct InProcessTransportTests {
    private static let echo = InProcessTransport { request in
        var response = HTTPResponse(status: 200, body: .bytes(request.body))
        response.fields["X-Host"] = request.fields["host"]
        response.fields["X-Target"] = request.target
        return response
    }

    @Test func `has a host, as on the wire, unless it names one`() async throws {
        let plain = try await Self.echo.send(HTTPRequest(.post, target: "/a?b", body: [1]))
        #expect(plain.fields["x-host"] == "127.0.0.1:9099" && plain.fields["x-target"] == "/a?b" && plain.bytes == [1])
        let named = try await Self.echo.send(HTTPRequest(.get, target: "/", fields: ["Host": "shop.example"]))
        #expect(named.fields["x-host"] == "shop.example")
    }

    @Test func `is answered to HEAD without a body`() async throws {
        let answer = try await Self.echo.send(HTTPRequest(.head, target: "/", body: [1, 2]))
        #expect(answer.status == 200 && answer.bytes.isEmpty)
        let exchange = try await Self.echo.open(HTTPRequest(.head, target: "/", body: [1, 2]))
        #expect(try await exchange.collected().bytes.isEmpty)
    }

    @Test func `is not made by a task that was cancelled, and has no answer for one`() async throws {
        let arrived = Locked(0)
        let transport = InProcessTransport { _ in
            arrived.withLock { $0 += 1 }
            while !Task.isCancelled { await Task.yield() }
            return HTTPResponse(status: 200)
        }
        for opens in [false, true] {
            let call = Task { () -> TransportError.Kind? in
                do throws(TransportError) {
                    let request = HTTPRequest(.get, target: "/")
                    if opens { _ = try await transport.open(request) } else { _ = try await transport.send(request) }
                    return nil
                } catch {
                    return error.kind
                }
            }
            await until { arrived.withLock(\.self) > (opens ? 1 : 0) }
            call.cancel()
            #expect(await call.value == .cancelled)
        }
        let late = Task { () -> TransportError.Kind? in
            while !Task.isCancelled { await Task.yield() }
            do throws(TransportError) {
                _ = try await Self.echo.send(HTTPRequest(.get, target: "/"))
                return nil
            } catch {
                return error.kind
            }
        }
        late.cancel()
        #expect(await late.value == .cancelled)
    }

    @Test func `whose answer breaks off is an error of the transport`() async throws {
        let broken = InProcessTransport { _ in
            HTTPResponse(status: 200, body: .failed(TransportError(.timedOut, "of the test")))
        }
        await #expect(throws: TransportError(.timedOut, "of the test")) {
            try await broken.send(HTTPRequest(.get, target: "/"))
        }
    }
}

@Suite("What a backend answers to a test")
struct TestAnswerTests {
    @Test func `finds a member wherever it is, the nearest first`() {
        let answer = TestAnswer(
            status: 200,
            body: [
                "a": ["deep": 1, "name": "inner"], "list": [["name": "in a list"], ["only": true]], "name": "outer",
            ]
        )
        #expect(answer["name"] == "outer" && answer["deep"] == 1 && answer["only"] == true)
        #expect(answer["missing"] == .null)
        #expect(TestAnswer(status: 200, body: [["x": 1], ["x": 2]])["x"] == 1)
        #expect(
            TestAnswer(status: 204, body: .null)["x"] == .null && TestAnswer(status: 200, body: "text")["x"] == .null
        )
    }

    @Test(arguments: [
        ("EMAIL_EXISTS", "EMAIL_EXISTS"), ("WEAK_PASSWORD : Password should be", "WEAK_PASSWORD"), ("", ""),
        (" X", ""),
    ])
    func `has the service's word for an error`(_ message: String, _ word: String) {
        #expect(TestAnswer(status: 400, body: ["error": ["message": .string(message)]]).error == word)
    }

    @Test(arguments: [JSONValue.null, "x", ["error": "x"], ["error": [:]], ["error": ["message": 1]]])
    func `has no word where there is none`(_ body: JSONValue) {
        #expect(TestAnswer(status: 400, body: body).error == nil)
    }
}

/// Yields until something is so; what is awaited is an event in this process, so it comes.
private func until(_ condition: () -> Bool) async {
    while !condition() { await Task.yield() }
}
