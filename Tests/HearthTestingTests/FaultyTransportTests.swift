import HearthFirestore
import HearthHTTP
import HearthTesting
import Testing

@Suite("A network that a test disturbs")
struct FaultyTransportTests {
    private static let lost = TransportError(.connectionLost, "a test cut the connection")

    private func result(_ network: FaultyTransport, readsPieces: Bool) async -> Result<String, TransportError> {
        let request = HTTPRequest(.get, target: "/b")
        do throws(TransportError) {
            let answer = readsPieces ? try await network.open(request).collected() : try await network.send(request)
            return .success(String(decoding: answer.bytes, as: UTF8.self))
        } catch {
            return .failure(error)
        }
    }

    @Test(
        arguments: [
            (.loseRequest, 0, false), (.loseAnswer, 1, false), (.duplicate, 2, true), (.cut(afterBytes: 3), 1, false),
            (.cut(afterBytes: 100), 1, true),
        ] as [(FaultyTransport.Trouble, Int, Bool)],
        [false, true]
    )
    func `disturbs the next request of a path, and no other`(
        _ case: (trouble: FaultyTransport.Trouble, arrivals: Int, isAnswered: Bool),
        readsPieces: Bool
    ) async throws {
        let (seen, arrived) = AsyncStream.makeStream(of: Void.self)
        let network = FaultyTransport(
            InProcessTransport { _ in
                arrived.yield()
                return HTTPResponse(status: 200, body: .bytes(Array("answer".utf8)))
            }
        )
        network.disturb("/other", by: .loseRequest)
        network.disturb("/b", by: `case`.trouble)
        let first = await result(network, readsPieces: readsPieces)
        #expect(first == (`case`.isAnswered ? .success("answer") : .failure(Self.lost)))
        #expect(await result(network, readsPieces: readsPieces) == .success("answer"))
        arrived.finish()
        #expect(await seen.reduce(0) { count, _ in count + 1 } == `case`.arrivals + 1)
    }

    @Test func `is offline until it is not, and delays by the clock of the test`() async throws {
        let clock = ManualClock()
        let network = FaultyTransport(InProcessTransport { _ in HTTPResponse(status: 204) }, clock: clock)
        let request = HTTPRequest(.get, target: "/")
        network.isOffline = true
        await #expect(throws: Self.lost) { try await network.send(request) }
        network.isOffline = false
        network.disturb(by: .delay(.seconds(60)))
        async let answer = network.send(request)
        await clock.untilATaskSleeps()
        clock.advance(by: .seconds(60))
        #expect(try await answer.status == 204)
    }

    @Test func `lets a listener whose stream was cut connect again`() async throws {
        let backend = try await TestBackend()
        let network = FaultyTransport(backend.transport, clock: backend.clock)
        let notes = Firestore(backend, transport: network).collection("notes")
        let other = Firestore(backend).collection("notes")
        var snapshots = notes.snapshots.makeAsyncIterator()
        #expect(try await snapshots.next()?.isEmpty == true)
        network.cutStreams()
        try await other.document("a").setData(["n": 1])
        var seen = try await snapshots.next()
        while seen?.documents.map(\.documentID) != ["a"] {
            seen = try await snapshots.next()
        }
        #expect(seen?.documents.first?["n"]?.intValue == 1)
    }
}
