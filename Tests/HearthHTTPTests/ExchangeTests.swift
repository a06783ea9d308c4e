import HearthCore
import Testing

@testable import HearthHTTP

@Suite("A response that is read piece by piece", .timeLimit(.minutes(5)))
struct ExchangeTests {
    private static func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

    private static func stream(_ pieces: [String], then error: (any Error & Sendable)? = nil) -> HTTPResponse {
        HTTPResponse(
            status: 206,
            fields: ["X-One": "1"],
            body: .stream { writer in
                for piece in pieces { try await writer.write(bytes(piece)) }
                if let error { throw error }
            }
        )
    }

    private func text(_ exchange: HTTPExchange) async throws -> [String] {
        var pieces: [String] = []
        for try await piece in exchange.body { pieces.append(String(decoding: piece, as: UTF8.self)) }
        return pieces
    }

    @Test func `has its head at once, and its pieces in order`() async throws {
        let exchange = try Self.stream(["a", "", "bc", "d"]).opened()
        #expect(exchange.status == 206 && exchange.fields["x-one"] == "1")
        // An empty piece is none.
        #expect(try await text(exchange) == ["a", "bc", "d"])
        #expect(try await text(exchange) == [])
    }

    @Test func `is collected up to its limit, and not one byte more`() async throws {
        for (pieces, limit, isCollected) in [
            (["abc", "de"], 5, true), (["abc", "de"], 4, false), ([], 0, true), (["a"], 0, false),
            (["abcdef"], 5, false),
        ] {
            let exchange = try Self.stream(pieces).opened()
            if isCollected {
                let response = try await exchange.collected(limit: limit)
                #expect(response.status == 206 && response.fields["X-One"] == "1")
                #expect(response.bytes == Self.bytes(pieces.joined()))
            } else {
                let error = await #expect(throws: TransportError.self) { try await exchange.collected(limit: limit) }
                #expect(error?.kind == .responseTooLarge)
                // The transfer has ended with it.
                let after = await #expect(throws: TransportError.self) { try await self.text(exchange) }
                #expect(after?.kind == .cancelled)
            }
        }
    }

