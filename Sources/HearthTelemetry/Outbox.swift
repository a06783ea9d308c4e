internal import HearthCore

/// Records that wait to be sent: first in, first out, bounded, and still there after the process was killed.
///
/// A record is on its way to the disk when ``append(_:)`` returns: it survives `kill -9`, and a loss of power once the
/// system has written its buffers. Removing is at least once: a record that was removed just before the process ended may
/// be there again.
package final class Outbox: Sendable {
    /// A record with its place in the queue.
    package struct Record: Sendable {
        /// What was appended.
        package let payload: [UInt8]
        let end: QueuePosition
    }

    private let queue: Locked<any RecordQueue>
    /// Held for as long as the queue is, so that no other process takes the folder.
    private let lock: StoreFile?

    /// How many processes may each have a queue in one folder.
    private static let slots = 8

    private init(_ queue: sending any RecordQueue, lock: StoreFile?) {
        self.queue = Locked(queue)
        self.lock = lock
    }

    /// Opens the queue of a folder, with what earlier processes left in it.
    ///
    /// Processes that run at the same time have a queue each; what a process leaves that is not started again is taken
    /// over by the next one.
    ///
    /// - Parameters:
    ///   - folder: Where it is; created if it is missing.
    ///   - limits: How much it keeps.
    /// - Returns: The queue.
    /// - Throws: ``StoreError``; with code ``StoreError/Code/busy`` if eight processes use the folder.
    package static func open(folder: String, limits: OutboxLimits = OutboxLimits()) throws(StoreError) -> Outbox {
        try StoreFolder.create(folder)
        var taken: (slot: Int, lock: StoreFile)?
        for slot in 0..<slots {
            if let lock = try lock(slot, in: folder) {
                taken = (slot, lock)
                break
            }
        }
        guard let taken else { throw StoreError(.busy, "\(folder): \(slots) processes use it") }
        var queue = try DiskQueue(folder: "\(folder)/\(taken.slot)", limits: limits)
        for slot in 0..<slots where slot != taken.slot {
            let other = "\(folder)/\(slot)"
            guard !StoreFolder.names(in: other).isEmpty, let lock = try lock(slot, in: folder) else { continue }
            try withExtendedLifetime(lock) { () throws(StoreError) in
                var abandoned = try DiskQueue(folder: other, limits: limits)
                for record in abandoned.first(limits.records, bytes: limits.bytes) {
                    _ = try queue.append(record.payload)
                }
                abandoned.removeAll()
                StoreFolder.removeAll(other)
            }
        }
        return Outbox(queue, lock: taken.lock)
    }

    /// Makes a queue that ends with the process.
    ///
    /// - Parameter limits: How much it keeps.
    /// - Returns: The queue.
    package static func inMemory(limits: OutboxLimits = OutboxLimits()) -> Outbox {
        Outbox(MemoryQueue(limits: limits), lock: nil)
    }

    private static func lock(_ slot: Int, in folder: String) throws(StoreError) -> StoreFile? {
        let file = try StoreFile(path: "\(folder)/\(slot).lock")
        return file.lock() ? file : nil
    }

    /// The number of records that wait.
    package var count: Int { queue.withLock { $0.count } }

    /// Puts a record at the end.
    ///
    /// - Parameter payload: The record, not empty.
    /// - Returns: How many of the oldest records gave way.
    /// - Throws: ``StoreError`` if it is empty or could not be kept.
    @discardableResult
    package func append(_ payload: [UInt8]) throws(StoreError) -> Int {
        // Read again, it would be the end of the records.
        guard !payload.isEmpty else { throw StoreError(.failed, "an empty record cannot be kept") }
        return try queue.withLock { queue throws(StoreError) in try queue.append(payload) }
    }

    /// The oldest records, which stay in the queue.
    ///
    /// - Parameters:
    ///   - count: How many at most.
    ///   - bytes: How many bytes at most, unless the first one is larger.
    /// - Returns: The records, oldest first.
    package func first(_ count: Int, bytes: Int = .max) -> [Record] {
        queue.withLock { $0.first(count, bytes: bytes) }
    }

    /// Removes a record and all before it; does nothing if they are gone already.
    ///
    /// - Parameter record: A record that ``first(_:bytes:)`` returned.
    package func remove(through record: Record) {
        queue.withLock { $0.remove(through: record.end) }
    }

    /// Removes every record, in such a way that none comes back after a crash in between.
    package func removeAll() {
        queue.withLock { $0.removeAll() }
    }
}

/// Where a record ends: the number of its file, and the offset behind it.
struct QueuePosition: Sendable, Comparable {
    var segment: UInt64
    var offset: UInt64

    static func < (lhs: Self, rhs: Self) -> Bool {
        lhs.segment != rhs.segment ? lhs.segment < rhs.segment : lhs.offset < rhs.offset
    }
}

/// What an ``Outbox`` is made of.
protocol RecordQueue {
    var count: Int { get }
    mutating func append(_ payload: [UInt8]) throws(StoreError) -> Int
    mutating func first(_ count: Int, bytes: Int) -> [Outbox.Record]
    mutating func remove(through end: QueuePosition)
    mutating func removeAll()
}
