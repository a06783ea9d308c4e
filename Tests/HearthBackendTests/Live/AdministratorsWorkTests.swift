import HearthBackend
import HearthCore
import HearthHTTP
import HearthTesting
import HearthTransport
import Testing

@Suite("The work of administrators")
struct AdministratorsWorkTests {
    /// Holds the thread that reads a page of accounts until it is told to go on, or for a minute.
    private final class Stop: Sendable {
        private let isOver = Monitor(false)
        private let hasCome = Locked(false)

        var isReached: Bool { hasCome.withLock { $0 } }
        var isOpen: Bool { isOver.withLock { isOver, _ in isOver } }

        func meet(_ statement: String) {
            guard statement.hasPrefix("SELECT * FROM accounts"), statement.contains("ORDER BY id") else { return }
            hasCome.withLock { $0 = true }
            _ = isOver.wait { $0 ? true : nil }
        }

        func open() { isOver.wakeAll { $0 = true } }
    }

    @Test func `holds up no user on the same loop`() async throws {
        let stop = Stop()
        var probe = BackendProbe()
        probe.worked = { stop.meet($0) }
        let backend = try await TestBackend(probe: probe)
        try await TestWire.open { wire in
            let origin = "http://\(try wire.address(of: backend))"
            let limit = Task {
                try? await Task.sleep(for: .seconds(60))
                stop.open()
            }
            async let page = wire.transport.send(
                HTTPRequest(
                    .get,
                    origin: origin,
                    target: "/identitytoolkit.googleapis.com/v1/projects/demo-test/accounts:batchGet",
                    fields: ["Authorization": "Bearer owner"]
                )
            )
            while !stop.isReached { try await Task.sleep(for: .milliseconds(5)) }
            let health = try await wire.transport.send(HTTPRequest(.get, origin: origin, target: "/healthz"))
            #expect(health.status == 200)
            #expect(!stop.isOpen, "the loop answered only when the administrator's page was done")
            stop.open()
            limit.cancel()
            #expect(try await page.status == 200)
        }
    }
}
