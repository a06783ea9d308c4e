import HearthCore
import HearthHTTP
import HearthTesting
import HearthTransport
import Testing

@Suite("HTTPTransport.open, live")
struct StreamTests {
    @Test(arguments: Wiring.allCases)
    func `gives the head before the body is complete, and the pieces as they come`(_ wiring: Wiring) async throws {
        let (orders, order) = AsyncStream.makeStream(of: [UInt8]?.self)
        let handler: @Sendable (HTTPRequest) async -> HTTPResponse = { request in
            HTTPResponse(
                status: 202,
                fields: ["X-Path": request.target],
                body: .stream { writer in
                    for await piece in orders {
                        guard let piece else { return }
                        try await writer.write(piece)
                    }
                }
            )
        }
        try await onStage(wiring, handler) { stage in
            let exchange = try await stage.transport.open(stage.get("/one?two"))
            #expect(exchange.status == 202)
            #expect(exchange.fields["x-path"] == "/one?two")
            var pieces = exchange.body.makeAsyncIterator()
            for number in UInt8(1)...20 {
                order.yield([number, number])
                #expect(try await pieces.next() == [number, number])
            }
            order.yield(nil)
            #expect(try await pieces.next() == nil)
            #expect(try await pieces.next() == nil)
        }
    }

    @Test(arguments: Wiring.allCases)
    func `reads a body that is not streamed, an empty one, and none at all`(_ wiring: Wiring) async throws {
        let large = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        try await onStage(wiring) { request in
            switch request.target {
            case "/large": HTTPResponse(status: 200, body: .bytes(large))
            case "/none": HTTPResponse(status: 204)
            case "/refused": HTTPResponse(status: 403, body: .bytes(Array("no".utf8)))
            case "/void": HTTPResponse(status: 200, body: .stream { _ in })
            default: HTTPResponse(status: 200, body: .bytes(request.body))
            }
        } _: { stage in
            let whole = try await stage.transport.open(stage.get("/large")).collected()
            #expect(whole.status == 200 && whole.bytes == large)
            #expect(try await stage.transport.open(stage.get("/none")).collected().status == 204)
            let refused = try await stage.transport.open(stage.get("/refused")).collected()
            #expect(refused.status == 403 && refused.bytes == Array("no".utf8))
            #expect(try await stage.transport.open(stage.get("/void")).collected().bytes == [])
            let post = HTTPRequest(.post, origin: stage.origin, target: "/echo", body: Array("abc".utf8))
            #expect(try await stage.transport.open(post).collected().bytes == Array("abc".utf8))
            let head = HTTPRequest(.head, origin: stage.origin, target: "/refused")
            let answer = try await stage.transport.open(head).collected()
            #expect(answer.status == 403 && answer.bytes == [])
        }
    }

    @Test(arguments: Wiring.allCases)
    func `a writer waits for a reader that is behind, and every byte arrives in the end`(_ wiring: Wiring) async throws
    {
        let written = Tally()
        let piece = [UInt8](repeating: 9, count: 16 * 1024)
        let total = 4096 * piece.count
        let handler: @Sendable (HTTPRequest) async -> HTTPResponse = { _ in
            HTTPResponse(
                status: 200,
                body: .stream { writer in
                    for _ in 0..<4096 {
                        try await writer.write(piece)
                        written.add(piece.count)
                    }
                }
            )
        }
        try await onStage(wiring, handler) { stage in
            let exchange = try await stage.transport.open(stage.get("/"))
            var pieces = exchange.body.makeAsyncIterator()
            var received = try await pieces.next()?.count ?? 0
            let pending = await Self.settled { written.value }
            // What is kept in both ends and the sockets between them: far below the 64 MiB of the body.
            #expect(pending < 20 << 20)
            while let piece = try await pieces.next() { received += piece.count }
            #expect(received == total)
        }
    }

    @Test(arguments: Wiring.allCases)
    func `a reader that leaves ends the writer's task`(_ wiring: Wiring) async throws {
        let ended = Tally()
        let handler: @Sendable (HTTPRequest) async -> HTTPResponse = { _ in
            HTTPResponse(
                status: 200,
                body: .stream { writer in
                    defer { ended.add() }
                    try await writer.write([1])
                    try await Task.sleep(for: .seconds(3600))
                }
            )
        }
        try await onStage(wiring, handler) { stage in
            // By a word, ...
            let exchange = try await stage.transport.open(stage.get("/"))
            exchange.cancel()
            await ended.reaches(1)
            #expect(await exchange.drained().failure == .cancelled)
            // ... by the end of the task that reads, ...
            let reader = Task {
                let exchange = try await stage.transport.open(stage.get("/"))
                return await exchange.drained().failure
            }
            try await Task.sleep(for: .zero)
            reader.cancel()
            let outcome = await reader.result
            #expect(outcome.kind == .cancelled)
            // ... and by forgetting it.
            do {
                let exchange = try await stage.transport.open(stage.get("/"))
                _ = try await exchange.body.first { _ in true }
            }
            await ended.reaches(2)
        }
    }

