import HearthCore
import Testing

@testable import HearthHTTP

@Suite("A body between its writer and its reader", .timeLimit(.minutes(5)))
struct HTTPBodyBufferTests {
    @Test func `hands over pieces in order, and then the end`() async throws {
        let buffer = HTTPBodyBuffer()
        #expect(buffer.put([1, 2]) && buffer.put([]) && buffer.put([3]))
        #expect(buffer.count == 3)
        buffer.finish()
        #expect(try await buffer.take() == [1, 2])
        #expect(try await buffer.take() == [3])
        #expect(try await buffer.take() == nil)
        #expect(try await buffer.take() == nil)
        #expect(!buffer.put([4]))
    }

    @Test func `gives what arrived before it broke`() async throws {
        let buffer = HTTPBodyBuffer()
        _ = buffer.put([1])
        buffer.finish(TransportError(.connectionLost))
        // Only the first end counts.
        buffer.finish()
        #expect(try await buffer.take() == [1])
        let error = await #expect(throws: TransportError.self) { try await buffer.take() }
        #expect(error?.kind == .connectionLost)
    }

    @Test func `wakes a reader that was there first`() async throws {
        let buffer = HTTPBodyBuffer()
        async let piece = buffer.take()
        await Task.yield()
        #expect(buffer.put([7]))
        #expect(try await piece == [7])
        #expect(buffer.count == 0)
    }

    @Test func `lets a writer wait above the limit, until half of it was read`() async throws {
        let rooms = Locked(0)
        let buffer = HTTPBodyBuffer(limit: 4) { rooms.withLock { $0 += 1 } }
        #expect(buffer.hasRoom())
        for byte in UInt8(0)..<4 { _ = buffer.put([byte]) }
        #expect(!buffer.hasRoom())
        _ = try await buffer.take()
        #expect(rooms.withLock(\.self) == 0)
        _ = try await buffer.take()
        #expect(rooms.withLock(\.self) == 1)
        #expect(buffer.hasRoom())
        let isWritten = Locked(false)
        let writing = Task {
            try await buffer.write([9, 9, 9])
            isWritten.withLock { $0 = true }
        }
        while buffer.count < 5 { await Task.yield() }
        for _ in 0..<100 { await Task.yield() }
        let isWrittenEarly = isWritten.withLock { $0 }
        #expect(!isWrittenEarly)
        _ = try await buffer.take()
        _ = try await buffer.take()
        try await writing.value
        #expect(try await buffer.take() == [9, 9, 9])
    }

    @Test func `a reader that gives up ends the transfer once, and frees the writer`() async throws {
        let ends = Locked(0)
        let buffer = HTTPBodyBuffer(limit: 1, whenCancelled: { ends.withLock { $0 += 1 } })
        let writing = Task { try await buffer.write([1, 2]) }
        while buffer.count < 2 { await Task.yield() }
        buffer.cancel()
        buffer.cancel()
        await #expect(throws: CancellationError.self) { try await writing.value }
        #expect(ends.withLock(\.self) == 1 && buffer.count == 0 && !buffer.put([3]))
        let error = await #expect(throws: TransportError.self) { try await buffer.take() }
        #expect(error?.kind == .cancelled)
    }

    @Test func `a cancelled task that reads ends the transfer`() async throws {
        let ends = Locked(0)
        let buffer = HTTPBodyBuffer(whenCancelled: { ends.withLock { $0 += 1 } })
        let reading = Task { () async throws(TransportError) in try await buffer.take() }
        await Task.yield()
        reading.cancel()
        let error = await #expect(throws: TransportError.self) { try await reading.value }
        #expect(error?.kind == .cancelled && ends.withLock(\.self) == 1)
    }

    @Test func `the end of a body that is there already is no transfer to end`() {
        let ends = Locked(0)
        let buffer = HTTPBodyBuffer(whenCancelled: { ends.withLock { $0 += 1 } })
        buffer.finish()
        buffer.cancel()
        #expect(ends.withLock(\.self) == 0)
    }

    @Test func `a second reader at a time is told so, and the first one keeps its place`() async throws {
        let buffer = HTTPBodyBuffer()
        let first = Task { () async throws(TransportError) in try await buffer.take() }
        let second = Task { () async throws(TransportError) in try await buffer.take() }
        let outcomes = Locked<[Result<[UInt8]?, TransportError>]>([])
        let waiters = [first, second].map { task in
            Task {
                let outcome = await task.result
                outcomes.withLock {
                    $0.append(outcome.mapError { $0 as? TransportError ?? TransportError(.cancelled) })
                }
            }
        }
        while outcomes.withLock(\.count) < 1 { await Task.yield() }
        guard case .failure(let error) = outcomes.withLock({ $0[0] }) else {
            Issue.record("both read")
            return
        }
        #expect(error.kind == .invalidRequest)
        _ = buffer.put([5])
        for waiter in waiters { await waiter.value }
        #expect(outcomes.withLock { (try? $0[1].get()) == [5] })
    }
}
