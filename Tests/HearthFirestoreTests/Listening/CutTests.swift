import FirestoreSamples
import HearthCore
import HearthFirestore
import HearthHTTP
import HearthTesting
import Testing

/// A transport whose streams break and whose answers get lost, as a seed has it.
struct BrokenTransport: HTTPTransport {
    let inner: any HTTPTransport
    let random: Locked<ValueGenerator>
    let isBroken = Locked(true)

    init(_ inner: any HTTPTransport, seed: UInt64) {
        self.inner = inner
        random = Locked(ValueGenerator(seed: seed))
    }

    private func happens(oneIn count: UInt64) -> Bool {
        isBroken.withLock { $0 } && random.withLock { $0.next() % count == 0 }
    }

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        // Commits are not idempotent: of these only requests get lost, never answers.
        if happens(oneIn: 6) { throw TransportError(.unreachable) }
        let response = try await inner.send(request)
        if request.target.contains("/channel"), happens(oneIn: 6) { throw TransportError(.connectionLost) }
        return response
    }

    func open(_ request: HTTPRequest) async throws(TransportError) -> HTTPExchange {
        if happens(oneIn: 4) { throw TransportError(.unreachable) }
        let exchange = try await inner.open(request)
        let buffer = HTTPBodyBuffer()
        let task = Task { [self] in
            do throws(TransportError) {
                var pieces = exchange.body.makeAsyncIterator()
                while let piece = try await pieces.next(isolation: nil) {
                    if happens(oneIn: 5) { throw TransportError(.connectionLost) }
                    // What arrives is cut anywhere.
                    let cut = Int(random.withLock { $0.next() } % UInt64(piece.count + 1))
                    if cut > 0 { _ = buffer.put(Array(piece[..<cut])) }
                    if cut < piece.count { _ = buffer.put(Array(piece[cut...])) }
                }
                buffer.finish()
            } catch {
                buffer.finish(error)
            }
            exchange.cancel()
        }
        let owner = Owner(task)
        return HTTPExchange(
            status: exchange.status,
            fields: exchange.fields,
            body: HTTPResponseStream(buffer, keeping: owner)
        )
    }

    private final class Owner: Sendable {
        let task: Task<Void, Never>
        init(_ task: Task<Void, Never>) { self.task = task }
        deinit { task.cancel() }
    }
}

struct CutTests {
    @Test(arguments: 1...UInt64(LongRuns.count(8, long: 200)))
    func `a listener over a broken network has in the end what the server has`(seed: UInt64) async throws {
        let backend = try await TestBackend()
        let broken = BrokenTransport(backend.transport, seed: seed)
        let clock = FirestoreClock(sleep: { _ in
            await Task.yield()
            try Task.checkCancellation()
        })
        let firestore = backend.client(transport: broken, clock: clock)
        let other = backend.client()
        let query = firestore.collection("c").order(by: "n")
        let lists = AsyncStream.makeStream(of: [Int].self)
        let listener = query.addSnapshotListener { result in
            if case .success(let snapshot) = result {
                lists.continuation.yield(snapshot.documents.compactMap { $0["n"]?.intValue })
            }
        }
        for n in 1...12 {
            let writer = n.isMultiple(of: 3) ? firestore : other
            try await writer.document("c/d\(n % 5)").setData(["n": n])
        }
        broken.isBroken.withLock { $0 = false }
        await firestore.waitForPendingWrites()
        let expected = try await other.collection("c").order(by: "n").getDocuments().documents.compactMap {
            $0["n"]?.intValue
        }
        var shown: [Int]?
        var iterator = lists.stream.makeAsyncIterator()
        while shown != expected { shown = await iterator.next() }
        listener.remove()
    }
}
