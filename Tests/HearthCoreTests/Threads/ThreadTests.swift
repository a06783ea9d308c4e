import HearthCore
import Testing

@Suite("Threads and what they share")
struct ThreadTests {
    private struct Failure: Error, Equatable {
        var number: Int
    }

    @Test func `a lock opens again when the work throws`() {
        let value = Locked([1])
        let error = #expect(throws: Failure.self) {
            try value.withLock { value throws(Failure) in
                value.append(2)
                throw Failure(number: value.count)
            }
        }
        #expect(error == Failure(number: 2))
        // What was done before stays done, and the next one gets in.
        #expect(value.withLock { $0 } == [1, 2])
    }

    @Test func `a thread runs its work once, and can be waited for again and again`() throws {
        let runs = Locked(0)
        let thread = try #require(SystemThread { runs.withLock { $0 += 1 } })
        thread.join()
        #expect(runs.withLock { $0 } == 1)
        thread.join()
        thread.join()
        #expect(runs.withLock { $0 } == 1)
    }

    @Test(arguments: [false, true])
    func `many threads count without losing one`(_ isBackground: Bool) throws {
        let count = Locked(0)
        let threads = try (0..<8).map { _ in
            try #require(SystemThread(isBackground: isBackground) { for _ in 0..<2000 { count.withLock { $0 += 1 } } })
        }
        for thread in threads { thread.join() }
        #expect(count.withLock { $0 } == 16_000)
    }

    @Test func `a thread that no one joins still does its work, and frees what it held`() {
        let monitor = Monitor(false)
        do {
            let thread = SystemThread { monitor.wakeAll { $0 = true } }
            #expect(thread != nil)
        }
        #expect(monitor.wait { $0 ? true : nil })
    }

    @Test func `there is a core`() {
        #expect(SystemThread.coreCount >= 1)
    }

    @Test func `a monitor hands its values to waiting threads, each to one`() throws {
        let waiting = Monitor<[Int]>([])
        let taken = Locked<[Int]>([])
        let threads = try (0..<4).map { _ in
            try #require(
                SystemThread {
                    while true {
                        let next = waiting.wait { list in list.isEmpty ? nil : list.removeFirst() }
                        if next < 0 { return }
                        taken.withLock { $0.append(next) }
                    }
                }
            )
        }
        for number in 0..<1000 {
            waiting.withLock { list, wakesOne in
                list.append(number)
                wakesOne = true
            }
        }
        // One end for each thread, behind everything else.
        waiting.wakeAll { $0 += [-1, -1, -1, -1] }
        for thread in threads { thread.join() }
        #expect(taken.withLock { $0.sorted() } == Array(0..<1000))
        #expect(waiting.withLock { list, _ in list.count } == 0)
    }

    @Test func `a monitor that has a result already does not wait`() {
        let monitor = Monitor(41)
        #expect(monitor.wait { $0 == 41 ? "here" : nil } == "here")
        let seen = monitor.withLock { value, wakesOne in
            #expect(!wakesOne)
            value += 1
            return value
        }
        #expect(seen == 42)
    }

    @Test func `a monitor looks again after each change, and not only at the first`() throws {
        let monitor = Monitor(0)
        let looks = Locked<[Int]>([])
        let thread = try #require(
            SystemThread {
                let end = monitor.wait { value in
                    looks.withLock { $0.append(value) }
                    return value >= 3 ? value : nil
                }
                looks.withLock { $0.append(end * 100) }
            }
        )
        for _ in 0..<3 { monitor.wakeAll { $0 += 1 } }
        thread.join()
        // How often it was woken is the scheduler's; what it saw only grew, and ended with the result.
        let seen = looks.withLock { $0 }
        #expect(seen == seen.sorted())
        #expect(seen.last == 300 && seen.dropLast().last == 3)
    }
}
