import HearthCore
import HearthHTTP
import HearthHTTP2
import Testing

@testable import HearthServer

@Suite("Handlers of HTTP/2, live", .enabled(if: canServe), .ownThreads)
struct HandlerTests {
    @Test func `a request and its answer flow both ways, and trailers end it`() async throws {
        let (echoed, answer) = try #require(
            await serving(route: { _ in mirror }) { client, _, _ -> ([UInt8], Answer) in
                client.begin()
                client.send(.request(1, "POST", "/s/M", [("te", "trailers")], ends: false), .data(1, "one"))
                var echoed: [UInt8] = []
                while echoed.isEmpty, let frame = client.frame() {
                    if frame.type == Frame.headers { _ = client.inflate(frame.payload) }
                    if frame.type == Frame.data { echoed = frame.payload }
                }
                client.send(.data(1, "two", ends: true))
                return (echoed, client.answer(1))
            }
        )
        #expect(echoed == Array("one".utf8))
        #expect(answer.body == Array("two".utf8))
        // The head was read before: what is left are the trailers.
        #expect(answer.head["grpc-status"] == "0")
    }

    @Test func `an answer may be a head alone`() async throws {
        let answer = try await serving(
            route: { _ in { _, response in try await response.end(fields: ["grpc-status": "12"]) } },
            talk: { client, _, _ -> (Answer, Bool) in
                client.begin()
                client.send(.request(1, "POST", "/", ends: false))
                while let frame = client.frame() {
                    guard frame.type == Frame.headers else { continue }
                    return (Answer(head: client.inflate(frame.payload)), frame.endsStream)
                }
                return (Answer(), false)
            }
        )
        #expect(answer?.0.head == [":status": "200", "grpc-status": "12"])
        #expect(answer?.1 == true)
    }

    @Test func `what a handler leaves unfinished is ended for it`() async throws {
        let handlers: [String: HTTP2Handler] = [
            "/nothing": { _, _ in },
            "/head": { _, response in try await response.begin() },
            "/throws": { _, response in
                try await response.begin()
                throw HTTP2Error(.outOfOrder)
            },
            "/resets": { _, response in await response.reset(.enhanceYourCalm) },
            "/": { _, response in try await response.end() },
        ]
        let answers = try await serving(route: { handlers[$0.target] }) { client, _, _ -> [Answer] in
            client.begin()
            return [(1, "/nothing"), (3, "/head"), (5, "/throws"), (7, "/resets"), (9, "/")].map { number, path in
                client.send(.request(number, "GET", path))
                return client.answer(number)
            }
        }
        #expect(answers?.map(\.reset) == [2, nil, 2, 11, nil])
        #expect(answers?.map(\.status) == [nil, 200, nil, nil, 200] || answers?[2].status == 200)
    }

    @Test func `parts of an answer out of order are an error of the handler's`() async throws {
        let codes = Locked<[HTTP2Error.Code]>([])
        let handler: HTTP2Handler = { _, response in
            func note(_ part: () async throws -> Void) async {
                do { try await part() } catch {
                    if let error = error as? HTTP2Error { codes.withLock { $0.append(error.code) } }
                }
            }
            await note { try await response.write([1]) }
            await note { try await response.begin(status: 100) }
            await note { try await response.begin(fields: ["x": "a\nb"]) }
            try await response.begin()
            await note { try await response.begin() }
            await note { try await response.finish(trailers: ["": "x"]) }
            try await response.finish()
        }
        _ = try await serving(route: { _ in handler }) { client, _, _ -> Answer in
            client.begin()
            client.send(.request(1))
            return client.answer(1)
        }
        #expect(codes.withLock { $0 } == [.outOfOrder, .invalidHead, .invalidHead, .outOfOrder, .invalidHead])
    }

    @Test(arguments: ["reset", "leave", "cut"])
    func `a client that gives up cancels the handler`(_ how: String) async throws {
        let begun = Signal()
        let cancelled = Signal()
        let handler: HTTP2Handler = { _, _ in
            begun.send()
            do { try await Task.sleep(for: .seconds(60)) } catch { cancelled.send() }
        }
        let wasCancelled = try await serving(route: { _ in handler }) { client, _, _ -> Bool in
            client.begin()
            client.send(.request(1, "POST", "/", ends: false))
            guard eventually({ begun.isSent }) else { return false }
            switch how {
            case "reset": client.send(.reset(1))
            case "leave": client.close()
            default: client.close(reset: true)
            }
            return eventually { cancelled.isSent }
        }
        #expect(wasCancelled == true)
    }

    @Test func `a reader of a body that will not be complete is told so`() async throws {
        let begun = Signal()
        let failed = Signal()
        let handler: HTTP2Handler = { request, _ in
            do { for try await _ in request.body { begun.send() } } catch is CancellationError { failed.send() }
        }
        let hasFailed = try await serving(route: { _ in handler }) { client, _, _ -> Bool in
            client.begin()
            client.send(.request(1, "POST", "/", ends: false), .data(1, "abc"))
            guard eventually({ begun.isSent }) else { return false }
            client.send(.reset(1))
            return eventually { failed.isSent }
        }
        #expect(hasFailed == true)
    }

    @Test func `a client may send no more than its handler reads`() async throws {
        let release = Signal()
        var http2 = HTTP2Limits()
        http2.streamWindow = 100_000
        let handler: HTTP2Handler = { request, response in
            await release.wait()
            try await mirror(request, response)
        }
        let (before, count) = try #require(
            await serving(http2: http2, route: { _ in handler }) { client, _, _ -> (Int, Int) in
                client.begin()
                client.settle()
                client.send(.request(1, "POST", "/", ends: false))
                let piece = Frame(Frame.data, stream: 1, [UInt8](repeating: 7, count: 10_000))
                for _ in 0..<10 { client.send(piece) }
                client.send(Frame(Frame.ping, [UInt8](repeating: 1, count: 8)))
                var before = 0
                while let frame = client.frame(), frame.type != Frame.ping {
                    if frame.type == Frame.windowUpdate && frame.stream == 1 { before += 1 }
                }
                release.send()
                var room = 0
                var echoed = 0
                while echoed < 200_000, let frame = client.frame() {
                    if frame.type == Frame.data {
                        echoed += frame.payload.count
                        client.send(.window(0, frame.payload.count), .window(1, frame.payload.count))
                    }
                    guard frame.type == Frame.windowUpdate, frame.stream == 1 else { continue }
                    room += frame.payload.reduce(0) { $0 << 8 | Int($1) }
                    while room >= 10_000, echoed < 200_000 {
                        room -= 10_000
                        client.send(piece)
                    }
                }
                return (before, echoed)
            }
        )
        #expect(before == 0)
        #expect(count >= 200_000)
    }

    @Test func `a writer waits while its reader gives it no room, and is cut off in the end`() async throws {
        var limits = ServerLimits()
        limits.streamTimeout = .milliseconds(300)
        let written = Locked(0)
        let over = Signal()
        let handler: HTTP2Handler = { _, response in
            defer { over.send() }
            try await response.begin()
            while true {
                try await response.write([UInt8](repeating: 1, count: 10_000))
                written.withLock { $0 += 10_000 }
            }
        }
        let answer = try await serving(limits, route: { _ in handler }) { client, _, _ -> Answer in
            client.begin()
            client.send(.request(1))
            while let frame = client.frame() {
                if frame.type == Frame.reset { return Answer(reset: frame.reason) }
            }
            return Answer()
        }
        #expect(answer?.reset == 8)
        // The window of 64 KiB, the backlog of as much, and the piece above it.
        #expect(written.withLock { $0 } <= 150_000)
        #expect(over.isSent)
    }

    @Test func `a reader that is cancelled does not wait for the client, and the answer still ends in order`()
        async throws
    {
        let handler: HTTP2Handler = { request, response in
            try await response.begin()
            await withTaskGroup(of: Void.self) { group in
                group.addTask { do { for try await _ in request.body {} } catch {} }
                group.cancelAll()
            }
            try await response.finish(trailers: ["grpc-status": "4"])
        }
        let trailers = try await serving(route: { _ in handler }) { client, _, _ -> [String: String] in
            client.begin()
            client.send(.request(1, "POST", "/", ends: false))
            return client.answer(1).trailers
        }
        #expect(trailers == ["grpc-status": "4"])
    }

    @Test func `a drain says goodbye, lets streams end, and then closes`() async throws {
        let begun = Signal()
        let handler: HTTP2Handler = { _, response in
            try await response.begin()
            begun.send()
            try? await Task.sleep(for: .seconds(60))
            try await response.finish(trailers: ["grpc-status": "14"])
        }
        let (farewell, trailers, isOver) = try #require(
            await serving(route: { _ in handler }) { client, server, _ -> (Int?, [String: String], Bool) in
                client.begin()
                client.send(.request(1))
                guard eventually({ begun.isSent }) else { return (nil, [:], false) }
                server.drain(within: .seconds(2))
                var farewell: Int?
                var trailers: [String: String] = [:]
                while let frame = client.frame() {
                    if frame.type == Frame.goAway { farewell = frame.reason }
                    if frame.type == Frame.headers { trailers = client.inflate(frame.payload) }
                }
                return (farewell, trailers, eventually { server.openConnections == 0 })
            }
        )
        #expect(farewell == 0)
        #expect(trailers == ["grpc-status": "14"])
        #expect(isOver)
    }
}