    @Test(arguments: Wiring.allCases)
    func `a task that was cancelled before sends nothing`(_ wiring: Wiring) async throws {
        let asked = Tally()
        try await onStage(wiring) { _ in
            asked.add()
            return HTTPResponse(status: 200)
        } _: { stage in
            let call = Task {
                while !Task.isCancelled { await Task.yield() }
                return try await stage.transport.open(stage.get("/")).status
            }
            call.cancel()
            let error = await #expect(throws: TransportError.self) { try await call.value }
            #expect(error?.kind == .cancelled)
            #expect(asked.value == 0)
        }
    }

    @Test(arguments: Wiring.allCases)
    func `a body that its writer gives up is a lost connection, after what was written`(_ wiring: Wiring) async throws {
        struct Failure: Error {}
        let handler: @Sendable (HTTPRequest) async -> HTTPResponse = { request in
            HTTPResponse(
                status: 200,
                body: .stream { writer in
                    try await writer.write(Array("half".utf8))
                    throw Failure()
                }
            )
        }
        try await onStage(wiring, handler) { stage in
            for _ in 0..<20 {
                let exchange = try await stage.transport.open(stage.get("/"))
                let (bytes, failure) = await exchange.drained()
                #expect(failure == .connectionLost)
                // A reset may overtake bytes on a real connection.
                #expect(bytes == Array("half".utf8) || bytes.isEmpty && wiring == .overTCP)
            }
        }
    }

    @Test(arguments: Wiring.allCases)
    func `a hundred streams run side by side`(_ wiring: Wiring) async throws {
        let handler: @Sendable (HTTPRequest) async -> HTTPResponse = { request in
            let piece = Array(request.target.utf8)
            return HTTPResponse(
                status: 200,
                body: .stream { writer in
                    for _ in 0..<200 { try await writer.write(piece) }
                }
            )
        }
        try await onStage(wiring, handler) { stage in
            let wrong = try await withThrowingTaskGroup(of: Bool.self) { group in
                for number in 0..<100 {
                    group.addTask {
                        let exchange = try await stage.transport.open(stage.get("/\(number)"))
                        let body = try await exchange.collected().bytes
                        return body != Array(String(repeating: "/\(number)", count: 200).utf8)
                    }
                }
                return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
            }
            #expect(wrong == 0)
        }
    }

    @Test(arguments: Wiring.allCases)
    func `refuses to collect more than it may`(_ wiring: Wiring) async throws {
        let ended = Tally()
        let handler: @Sendable (HTTPRequest) async -> HTTPResponse = { _ in
            HTTPResponse(
                status: 200,
                body: .stream { writer in
                    defer { ended.add() }
                    while true { try await writer.write([UInt8](repeating: 1, count: 1000)) }
                }
            )
        }
        try await onStage(wiring, handler) { stage in
            let error = await #expect(throws: TransportError.self) {
                try await stage.transport.open(stage.get("/")).collected(limit: 100_000)
            }
            #expect(error?.kind == .responseTooLarge)
            await ended.reaches(1)
        }
    }

    @Test func `a transport that cannot stream says so`() async throws {
        struct Whole: HTTPTransport {
            func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse { HTTPResponse(status: 200) }
        }
        let error = await #expect(throws: TransportError.self) {
            try await Whole().open(HTTPRequest(.get, target: "/"))
        }
        #expect(error?.kind == .streamingUnsupported)
    }

    /// Waits until a number stands still.
    private static func settled(_ number: () -> Int) async -> Int {
        var (last, quiet) = (number(), 0)
        while quiet < 20 {
            try? await Task.sleep(for: .milliseconds(10))
            let next = number()
            quiet = next == last ? quiet + 1 : 0
            last = next
        }
        return last
    }
}

extension Result<TransportError.Kind?, any Error> {
    /// How a read ended, or the call before it.
    fileprivate var kind: TransportError.Kind? {
        switch self {
        case .success(let kind): kind
        case .failure(let error): (error as? TransportError)?.kind
        }
    }
}
