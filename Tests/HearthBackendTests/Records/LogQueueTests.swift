import HearthCore
import HearthTestSupport
import Testing

@testable import HearthBackend

@Suite("The lines of the log that wait", .timeLimit(.minutes(1)))
struct LogQueueTests {
    /// A log whose reader takes nothing until it is let.
    private final class SlowReader: Sendable {
        let gate = Monitor(false)
        let lines = Locked<[String]>([])

        var log: Log {
            Log { _, line in
                self.gate.wait { $0 ? () : nil }
                self.lines.withLock { $0.append(line) }
            }
        }

        func open() { gate.wakeAll { $0 = true } }
    }

    @Test func `keep no request waiting when nothing reads them, and are counted`() async {
        let reader = SlowReader()
        let queue = LogQueue(reader.log)
        // How many are in the reader's hands, beside those that wait, depends on the threads.
        for number in 0..<5000 { queue.add(.info, "\(number)") }
        reader.open()
        let mark = "security event=lines-left-out count="
        func written() -> [Int] { reader.lines.withLock { $0.compactMap { Int($0) } } }
        func omitted() -> Int {
            reader.lines.withLock { lines in
                lines.filter { $0.hasPrefix(mark) }.compactMap { Int($0.dropFirst(mark.count)) }.reduce(0, +)
            }
        }
        await until { written().count + omitted() >= 5000 || Task.isCancelled }
        #expect(written().count + omitted() == 5000)
        #expect(written().count >= LogQueue.limit && written().count <= 2 * LogQueue.limit)
        #expect(zip(written(), written().dropFirst()).allSatisfy { $0 < $1 })
        queue.close()
    }

    @Test func `are written in their order, and those that wait at the end too`() async {
        let lines = Locked<[String]>([])
        let queue = LogQueue(Log { level, line in lines.withLock { $0.append("\(level.rawValue) \(line)") } })
        queue.add(.info, "a")
        queue.add(.warning, "b")
        queue.close()
        queue.add(.info, "too late")
        await until { lines.withLock { $0.count } >= 2 || Task.isCancelled }
        #expect(lines.withLock { $0 } == ["info a", "warning b"])
    }
}
