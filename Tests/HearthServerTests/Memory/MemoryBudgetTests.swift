import HearthHTTP
import Testing

@testable import HearthServer

@Suite("Memory budget")
struct MemoryBudgetTests {
    @Test func `the last quarter is kept for what is small`() {
        let budget = MemoryBudget(limit: 1 << 20)
        #expect(budget.take(768 << 10, of: 768 << 10))
        #expect(!budget.take(1, of: 65 << 10))
        #expect(budget.take(64 << 10, of: 64 << 10))
        #expect(budget.held == 832 << 10)
        budget.give(832 << 10)
        #expect(budget.held == 0)
    }

    @Test func `a share is returned with its last holder`() {
        let budget = MemoryBudget(limit: 1000)
        var share: MemoryShare? = MemoryShare(of: budget)
        #expect(share?.resize(to: 600) == true)
        #expect(share?.resize(to: 1001) == false)
        #expect(budget.held == 600)
        #expect(share?.resize(to: 100) == true)
        #expect(budget.held == 100)
        share = nil
        #expect(budget.held == 0)
    }

    @Test(arguments: [1, 100, 5000, 1 << 20])
    func `a body takes no more memory than twice its size`(_ size: Int) throws {
        for expected in [size, nil] {
            let budget = MemoryBudget(limit: 1 << 30)
            var body = BodyBuffer(maximum: 4 << 20, expected: expected, budget: budget)
            let piece = [UInt8](repeating: 7, count: 1000)
            while body.received < size {
                let rest = min(1000, size - body.received)
                try body.append(piece.span.extracting(0..<rest))
                #expect(budget.held >= body.bytes.count)
            }
            #expect(budget.held <= (expected ?? max(4096, 2 * size)))
            #expect(body.bytes.count == size)
            #expect(body.take().count == size)
            #expect(budget.held == 0)
        }
    }

    @Test func `small pieces of an answer are joined, and arrive in order`() {
        var queue = OutputQueue()
        for _ in 0..<100_000 { queue.append([1]) }
        #expect(queue.count == 100_000)
    }
}
