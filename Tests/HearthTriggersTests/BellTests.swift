import HearthCore
import Testing

@testable import HearthTriggers

@Suite("The bell of an outbox")
struct BellTests {
    @Test func `a ring before the wait is kept, once`() async {
        let (bell, hasWaited) = (Bell(), Locked(false))
        bell.ring()
        bell.ring()
        await bell.wait()
        let second = Task {
            await bell.wait()
            hasWaited.withLock { $0 = true }
        }
        for _ in 0..<100 { await Task.yield() }
        #expect(!hasWaited.withLock { $0 })
        bell.ring()
        await second.value
    }

    @Test func `a ring wakes every task that waits`() async {
        let bell = Bell()
        let waiting = (0..<10).map { _ in Task { await bell.wait() } }
        // A task that waits only after a ring needs another one.
        let ringing = Task {
            while !Task.isCancelled {
                bell.ring()
                await Task.yield()
            }
        }
        for task in waiting { await task.value }
        ringing.cancel()
    }

    @Test func `a task that is cancelled does not wait, before the wait and within it`() async {
        let bell = Bell()
        for yields in 0..<200 {
            let task = Task {
                for _ in 0..<(yields % 7) { await Task.yield() }
                await bell.wait()
            }
            for _ in 0..<(yields % 5) { await Task.yield() }
            task.cancel()
            await task.value
        }
    }

    @Test func `no ring is lost among many tasks that ring, wait and are cancelled`() async {
        let (bell, rung) = (Bell(), Locked(0))
        await withDiscardingTaskGroup { group in
            for _ in 0..<4 {
                group.addTask {
                    for _ in 0..<500 {
                        rung.withLock { $0 += 1 }
                        bell.ring()
                        await Task.yield()
                    }
                }
            }
            group.addTask {
                // Ends only if the last ring is seen.
                while rung.withLock({ $0 }) < 2_000 { await bell.wait() }
            }
            for _ in 0..<200 {
                group.addTask {
                    let task = Task { await bell.wait() }
                    await Task.yield()
                    task.cancel()
                    await task.value
                    // What it took away it gives back, as an outbox does that is stopped.
                    bell.ring()
                }
            }
        }
    }
}
