import HearthCore
import HearthTelemetry
import HearthTestSupport
import Testing

@Suite("Outbox")
struct OutboxTests {
    private let folder = TemporaryFolder()

    private func payloads(_ outbox: Outbox, _ count: Int = .max) -> [String] {
        outbox.first(count).map { String(decoding: $0.payload, as: UTF8.self) }
    }

    private func fill(_ outbox: Outbox, _ range: Range<Int>) throws {
        for number in range { try outbox.append(Array("record \(number)".utf8)) }
    }

    @Test func `returns records in order, after the process ended too`() throws {
        do {
            let outbox = try Outbox.open(folder: folder.path, limits: OutboxLimits(segmentBytes: 64))
            try fill(outbox, 0..<20)
            #expect(payloads(outbox, 3) == ["record 0", "record 1", "record 2"])
            outbox.remove(through: outbox.first(5)[4])
            #expect(outbox.count == 15)
        }
        let again = try Outbox.open(folder: folder.path)
        #expect(payloads(again) == (5..<20).map { "record \($0)" })
        #expect(again.count == 15)
    }

    @Test func `keeps nothing twice when a removal is repeated`() throws {
        let outbox = try Outbox.open(folder: folder.path, limits: OutboxLimits(segmentBytes: 64))
        try fill(outbox, 0..<10)
        let batch = outbox.first(4)
        outbox.remove(through: batch[3])
        outbox.remove(through: batch[3])
        outbox.remove(through: batch[0])
        #expect(payloads(outbox) == (4..<10).map { "record \($0)" })
        #expect(outbox.count == 6)
    }

    @Test func `lets the oldest records give way`() throws {
        let outbox = try Outbox.open(folder: folder.path, limits: OutboxLimits(records: 10, segmentBytes: 64))
        var dropped = 0
        for number in 0..<25 { dropped += try outbox.append(Array("record \(number)".utf8)) }
        #expect(dropped == 15)
        #expect(payloads(outbox) == (15..<25).map { "record \($0)" })
        #expect(folder.files.filter { $0.hasSuffix(".records") }.count <= 4)
    }

    @Test func `brings nothing back that was deleted`() throws {
        do {
            let outbox = try Outbox.open(folder: folder.path, limits: OutboxLimits(segmentBytes: 64))
            try fill(outbox, 0..<20)
            let batch = outbox.first(3)
            outbox.removeAll()
            try fill(outbox, 20..<22)
            // A batch that was being sent when everything was deleted removes nothing of what came after.
            outbox.remove(through: batch[2])
            #expect(payloads(outbox) == ["record 20", "record 21"])
        }
        #expect(payloads(try Outbox.open(folder: folder.path)) == ["record 20", "record 21"])
    }

    @Test(arguments: 0..<160)
    func `reads whole records from a file that is cut at any byte`(_ size: Int) throws {
        let whole: [UInt8]
        do {
            try fill(try Outbox.open(folder: folder.path), 0..<10)
        }
        let file = try #require(folder.files.first { $0.hasSuffix(".records") })
        whole = try folder.read(file)
        try folder.write(Array(whole.prefix(size)), to: file)
        let outbox = try Outbox.open(folder: folder.path)
        // Each record is 8 bytes of text behind 8 bytes of length and checksum.
        let expected = (0..<min(10, size / 16)).map { "record \($0)" }
        #expect(payloads(outbox) == expected)
        try outbox.append(Array("next".utf8))
        #expect(payloads(outbox) == expected + ["next"])
    }

    @Test func `survives a file of random bytes`() throws {
        for seed in 0..<50 {
            let noise = RandomSource.system.bytes(seed * 40)
            try folder.write(noise, to: "0/1.records")
            try folder.write(RandomSource.system.bytes(20), to: "0/cursor")
            let outbox = try Outbox.open(folder: folder.path)
            try outbox.append([1])
            #expect(outbox.first(.max).last?.payload == [1])
            outbox.removeAll()
        }
    }

    @Test func `gives processes that run at once a queue each, and takes over what one leaves`() throws {
        let first = try Outbox.open(folder: folder.path)
        try first.append([1])
        do {
            let second = try Outbox.open(folder: folder.path)
            #expect(second.count == 0)
            try second.append([2])
        }
        // The first one is still there: its records stay its own.
        let third = try Outbox.open(folder: folder.path)
        #expect(third.first(.max).map(\.payload) == [[2]])
        #expect(first.first(.max).map(\.payload) == [[1]])
    }

    @Test func `takes over what a queue of another slot left`() throws {
        do {
            let first = try Outbox.open(folder: folder.path)
            let second = try Outbox.open(folder: folder.path)
            try first.append([1])
            try second.append([2])
        }
        let next = try Outbox.open(folder: folder.path)
        #expect(next.first(.max).map(\.payload) == [[1], [2]])
        _ = next
    }

    @Test func `keeps the order of each of many threads, and loses none`() async throws {
        let outbox = try Outbox.open(folder: folder.path, limits: OutboxLimits(records: 100_000, bytes: 50 << 20))
        await withTaskGroup(of: Void.self) { group in
            for task in 0..<8 {
                group.addTask {
                    for number in 0..<500 { _ = try? outbox.append(Array("\(task) \(number)".utf8)) }
                }
            }
        }
        let records = payloads(outbox)
        #expect(records.count == 4_000)
        for task in 0..<8 {
            #expect(records.filter { $0.hasPrefix("\(task) ") } == (0..<500).map { "\(task) \($0)" })
        }
    }
}
