import HearthCore
import HearthTestSupport
import Testing

@testable import HearthTelemetry

@Suite("A queue of records, beside a list")
struct QueueModelTests {
    private let folder = TemporaryFolder()

    /// What is kept of the records, by the rule of the limits.
    private struct Model {
        var records: [[UInt8]] = []
        let limit: Int

        mutating func append(_ record: [UInt8]) {
            records.append(record)
            if records.count > limit { records.removeFirst(records.count - limit) }
        }
    }

    private func record(_ random: inout SeededRandom) -> [UInt8] {
        (0..<Int.random(in: 1...40, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
    }

    @Test(arguments: [true, false])
    func `holds the same after random appending, reading, removing and reopening`(_ isOnDisk: Bool) throws {
        var random = SeededRandom(1985)
        let limits = OutboxLimits(records: 50, segmentBytes: 200)
        var outbox: Outbox? =
            isOnDisk ? try Outbox.open(folder: folder.path, limits: limits) : .inMemory(limits: limits)
        var model = Model(limit: 50)
        var old: [(Outbox.Record, [[UInt8]])] = []
        for step in 0..<1500 {
            switch Int.random(in: 0..<20, using: &random) {
            case 0..<12:
                let record = record(&random)
                try outbox?.append(record)
                model.append(record)
            case 12..<16:
                let count = Int.random(in: 1...8, using: &random)
                let batch = outbox?.first(count) ?? []
                #expect(batch.map(\.payload) == Array(model.records.prefix(count)))
                if let last = batch.last {
                    outbox?.remove(through: last)
                    model.records.removeFirst(batch.count)
                    // Removing it once more does nothing.
                    outbox?.remove(through: last)
                }
            case 16 where step.isMultiple(of: 3):
                outbox?.removeAll()
                model.records = []
            case 17 where isOnDisk:
                outbox = nil
                outbox = try Outbox.open(folder: folder.path, limits: limits)
            default: break
            }
            #expect(outbox?.count == model.records.count, "step \(step)")
        }
        #expect(outbox?.first(.max).map(\.payload) == model.records)
        old.removeAll()
    }

    @Test func `gives as many bytes as asked, and one record at least`() throws {
        for outbox in [Outbox.inMemory(), try Outbox.open(folder: folder.path)] {
            for size in [10, 20, 30] { try outbox.append([UInt8](repeating: UInt8(size), count: size)) }
            for (bytes, count) in [(0, 1), (9, 1), (10, 1), (29, 1), (30, 2), (59, 2), (60, 3), (.max, 3)] {
                #expect(outbox.first(10, bytes: bytes).count == count, "\(bytes)")
            }
            #expect(outbox.first(0).isEmpty && outbox.first(2).count == 2)
        }
    }

    @Test func `lets go of the oldest bytes, and keeps the last record however large`() throws {
        for outbox in [
            Outbox.inMemory(limits: OutboxLimits(bytes: 100)),
            try Outbox.open(folder: folder.path, limits: OutboxLimits(bytes: 100, segmentBytes: 30)),
        ] {
            for number in 0..<10 { try outbox.append([UInt8](repeating: UInt8(number), count: 20)) }
            #expect(outbox.count <= 5 && outbox.count >= 3)
            #expect(outbox.first(.max).last?.payload.first == 9)
            try outbox.append([UInt8](repeating: 77, count: 5000))
            #expect(outbox.first(.max).map(\.payload.count) == [5000])
        }
    }

    @Test func `refuses a record that is empty or too large, and goes on`() throws {
        for outbox in [Outbox.inMemory(), try Outbox.open(folder: folder.path)] {
            try outbox.append([1])
            #expect(throws: StoreError.self) { try outbox.append([]) }
            try outbox.append([2])
            #expect(outbox.first(.max).map(\.payload) == [[1], [2]])
        }
        let outbox = try Outbox.open(folder: folder.path)
        let error = #expect(throws: StoreError.self) { try outbox.append([UInt8](repeating: 0, count: 1 << 20 | 1)) }
        #expect(error?.code == .failed)
        try outbox.append([UInt8](repeating: 7, count: 1 << 20))
        #expect(outbox.first(.max).last?.payload.count == 1 << 20)
    }

    /// The cursor of a queue, whose records up to this place are gone.
    private func cursor(_ segment: UInt64, _ offset: UInt64) -> [UInt8] {
        var bytes = [segment, offset].flatMap { word in
            (0..<8).map { UInt8(truncatingIfNeeded: word >> UInt64($0 * 8)) }
        }
        let sum = CRC32.of(bytes)
        bytes += (0..<4).map { UInt8(truncatingIfNeeded: sum >> UInt32($0 * 8)) }
        return bytes
    }

    // After a loss of power the cursor may be newer than the file that it is about.
    @Test(arguments: [17, 1000, 1 << 40, UInt64.max])
    func `goes on behind a file that is shorter than its cursor says`(_ offset: UInt64) throws {
        do {
            let outbox = try Outbox.open(folder: folder.path)
            try outbox.append(Array("record 1".utf8))
        }
        try folder.write(cursor(1, offset), to: "0/cursor")
        for word in ["next", "and next"] {
            let outbox = try Outbox.open(folder: folder.path)
            try outbox.append(Array(word.utf8))
            #expect(outbox.first(.max).last.map(\.payload) == Array(word.utf8))
        }
        #expect(try Outbox.open(folder: folder.path).count == 2)
    }

    @Test(arguments: [UInt64.max, UInt64.max - 1, 1 << 40, 1 << 63])
    func `begins again where a cursor names a file that cannot be`(_ segment: UInt64) throws {
        try folder.write(cursor(segment, 0), to: "0/cursor")
        let outbox = try Outbox.open(folder: folder.path, limits: OutboxLimits(segmentBytes: 16))
        for number in 1...5 as ClosedRange<UInt8> { try outbox.append([number]) }
        outbox.removeAll()
        try outbox.append([9])
        #expect(outbox.first(.max).map(\.payload) == [[9]])
    }

    @Test func `passes over files that are not its own`() throws {
        for name in [
            "x.records", "-1.records", "18446744073709551616.records", "1099511627776.records", "1.record", "readme",
        ] {
            try folder.write("strange", to: "0/" + name)
        }
        let outbox = try Outbox.open(folder: folder.path)
        try outbox.append([1])
        #expect(outbox.count == 1)
        #expect(folder.files.contains { $0.hasSuffix("readme") })
    }

    @Test func `is refused where a folder cannot be made`() throws {
        try folder.write("a file", to: "taken")
        let error = #expect(throws: StoreError.self) { try Outbox.open(folder: folder.file("taken/inside")) }
        #expect(error?.code == .failed || error?.code == .denied)
        #expect(error?.description.contains("taken/inside") == true)
    }

    @Test func `has room for eight processes, and says so to the ninth`() throws {
        let eight = try (0..<8).map { _ in try Outbox.open(folder: folder.path) }
        let error = #expect(throws: StoreError.self) { try Outbox.open(folder: folder.path) }
        #expect(error?.code == .busy)
        #expect(eight.count == 8)
    }
}

@Suite("The files of a store")
struct StoreFileTests {
    private let folder = TemporaryFolder()

    @Test func `are the user's alone, with the folders above them`() throws {
        let path = folder.file("a/b/c")
        try StoreFolder.create(path)
        try StoreFolder.create(path)
        let file = try StoreFile(path: path + "/records")
        try file.append([1, 2, 3])
        #expect(try folder.permissions(of: "a/b") == 0o700 && folder.permissions(of: "a/b/c/records") == 0o600)
        #expect(file.size == 3)
    }

    @Test func `are read where they are, and cut`() throws {
        let file = try StoreFile(path: folder.file("f"))
        try file.append(Array(0...99))
        try file.append([])
        #expect(file.read(at: 10, count: 3) == [10, 11, 12])
        #expect(file.read(at: 98, count: 10) == [98, 99])
        #expect(
            file.read(at: 100, count: 1) == [] && file.read(at: 0, count: 0) == [] && file.read(at: 0, count: -1) == []
        )
        try file.truncate(to: 5)
        try file.append([7])
        #expect(file.read(at: 0, count: 100) == [0, 1, 2, 3, 4, 7])
    }

    @Test func `are replaced whole, over what an earlier attempt left`() throws {
        let path = folder.file("cursor")
        try folder.write("half a draft", to: "cursor.new")
        try StoreFolder.replace(path, with: [1, 2])
        #expect(StoreFolder.read(path) == [1, 2])
        try StoreFolder.replace(path, with: [])
        #expect(StoreFolder.read(path) == [])
        #expect(StoreFolder.names(in: folder.path) == ["cursor"])
        #expect(throws: StoreError.self) { try StoreFolder.replace(folder.file("none/cursor"), with: [1]) }
    }

    // A link that another user put there would lead the write somewhere else.
    @Test func `are not links`() throws {
        try folder.write("secret", to: "target")
        try #require(StoreLink.make(folder.file("link"), to: folder.file("target")))
        let error = #expect(throws: StoreError.self) { try StoreFile(path: folder.file("link")) }
        #expect(error?.code == .denied)
    }

    @Test func `are locked by one at a time`() throws {
        let path = folder.file("lock")
        var first: StoreFile? = try StoreFile(path: path)
        let second = try StoreFile(path: path)
        #expect(first?.lock() == true && first?.lock() == true)
        #expect(!second.lock())
        first = nil
        #expect(second.lock())
    }

    @Test func `are not left locked by a child that started in the meantime`() throws {
        let path = folder.file("lock")
        var first: StoreFile? = try StoreFile(path: path)
        #expect(first?.lock() == true)
        let child = SharedDescriptors(of: path)
        defer { child.close() }
        #expect(child.count == 1)
        first = nil
        #expect(try StoreFile(path: path).lock())
    }

    @Test func `are moved and removed with their folders`() throws {
        try folder.write(["a/1": "x", "a/b/2": "y", "a/b/c/3": "z"])
        #expect(StoreFolder.move(folder.file("a"), to: folder.file("d")))
        #expect(!StoreFolder.move(folder.file("a"), to: folder.file("e")))
        #expect(StoreFolder.names(in: folder.file("d")) == ["1", "b"])
        StoreFolder.removeAll(folder.file("d"))
        #expect(StoreFolder.names(in: folder.path) == [])
        StoreFolder.removeAll(folder.file("none"))
        StoreFolder.remove(folder.file("none"))
        #expect(StoreFolder.names(in: folder.file("none")) == [])
        #expect(StoreFolder.read(folder.file("none")) == nil)
    }
}
