import HearthCore
import Testing

@testable import HearthDatabase

@Suite("A mailbox")
struct MailboxTests {
    @Test func `gives everything that waits at once, in the order of its arrival`() {
        let mailbox = Mailbox<Int>()
        for number in 1...5 { #expect(mailbox.append(number)) }
        #expect(mailbox.takeAll() == [1, 2, 3, 4, 5])
        #expect(mailbox.append(6))
        #expect(mailbox.takeAll() == [6])
    }

    @Test func `takes nothing more when it is closed, and gives what is inside`() {
        let mailbox = Mailbox<String>()
        #expect(mailbox.append("a"))
        mailbox.close()
        #expect(!mailbox.append("b"))
        #expect(mailbox.takeAll() == ["a"])
        #expect(mailbox.takeAll() == nil)
        mailbox.close()
        #expect(mailbox.takeAll() == nil)
    }

    @Test func `loses nothing between threads, and keeps the order of each`() throws {
        let mailbox = Mailbox<(writer: Int, number: Int)>()
        let taken = Locked<[[Int]]>(Array(repeating: [], count: 4))
        let reader = try #require(
            SystemThread {
                while let all = mailbox.takeAll() {
                    taken.withLock { taken in for one in all { taken[one.writer].append(one.number) } }
                }
            }
        )
        let writers = try (0..<4).map { writer in
            try #require(SystemThread { for number in 0..<500 { _ = mailbox.append((writer, number)) } })
        }
        for writer in writers { writer.join() }
        mailbox.close()
        reader.join()
        #expect(taken.withLock { $0 } == Array(repeating: Array(0..<500), count: 4))
    }

    @Test func `wakes a thread that waits when it is closed`() throws {
        let mailbox = Mailbox<Int>()
        let ended = Locked(false)
        let reader = try #require(
            SystemThread {
                let end = mailbox.takeAll()
                ended.withLock { $0 = end == nil }
            }
        )
        mailbox.close()
        reader.join()
        #expect(ended.withLock { $0 })
    }
}
