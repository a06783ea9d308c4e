import HearthCore
import HearthTestSupport
import Testing

@testable import HearthAuth

@Suite("A value that comes later")
struct PromiseTests {
    @Test func `is given to all tasks that wait and to all that come later; the first one counts`() async {
        let promise = Promise<Int>()
        let early = (0..<10).map { _ in Task { await promise.value() } }
        await stepAside(20)
        promise.fulfil(1)
        promise.fulfil(2)
        for waiter in early { #expect(await waiter.value == 1) }
        #expect(await promise.value() == 1)
    }

    @Test func `is nothing to a task that was cancelled, and still comes for the others`() async {
        let promise = Promise<Int>()
        let cancelled = Task { await promise.value() }
        let other = Task { await promise.value() }
        cancelled.cancel()
        #expect(await cancelled.value == nil)
        promise.fulfil(7)
        #expect(await other.value == 7)
    }

    @Test func `that is there already is given to a cancelled task or not, and never twice`() async {
        for _ in 0..<200 {
            let promise = Promise<Int>()
            let waiter = Task { await promise.value() }
            async let fulfilled: Void = promise.fulfil(3)
            waiter.cancel()
            await fulfilled
            let value = await waiter.value
            #expect(value == nil || value == 3)
        }
    }
}

@Suite("A broadcast")
struct BroadcastTests {
    @Test func `tells each follower the present value and then what is new`() async {
        let broadcast = Broadcast(0)
        let (one, other) = (broadcast.follower(), broadcast.follower())
        #expect(await one.next() == 0)
        broadcast.publish(0)
        broadcast.publish(1)
        #expect(await one.next() == 1)
        broadcast.publish(2)
        broadcast.publish(3)
        #expect(await one.next() == 3)
        #expect(await other.next() == 3)
        #expect(broadcast.value == 3)
    }

    @Test func `wakes a follower that waits`() async {
        let broadcast = Broadcast("a")
        let follower = broadcast.follower()
        _ = await follower.next()
        let waiter = Task { await follower.next() }
        await stepAside(20)
        broadcast.publish("b")
        #expect(await waiter.value == "b")
    }

    @Test func `ends for a task that is cancelled, before or while it waits`() async {
        let broadcast = Broadcast(0)
        let follower = broadcast.follower()
        _ = await follower.next()
        let waiter = Task { await follower.next() }
        waiter.cancel()
        #expect(await waiter.value == nil)
        broadcast.publish(1)
        #expect(await follower.next() == nil)
        #expect(broadcast.followerCount == 0)
    }

    @Test func `forgets a follower that ended, or that was dropped`() async {
        let broadcast = Broadcast(0)
        let ended = broadcast.follower()
        do {
            let dropped = broadcast.follower()
            #expect(await dropped.next() == 0)
        }
        #expect(broadcast.followerCount == 1)
        ended.end()
        ended.end()
        #expect(broadcast.followerCount == 0)
        #expect(await ended.next() == nil)
    }

    @Test func `is a stream that ends with its task`() async {
        let broadcast = Broadcast(0)
        let (seen, sink) = AsyncStream.makeStream(of: Int.self)
        let reader = Task {
            for await value in broadcast.follow() { sink.yield(value) }
            sink.finish()
        }
        var values = seen.makeAsyncIterator()
        #expect(await values.next() == 0)
        broadcast.publish(5)
        #expect(await values.next() == 5)
        reader.cancel()
        #expect(await values.next() == nil)
        await reader.value
    }

    @Test func `never ends on a value that is not the newest, however many publish`() async {
        let broadcast = Broadcast(-1)
        let follower = broadcast.follower()
        await withTaskGroup(of: Void.self) { group in
            for writer in 0..<8 {
                group.addTask { for number in 0..<100 { broadcast.publish(writer * 100 + number) } }
            }
        }
        let last = broadcast.value
        #expect(await follower.next() == last)
    }
}

@Suite("Tasks without a caller")
struct BackgroundTasksTests {
    @Test func `one of a kind runs, and the one before is cancelled`() async {
        let tasks = BackgroundTasks()
        let (ended, sink) = AsyncStream.makeStream(of: String.self)
        let gates = [Gate(), Gate(), Gate()]
        tasks.start(.restore) { sink.yield(await gates[0].pass() ? "first" : "first cancelled") }
        tasks.start(.rewrite) { sink.yield(await gates[1].pass() ? "other kind" : "other kind cancelled") }
        tasks.start(.restore) { sink.yield(await gates[2].pass() ? "second" : "second cancelled") }
        var words = ended.makeAsyncIterator()
        #expect(await words.next() == "first cancelled")
        gates[1].open()
        #expect(await words.next() == "other kind")
        gates[2].open()
        #expect(await words.next() == "second")
    }

    @Test func `all are cancelled by the end, after which none starts`() async {
        let tasks = BackgroundTasks()
        let (ended, sink) = AsyncStream.makeStream(of: Bool.self)
        for kind in [BackgroundTasks.Kind.restore, .rewrite, .signOut] {
            tasks.start(kind) { sink.yield(await Gate().pass()) }
        }
        tasks.close()
        tasks.close()
        var words = ended.makeAsyncIterator()
        for _ in 0..<3 { #expect(await words.next() == false) }
        tasks.start(.restore) { sink.yield(true) }
        sink.finish()
        #expect(await words.next() == nil)
    }
}
