/// Records in numbered files of one folder, each with its length and checksum before it.
///
/// The file `cursor` tells which records are gone; it is replaced before files are removed, so that a process that is
/// killed in between brings none of them back.
struct DiskQueue: RecordQueue {
    private struct Segment {
        let number: UInt64
        let file: StoreFile
        var size: Int
        /// Records in it that are not removed.
        var records: Int
    }

    private static let headerBytes = 8
    private static let largestRecord = 1 << 20
    /// How many files a queue may begin in its life.
    private static let numbers: UInt64 = 1 << 40

    private let folder: String
    private let limits: OutboxLimits
    private var segments: [Segment] = []
    /// Where the first record begins.
    private var head = QueuePosition(segment: 1, offset: 0)
    private var bytes = 0
    private(set) var count = 0

    init(folder: String, limits: OutboxLimits) throws(StoreError) {
        self.folder = folder
        self.limits = limits
        try StoreFolder.create(folder)
        head = Self.readCursor(folder)
        for name in StoreFolder.names(in: folder) {
            guard name.hasSuffix(".records"), let number = UInt64(name.dropLast(8)), number < Self.numbers
            else { continue }
            if number < head.segment { StoreFolder.remove("\(folder)/\(name)") } else { try adopt(number) }
        }
        segments.sort { $0.number < $1.number }
        if let first = segments.first, first.number > head.segment {
            head = QueuePosition(segment: first.number, offset: 0)
        }
        if segments.isEmpty { try begin(head.segment) }
    }

    mutating func append(_ payload: [UInt8]) throws(StoreError) -> Int {
        guard payload.count <= Self.largestRecord else {
            throw StoreError(.failed, "a record of \(payload.count) bytes is too large to be kept")
        }
        if let last = segments.last, last.size >= limits.segmentBytes { try begin(last.number + 1) }
        guard let last = segments.indices.last else { throw StoreError(.failed, "\(folder): no file is open") }
        var record: [UInt8] = []
        record.reserveCapacity(payload.count + Self.headerBytes)
        record.append(littleEndian: UInt32(payload.count))
        record.append(littleEndian: CRC32.of(payload))
        record += payload
        do throws(StoreError) {
            try segments[last].file.append(record)
        } catch {
            // What was written of the record would hide those behind it.
            if (try? segments[last].file.truncate(to: segments[last].size)) == nil {
                try? begin(segments[last].number + 1)
            }
            throw error
        }
        segments[last].size += record.count
        segments[last].records += 1
        bytes += record.count
        count += 1
        return makeRoom()
    }

    mutating func first(_ count: Int, bytes: Int) -> [Outbox.Record] {
        var found: [Outbox.Record] = []
        var room = bytes
        for segment in segments {
            var offset = segment.number == head.segment ? Int(head.offset) : 0
            let content = segment.file.read(at: offset, count: segment.size - offset)
            var place = 0
            while let payload = Self.record(in: content, at: place) {
                room -= payload.count
                if found.count == count || (room < 0 && !found.isEmpty) { return found }
                place += Self.headerBytes + payload.count
                offset += Self.headerBytes + payload.count
                found.append(
                    Outbox.Record(
                        payload: Array(payload),
                        end: QueuePosition(segment: segment.number, offset: UInt64(offset))
                    )
                )
            }
        }
        return found
    }

    mutating func remove(through end: QueuePosition) {
        guard end > head, let last = segments.last, end.segment <= last.number else { return }
        var emptied: [UInt64] = []
        while let segment = segments.first, segment.number <= end.segment {
            let isWhole = segment.number < end.segment
            let start = segment.number == head.segment ? Int(head.offset) : 0
            let stop = isWhole ? segment.size : Int(end.offset)
            let gone = isWhole ? segment.records : records(of: segment, from: start, to: stop)
            count -= gone
            bytes -= stop - start
            segments[0].records -= gone
            head = QueuePosition(segment: segment.number, offset: UInt64(stop))
            guard isWhole else { break }
            segments.removeFirst()
            emptied.append(segment.number)
        }
        writeCursor()
        for number in emptied { StoreFolder.remove(Self.path(folder, number)) }
    }

    mutating func removeAll() {
        guard let last = segments.last else { return }
        let old = segments
        head = QueuePosition(segment: last.number + 1, offset: 0)
        writeCursor()
        segments = []
        for segment in old { StoreFolder.remove(Self.path(folder, segment.number)) }
        count = 0
        bytes = 0
        try? begin(head.segment)
    }

