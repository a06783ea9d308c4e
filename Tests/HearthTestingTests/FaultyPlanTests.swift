import HearthCore
import HearthHTTP
import HearthTesting
import Testing

@Suite("The troubles that a test plans")
struct FaultyPlanTests {
    /// The words of the answers, in the order of the requests' arrival.
    private let arrived = Locked<[String]>([])

    private func network(_ body: String = "answer", clock: ManualClock? = nil) -> FaultyTransport {
        let arrived = arrived
        let transport = InProcessTransport { request in
            arrived.withLock { $0.append(request.target) }
            return HTTPResponse(status: 200, body: .bytes(Array(body.utf8)))
        }
        return FaultyTransport(transport, clock: clock)
    }

    private func send(_ network: FaultyTransport, _ target: String) async -> TransportError.Kind? {
        do throws(TransportError) {
            _ = try await network.send(HTTPRequest(.get, target: target))
            return nil
        } catch {
            return error.kind
        }
    }

    @Test func `come in their order, each as often as planned`() async {
        let network = network()
        network.disturb("/a", by: .loseRequest)
        network.disturb("/a", count: 2, by: .loseAnswer)
        network.disturb("/a", count: 0, by: .loseRequest)
        network.disturb("/a", count: -3, by: .loseRequest)
        for lost in [true, true, true, false] { #expect((await send(network, "/a") != nil) == lost) }
        #expect(arrived.withLock(\.self) == ["/a", "/a", "/a"])
    }

    @Test(arguments: [
        ("/token", "/v1/token", true), ("/token", "/v1/token?key=1", true),
        (":signUp", "/v1/accounts:signUp?x=/token", true),
        ("/token", "/v1/token/", false), ("/token", "/v1/tokens", false), ("", "/anything", true),
        ("key=1", "/v1/token?key=1", false),
    ])
    func `are for the paths with their end`(_ end: String, _ target: String, _ isDisturbed: Bool) async {
        let network = network()
        network.disturb(end, by: .loseRequest)
        #expect((await send(network, target) == .connectionLost) == isDisturbed)
    }

    @Test func `wait while the network is off`() async {
        let network = network()
        network.disturb("/a", by: .loseAnswer)
        network.isOffline = true
        #expect(network.isOffline)
        #expect(await send(network, "/a") == .connectionLost)
        #expect(arrived.withLock(\.self).isEmpty)
        network.isOffline = false
        #expect(await send(network, "/a") == .connectionLost)
        #expect(arrived.withLock(\.self) == ["/a"])
        #expect(await send(network, "/a") == nil)
    }

    @Test(arguments: [(0, false), (5, false), (6, true), (7, true), (.max, true), (-1, false)])
    func `an answer is cut if it is longer than what arrives`(_ limit: Int, _ isWhole: Bool) async {
        let network = network("answer")
        network.disturb(by: .cut(afterBytes: limit))
        #expect((await send(network, "/") == nil) == isWhole)
    }

    @Test(arguments: [0, 1, 5, 6, 7])
    func `of a cut stream arrives what was let through`(_ limit: Int) async throws {
        let network = network("answer")
        network.disturb(by: .cut(afterBytes: limit))
        var read: [UInt8] = []
        var error: TransportError?
        do throws(TransportError) {
            var pieces = try await network.open(HTTPRequest(.get, target: "/")).body.makeAsyncIterator()
            while let piece = try await pieces.next() { read += piece }
        } catch let failure {
            error = failure
        }
        #expect(String(decoding: read, as: UTF8.self) == String("answer".prefix(limit)))
        #expect((error == nil) == (limit >= 6))
    }

    @Test func `a delay ends with the task that waits`() async {
        let clock = ManualClock()
        let network = network(clock: clock)
        network.disturb(by: .delay(.seconds(60)))
        let call = Task { await send(network, "/") }
        await clock.untilATaskSleeps()
        call.cancel()
        #expect(await call.value == .cancelled)
        #expect(arrived.withLock(\.self).isEmpty)
    }
}