    @Test func `that breaks gives what arrived before, and then says why`() async throws {
        for (error, kind) in [
            (TransportError(.timedOut) as any Error & Sendable, TransportError.Kind.timedOut),
            (CancellationError(), .connectionLost), (FormError(.notUTF8), .connectionLost),
        ] {
            let exchange = try Self.stream(["a", "b"], then: error).opened()
            var pieces: [[UInt8]] = []
            let thrown = await #expect(throws: TransportError.self) {
                for try await piece in exchange.body { pieces.append(piece) }
            }
            #expect(thrown?.kind == kind)
            #expect(pieces == [Self.bytes("a"), Self.bytes("b")])
            let collecting = try Self.stream(["a"], then: error).opened()
            let refused = await #expect(throws: TransportError.self) { try await collecting.collected() }
            #expect(refused?.kind == kind)
        }
    }

    @Test func `that is there already is one piece, and an empty one none`() async throws {
        #expect(try await text(HTTPResponse(status: 200, body: .bytes(Self.bytes("whole"))).opened()) == ["whole"])
        #expect(try await text(HTTPResponse(status: 204).opened()) == [])
        #expect(try await HTTPResponse(status: 200, body: .bytes([1])).opened().collected(limit: 1).bytes == [1])
    }

    @Test func `that failed is none, however it is asked for`() async {
        let failed = HTTPResponse(status: 200, body: .failed(TransportError(.unreachable, "no route")))
        let opening = #expect(throws: TransportError.self) { try failed.opened() }
        #expect(opening == TransportError(.unreachable, "no route"))
        let collecting = await #expect(throws: TransportError.self) { try await failed.collected() }
        #expect(collecting == TransportError(.unreachable, "no route"))
        #expect(failed.bytes == [])
    }

    @Test func `that is collected without a connection throws what its stream throws`() async throws {
        await #expect(throws: FormError(.notUTF8)) {
            try await Self.stream(["a"], then: FormError(.notUTF8)).collected()
        }
        let whole = HTTPResponse(status: 200, fields: ["A": "b"], body: .bytes([1, 2]))
        #expect(try await whole.collected().bytes == [1, 2])
    }

    // The producer learns of it by the cancellation of its task, and its writing throws.
    @Test(arguments: [false, true])
    func `that its reader leaves ends the function that writes it`(_ isReleased: Bool) async throws {
        let ended = AsyncStream.makeStream(of: String.self)
        let response = HTTPResponse(
            status: 200,
            body: .stream { writer in
                do {
                    while true { try await writer.write([UInt8](repeating: 0, count: 100_000)) }
                } catch {
                    ended.continuation.yield(error is CancellationError ? "cancelled" : "\(error)")
                    ended.continuation.finish()
                    throw error
                }
            }
        )
        var exchange: HTTPExchange? = try response.opened()
        var pieces = exchange?.body.makeAsyncIterator()
        #expect(try await pieces?.next()?.count == 100_000)
        if isReleased {
            pieces = nil
            exchange = nil
        } else {
            exchange?.cancel()
            let error = await #expect(throws: TransportError.self) { _ = try await pieces?.next() }
            #expect(error?.kind == .cancelled)
        }
        var words: [String] = []
        for await word in ended.stream { words.append(word) }
        #expect(words == ["cancelled"])
        _ = (exchange, pieces)
    }

    @Test func `keeps its owner as long as it is read`() async throws {
        final class Owner: Sendable {
            let whenReleased: @Sendable () -> Void

            init(_ whenReleased: @escaping @Sendable () -> Void) { self.whenReleased = whenReleased }

            deinit { whenReleased() }
        }
        let isReleased = Locked(false)
        let buffer = HTTPBodyBuffer()
        var body: HTTPResponseStream? = HTTPResponseStream(buffer, keeping: Owner { isReleased.withLock { $0 = true } })
        _ = buffer.put([1])
        var pieces = body?.makeAsyncIterator()
        body = nil
        #expect(!isReleased.withLock { $0 })
        #expect(try await pieces?.next() == [1])
        pieces = nil
        #expect(isReleased.withLock { $0 })
        #expect(!buffer.put([2]))
    }

    @Test func `is refused by a transport that reads whole responses only`() async throws {
        struct Whole: HTTPTransport {
            func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse { HTTPResponse(status: 200) }
        }
        let request = HTTPRequest(.get, origin: "https://a.example", target: "/")
        #expect(try await Whole().send(request).status == 200)
        let error = await #expect(throws: TransportError.self) { try await Whole().open(request) }
        #expect(error?.kind == .streamingUnsupported)
        #expect(error?.reason.contains("Whole") == true)
    }

    @Test func `of a request is read once, by readers after each other`() async throws {
        let left = Locked([[UInt8]]([[1], [2, 2], [3]]))
        let body = HTTPRequestBody { left.withLock { $0.isEmpty ? nil : $0.removeFirst() } }
        var first = body.makeAsyncIterator()
        #expect(try await first.next() == [1])
        var rest: [[UInt8]] = []
        for try await piece in body { rest.append(piece) }
        #expect(rest == [[2, 2], [3]])
        #expect(try await first.next() == nil)
        let broken = HTTPRequestBody { throw CancellationError() }
        await #expect(throws: CancellationError.self) { for try await _ in broken {} }
    }
}

@Suite("Random writing and reading of a body", .timeLimit(.minutes(5)))
struct BodyBufferModelTests {
    /// The numbers of a seed.
    private struct Walk {
        var state: UInt64

        mutating func below(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }
    }

    @Test(arguments: [1, 7, 64, 4096])
    func `keeps every byte in its place and no more than its limit and a piece`(_ limit: Int) async throws {
        let buffer = HTTPBodyBuffer(limit: limit)
        let largest = Locked(0)
        let total = 20_000
        let writing = Task {
            var walk = Walk(state: UInt64(limit))
            var next = 0
            while next < total {
                let count = min(1 + walk.below(100), total - next)
                try await buffer.write((next..<next + count).map { UInt8(truncatingIfNeeded: $0) })
                next += count
                largest.withLock { $0 = max($0, buffer.count) }
            }
            buffer.finish()
        }
        var walk = Walk(state: 99)
        var received: [UInt8] = []
        while let piece = try await buffer.take() {
            received += piece
            for _ in 0..<walk.below(3) { await Task.yield() }
        }
        try await writing.value
        #expect(received == (0..<total).map { UInt8(truncatingIfNeeded: $0) })
        #expect(largest.withLock { $0 } < limit + 100)
        #expect(buffer.count == 0)
    }

    @Test func `tells a stopped source once, and only one that was stopped`() async throws {
        let told = Locked(0)
        let buffer = HTTPBodyBuffer(limit: 10) { told.withLock { $0 += 1 } }
        for round in 1...50 {
            while buffer.hasRoom() { _ = buffer.put([1, 2, 3]) }
            #expect(!buffer.hasRoom())
            while buffer.count > 0 { _ = try await buffer.take() }
            #expect(told.withLock { $0 } == round)
        }
        // It was not stopped: no one needs to hear.
        _ = buffer.put([1])
        _ = try await buffer.take()
        #expect(told.withLock { $0 } == 50)
        buffer.finish()
        #expect(buffer.hasRoom())
    }
}