    /// Lets the oldest records give way to the limits.
    private mutating func makeRoom() -> Int {
        let before = count
        while count > limits.records || (bytes > limits.bytes && count > 1) {
            // A hundredth at once, because each removal is written down.
            let surplus = count - limits.records
            let oldest =
                surplus > 0
                ? first(max(surplus, min(count - 1, limits.records / 100)), bytes: .max)
                : first(count - 1, bytes: max(bytes - limits.bytes, limits.bytes / 100))
            guard let last = oldest.last else { break }
            remove(through: last.end)
        }
        return before - count
    }

    private mutating func begin(_ number: UInt64) throws(StoreError) {
        let file = try StoreFile(path: Self.path(folder, number))
        segments.append(Segment(number: number, file: file, size: file.size, records: 0))
    }

    /// Takes a file over that an earlier process wrote, up to its last whole record.
    private mutating func adopt(_ number: UInt64) throws(StoreError) {
        let file = try StoreFile(path: Self.path(folder, number))
        let start = number == head.segment ? min(Int(head.offset), file.size) : 0
        // A file that lost its end is shorter than the cursor says: what comes next is appended at its new end.
        if number == head.segment, head.offset != UInt64(start) {
            head.offset = UInt64(start)
            writeCursor()
        }
        let content = file.read(at: 0, count: file.size)
        var end = start
        var records = 0
        while let payload = Self.record(in: content, at: end) {
            end += Self.headerBytes + payload.count
            records += 1
        }
        if end < content.count { try file.truncate(to: end) }
        segments.append(Segment(number: number, file: file, size: end, records: records))
        count += records
        bytes += end - start
    }

    private func records(of segment: Segment, from start: Int, to stop: Int) -> Int {
        let content = segment.file.read(at: start, count: stop - start)
        var place = 0
        var records = 0
        while let payload = Self.record(in: content, at: place) {
            place += Self.headerBytes + payload.count
            records += 1
        }
        return records
    }

    /// The record that begins at a place; `nil` where none is whole.
    private static func record(in content: [UInt8], at place: Int) -> ArraySlice<UInt8>? {
        guard content.count - place > headerBytes else { return nil }
        let length = Int(content.littleEndian32(at: place))
        guard length > 0, length <= largestRecord, content.count - place - headerBytes >= length else { return nil }
        let payload = content[(place + headerBytes)..<(place + headerBytes + length)]
        return CRC32.of(payload) == content.littleEndian32(at: place + 4) ? payload : nil
    }

    private static func path(_ folder: String, _ number: UInt64) -> String { "\(folder)/\(number).records" }

    private static func readCursor(_ folder: String) -> QueuePosition {
        let bytes = StoreFolder.read(folder + "/cursor") ?? []
        guard bytes.count == 20, CRC32.of(bytes[..<16]) == bytes.littleEndian32(at: 16) else {
            return QueuePosition(segment: 1, offset: 0)
        }
        func word(_ place: Int) -> UInt64 {
            UInt64(bytes.littleEndian32(at: place)) | UInt64(bytes.littleEndian32(at: place + 4)) << 32
        }
        guard word(0) < numbers else { return QueuePosition(segment: 1, offset: 0) }
        return QueuePosition(segment: max(1, word(0)), offset: min(word(8), 1 << 40))
    }

    private func writeCursor() {
        var bytes: [UInt8] = []
        for word in [head.segment, head.offset] {
            bytes.append(littleEndian: UInt32(truncatingIfNeeded: word))
            bytes.append(littleEndian: UInt32(truncatingIfNeeded: word >> 32))
        }
        bytes.append(littleEndian: CRC32.of(bytes))
        // Without it records are sent twice, which their identifiers make good.
        try? StoreFolder.replace(folder + "/cursor", with: bytes)
    }
}

extension [UInt8] {
    fileprivate mutating func append(littleEndian word: UInt32) {
        for shift in stride(from: 0, to: 32, by: 8) { append(UInt8(truncatingIfNeeded: word >> UInt32(shift))) }
    }

    fileprivate func littleEndian32(at place: Int) -> UInt32 {
        (0..<4).reduce(0) { $0 | UInt32(self[place + $1]) << UInt32($1 * 8) }
    }
}
