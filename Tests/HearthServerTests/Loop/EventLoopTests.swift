import HearthHTTP
import Testing

@testable import HearthServer

@Suite("Event loop", .enabled(if: canServe), .ownThreads)
struct EventLoopTests {
    /// Knows of a poller, which a loop and its thread hold, without holding it.
    private final class Trace {
        weak var poller: Poller?

        init(_ poller: Poller) {
            self.poller = poller
        }
    }

    private static func started() throws -> EventLoop {
        let loop = try EventLoop(service: Service(limits: ServerLimits(), handler: echo))
        try loop.start()
        return loop
    }

    @Test func `the thread ends with its loop`() throws {
        var loop: EventLoop? = try Self.started()
        let trace = Trace(try #require(loop?.poller))
        #expect(trace.poller != nil)
        loop = nil
        #expect(eventually { trace.poller == nil })
    }

    @Test func `handlers, actors and tasks under them run on the thread`() async throws {
        actor Counter {
            var isHere = false

            func look(_ executor: LoopExecutor) { isHere = executor.isCurrent }
        }
        let loop = try Self.started()
        let executor = loop.executor
        let counter = Counter()
        let task = Task(executorPreference: executor) {
            await counter.look(executor)
            async let child = executor.isCurrent
            try? await Task.sleep(for: .milliseconds(1))
            return await [counter.isHere, child, executor.isCurrent]
        }
        #expect(await task.value == [true, true, true])
        #expect(!executor.isCurrent)
    }

    @Test func `an identifier is good for one connection only`() {
        var table = ConnectionTable()
        let service = Service(limits: ServerLimits(), handler: echo)
        let make = { (id: ConnectionID) in
            Connection(id, Socket(descriptor: -1), peer: "", service: service, now: 0)
        }
        let first = table.insert(make)
        #expect(table[ConnectionID(token: first.id.token)] === first)
        table.remove(first.id)
        table.remove(first.id)
        let second = table.insert(make)
        #expect(second.id.slot == first.id.slot)
        #expect(table[first.id] == nil)
        #expect(table[second.id] === second)
        #expect(table.count == 1)
    }
}
