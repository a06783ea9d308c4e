import HearthCore
import HearthHTTP
import Testing

@testable import HearthServer

@Suite("Memory of all connections, live", .enabled(if: canServe), .ownThreads)
struct LiveMemoryTests {
    /// The budget of these tests: 8 MiB, 6 of them for large bodies.
    private static var limits: ServerLimits {
        var limits = ServerLimits()
        limits.bodyBytes = 4 << 20
        limits.requestMemory = 8 << 20
        limits.responseMemory = 1 << 20
        return limits
    }

    private static func head(_ framing: String) -> String { "POST / HTTP/1.1\r\nHost: x\r\n\(framing)\r\n\r\n" }

    @Test(arguments: [true, false])
    func `large bodies that never end neither fill the memory nor shut out small ones`(
        _ isAnnounced: Bool
    ) async throws {
        let (statuses, small, retry) = try await serving(Self.limits, handler: echo) { _, port in
            let held = (0..<10).compactMap { _ in RawClient(port: port) }
            for client in held {
                client.send(Self.head(isAnnounced ? "Content-Length: 4000000" : "Transfer-Encoding: chunked"))
                if !isAnnounced { client.send("3d0900\r\n") }
                // All but the last part: the budget pays for what is there.
                for _ in 0..<39 { client.send([UInt8](repeating: 120, count: 100_000)) }
            }
            var buffers = held.map { _ in [UInt8]() }
            var refused: [Int: Answer] = [:]
            for client in held { client.setTimeout(milliseconds: 20) }
            _ = eventually {
                for (index, client) in held.enumerated() where refused[index] == nil {
                    refused[index] = client.answer(&buffers[index])
                }
                return refused.count >= 8
            }
            let small = RawClient(port: port)?.ask(Self.head("Content-Length: 2") + "hi")?.status
            return (refused.values.map(\.status), small, refused.values.first?.fields["retry-after"])
        }
        // One holds 3.9 MB, and a second one no longer fits; its memory may grow in steps.
        #expect(statuses.count >= 8 && statuses.allSatisfy { $0 == 503 })
        #expect(retry == "1")
        #expect(small == 200)
    }

    @Test func `memory comes back when a body's handler returns and when its client leaves`() async throws {
        let release = Signal()
        let begun = Locked(0)
        let handler: @Sendable (HTTPRequest) async -> HTTPResponse = { request in
            begun.withLock { $0 += 1 }
            if request.body.first == 119 { await release.wait() }
            return .text("\(request.body.count)")
        }
        let request = Self.head("Content-Length: 4000000")
        let body = [UInt8](repeating: 120, count: 4_000_000)
        let (full, afterwards) = try await serving(Self.limits, handler: handler) { server, port -> (Int?, Int?) in
            // One that waits in its handler, one that left it half sent.
            guard let waiting = RawClient(port: port), let leaving = RawClient(port: port) else { return (nil, nil) }
            waiting.send(request)
            waiting.send([119] + body.dropFirst())
            guard eventually({ begun.withLock { $0 } == 1 }) else { return (nil, nil) }
            let full = RawClient(port: port)?.ask(request)?.status
            release.send()
            _ = waiting.answer()
            leaving.send(request)
            leaving.send(Array(body.prefix(3_000_000)))
            leaving.close(reset: true)
            waiting.close()
            guard eventually({ server.openConnections == 0 }), let last = RawClient(port: port) else {
                return (full, nil)
            }
            last.send(request)
            last.send(body)
            return (full, last.answer()?.status)
        }
        #expect(full == 503)
        #expect(afterwards == 200)
    }

    @Test func `large answers for readers that stall do not fill the memory`() async throws {
        let size = 900_000
        let handler: @Sendable (HTTPRequest) async -> HTTPResponse = { request in
            .text(String(repeating: "z", count: request.target == "/small" ? 10 : size))
        }
        let (isRefused, small, again) = try await serving(Self.limits, handler: handler) { server, port in
            // Eight answers each are more than the system's own buffers take, which is 4 MiB at most on Linux.
            let stalled = (0..<6).compactMap { _ in RawClient(port: port, receiveBuffer: 2048) }
            for client in stalled { client.send(String(repeating: "GET / HTTP/1.1\r\nHost: x\r\n\r\n", count: 8)) }
            let isRefused = eventually {
                RawClient(port: port)?.ask("GET / HTTP/1.1\r\nHost: x\r\n\r\n")?.status == 503
            }
            let small = RawClient(port: port)?.ask("GET /small HTTP/1.1\r\nHost: x\r\n\r\n")?.status
            for client in stalled { client.close(reset: true) }
            _ = eventually { server.openConnections == 0 }
            return (isRefused, small, RawClient(port: port)?.ask("GET / HTTP/1.1\r\nHost: x\r\n\r\n")?.status)
        }
        #expect(isRefused)
        #expect(small == 200)
        #expect(again == 200)
    }
}
