import HearthCore
import HearthHTTP
@testable import HearthHTTP2
import Testing

@testable import HearthServer

@Suite("Abuse of HTTP/2, live", .enabled(if: canServe), .ownThreads)
struct AbuseTests {
    private static let calm = 11

    /// What the server says at the end to a client that sends a frame again and again.
    private static func flood(_ count: Int, _ make: @escaping @Sendable (Int) -> [UInt8]) async throws -> Int? {
        try await serving(
            route: { _ in { _, _ in try await Task.sleep(for: .seconds(60)) } },
            talk: { client, _, _ in
                client.begin()
                for index in 0..<count where !client.send(make(index)) { break }
                return client.farewell()
            }
        )
    }

    @Test func `streams that are opened and reset`() async throws {
        let reason = try await Self.flood(300) { Frame.request(2 * $0 + 1).bytes + Frame.reset(2 * $0 + 1).bytes }
        #expect(reason == Self.calm)
    }

    @Test func `pings`() async throws {
        #expect(
            try await Self.flood(200) { _ in Frame(Frame.ping, [UInt8](repeating: 0, count: 8)).bytes } == Self.calm
        )
    }

    @Test func `settings`() async throws {
        #expect(try await Self.flood(50) { _ in Frame(Frame.settings).bytes } == Self.calm)
    }

    @Test func `frames that carry nothing`() async throws {
        let reason = try await Self.flood(2000) { index in
            index == 0 ? Frame.request(1, "POST", "/", ends: false).bytes : Frame.data(1, "").bytes
        }
        #expect(reason == Self.calm)
        #expect(
            try await Self.flood(2000) { _ in Frame(Frame.priority, stream: 1, [0, 0, 0, 3, 1]).bytes } == Self.calm
        )
    }

    @Test func `a head that never ends`() async throws {
        let reason = try await Self.flood(1000) { index in
            let block = Frame.block([("x-\(index)", "1")])
            return index == 0
                ? Frame(Frame.headers, stream: 1, block).bytes : Frame(Frame.continuation, stream: 1, block).bytes
        }
        #expect(reason == Self.calm || reason == 1)
    }

    @Test func `heads that unpack to far more than they weigh`() async throws {
        let value = String(repeating: "a", count: 4000)
        let reason = try await Self.flood(30) { index in
            // The first request puts a large field into the table; the others name it over and over.
            let start: [(String, String)] = [
                (":method", "GET"), (":scheme", "http"), (":path", "/"), (":authority", "x"),
            ]
            let large = index == 0 ? [0x40] + Array(Frame.block([("x-a", value)]).dropFirst()) : []
            let block = Frame.block(start) + large + [UInt8](repeating: 0xBE, count: 4000)
            return Frame(Frame.headers, flags: Frame.endHeaders | Frame.endStream, stream: 2 * index + 1, block).bytes
        }
        #expect(reason == Self.calm)
    }

    @Test func `more streams than there may be are refused, and may be tried again`() async throws {
        var http2 = HTTP2Limits()
        http2.totalStreams = 3
        let release = Signal()
        let handler: HTTP2Handler = { _, response in
            await release.wait()
            try await response.end()
        }
        let (reset, statuses, again) = try #require(
            await serving(http2: http2, route: { _ in handler }) { client, _, _ -> (Int?, [Int?], Int?) in
                client.begin()
                for number in [1, 3, 5, 7] { client.send(.request(number)) }
                let reset = client.answer(7).reset
                release.send()
                var statuses: [Int?] = []
                while statuses.count < 3, let frame = client.frame() {
                    if frame.type == Frame.headers {
                        statuses.append(Int(client.inflate(frame.payload)[":status"] ?? ""))
                    }
                }
                var again: Int?
                var number = 9
                // The streams that were answered count until the server has let go of them.
                _ = eventually {
                    client.send(.request(number))
                    again = client.answer(number).status
                    number += 2
                    return again != nil
                }
                return (reset, statuses, again)
            }
        )
        #expect(reset == 7)
        #expect(statuses == [200, 200, 200])
        #expect(again == 200)
    }

    @Test func `a body that drips is cut off, and so are a head that drips and an idle connection`() async throws {
        var limits = ServerLimits()
        limits.bodyTimeout = .milliseconds(150)
        limits.headTimeout = .milliseconds(150)
        limits.idleTimeout = .milliseconds(150)
        let (body, head, idle) = try #require(
            await serving(limits) { client, _, port -> (Int?, Int, Int) in
                client.begin()
                client.send(.request(1, "POST", "/", ends: false), .data(1, "a"))
                let status = client.answer(1).status
                guard let dripping = FrameClient(port: port), let idle = FrameClient(port: port) else {
                    return (nil, 0, 0)
                }
                dripping.begin()
                dripping.settle()
                dripping.send(Frame(Frame.headers, stream: 1, Frame.block([(":method", "GET")])))
                idle.begin()
                return (status, dripping.farewell(), idle.farewell())
            }
        )
        #expect(body == 408)
        #expect(head == 0)
        #expect(idle == 0)
    }

    @Test func `bodies that are not read do not fill the memory`() async throws {
        var limits = ServerLimits()
        limits.requestMemory = 400_000
        let handler: HTTP2Handler = { _, _ in try await Task.sleep(for: .seconds(60)) }
        let resets = try await serving(limits, route: { _ in handler }) { client, _, _ -> [Int?] in
            client.begin()
            client.settle()
            for number in stride(from: 1, through: 21, by: 2) {
                client.send(.request(number, "POST", "/", ends: false))
                for _ in 0..<4 { client.send(Frame(Frame.data, stream: number, [UInt8](repeating: 1, count: 15_000))) }
            }
            client.send(Frame(Frame.ping, [UInt8](repeating: 1, count: 8)))
            var resets: [Int?] = []
            while let frame = client.frame(), frame.type != Frame.ping {
                if frame.type == Frame.headers { resets.append(Int(client.inflate(frame.payload)[":status"] ?? "")) }
            }
            return resets
        }
        // Six of the eleven fit; the others are told to come again.
        #expect((resets?.count ?? 0) >= 4 && resets?.allSatisfy { $0 == 503 } == true)
    }

    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func `no bytes make the session trap`(_ seed: UInt64) throws {
        var state = seed
        func random(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }
        let seeds: [Frame] = [
            .request(1), .request(3, "POST", "/", ends: false), .data(3, "abc"), .data(3, "", ends: true), .reset(1),
            .window(0, 10), .window(3, 10), Frame(Frame.settings), Frame(Frame.ping, [0, 1, 2, 3, 4, 5, 6, 7]),
            Frame(Frame.headers, stream: 5, Frame.block([(":method", "GET")])),
            Frame(Frame.continuation, flags: 4, stream: 5, Frame.block([(":path", "/"), (":scheme", "http")])),
            Frame(Frame.goAway, [0, 0, 0, 0, 0, 0, 0, 0]), Frame(Frame.priority, stream: 7, [0, 0, 0, 1, 1]),
        ]
        var heads = 0
        for _ in 0..<3000 {
            let session = try #require(Session(ServerLimits(), HTTP2Limits(), now: 0))
            var bytes = Frame.preface + Frame(Frame.settings).bytes
            let start = bytes.count
            for _ in 0..<random(8) { bytes += seeds[random(seeds.count)].bytes }
            for _ in 0..<random(3) where bytes.count > start {
                bytes[start + random(bytes.count - start)] = UInt8(random(256))
            }
            let cut = random(bytes.count)
            for piece in [bytes[..<cut], bytes[cut...]] {
                guard session.receive(Array(piece).span) else { break }
                for event in session.takeEvents() {
                    guard case .head(let number, let block, let ends) = event else { continue }
                    heads += 1
                    _ = try? block.head(hasBody: !ends, peer: "", session.limits)
                    session.respond(number, try #require(OutgoingHead(status: 200)), OutgoingBody(now: 0))
                    session.send([1, 2, 3], number)
                    session.finish(number, trailers: OutgoingHead(status: nil, ["a": "b"]))
                }
                _ = session.output(1000)
            }
        }
        #expect(heads > 200)
    }
}
