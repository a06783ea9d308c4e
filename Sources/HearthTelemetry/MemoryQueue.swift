/// Records that end with the process.
struct MemoryQueue: RecordQueue {
    private let limits: OutboxLimits
    private var records: [Outbox.Record] = []
    private var bytes = 0
    private var next: UInt64 = 0

    init(limits: OutboxLimits) {
        self.limits = limits
    }

    var count: Int { records.count }

    mutating func append(_ payload: [UInt8]) -> Int {
        next += 1
        records.append(Outbox.Record(payload: payload, end: QueuePosition(segment: 0, offset: next)))
        bytes += payload.count
        var dropped = 0
        while records.count - dropped > limits.records || (bytes > limits.bytes && records.count - dropped > 1) {
            bytes -= records[dropped].payload.count
            dropped += 1
        }
        records.removeFirst(dropped)
        return dropped
    }

    mutating func first(_ count: Int, bytes: Int) -> [Outbox.Record] {
        var room = bytes
        return Array(
            records.prefix(count).enumerated().prefix { index, record in
                room -= record.payload.count
                return index == 0 || room >= 0
            }.map(\.element)
        )
    }

    mutating func remove(through end: QueuePosition) {
        let gone = records.prefix { $0.end <= end }
        bytes -= gone.reduce(0) { $0 + $1.payload.count }
        records.removeFirst(gone.count)
    }

    mutating func removeAll() {
        records = []
        bytes = 0
    }
}
