/// How far the clocks of a time zone are ahead of UTC, at each moment.
///
/// Read from a file of the tz database: RFC 9636.
struct ZoneRules: Sendable, Hashable {
    private struct Shift: Sendable, Hashable {
        /// From when on, in seconds since 1970.
        let start: Int64
        /// Seconds ahead of UTC.
        let offset: Int64
    }

    static let utc = ZoneRules(shifts: [], first: 0, later: nil)

    /// In order of their times.
    private let shifts: [Shift]
    /// Before the first shift.
    private let first: Int64
    /// After the last shift.
    private let later: ZoneRecurrence?

    private init(shifts: [Shift], first: Int64, later: ZoneRecurrence?) {
        self.shifts = shifts
        self.first = first
        self.later = later
    }

    /// Reads a compiled file; `nil` if it is none.
    init?(_ file: [UInt8]) {
        var reader = Reader(bytes: file[...])
        guard let old = reader.header() else { return nil }
        var (header, width) = (old, 4)
        if old.version >= UInt8(ascii: "2") {
            // The first part is for programs that know no numbers of 64 bits.
            guard reader.skip(old.size(4)), let new = reader.header() else { return nil }
            (header, width) = (new, 8)
        }
        guard header.types > 0, reader.bytes.count >= header.size(width) else { return nil }
        let times = (0..<header.times).compactMap { _ in reader.integer(width) }
        let kinds = (0..<header.times).compactMap { _ in reader.integer(1) }
        var offsets: [Int64] = []
        for _ in 0..<header.types {
            guard let offset = reader.integer(4), reader.skip(2) else { return nil }
            offsets.append(offset)
        }
        var shifts: [Shift] = []
        for (time, kind) in zip(times, kinds) {
            guard offsets.indices.contains(Int(kind)), shifts.last.map({ $0.start < time }) ?? true else { return nil }
            shifts.append(Shift(start: time, offset: offsets[Int(kind)]))
        }
        let rest = reader.skip(header.sizeAfterTypes(width))
        let footer = String(decoding: reader.bytes, as: UTF8.self).split(separator: "\n").first
        self.init(
            shifts: shifts,
            first: offsets[0],
            later: rest && width == 8 ? footer.flatMap { ZoneRecurrence($0) } : nil
        )
    }

    /// Seconds ahead of UTC.
    ///
    /// - Parameter time: A moment, in seconds since 1970.
    /// - Returns: The seconds.
    func offset(at time: Int64) -> Int64 {
        if let later, shifts.last.map({ time >= $0.start }) ?? true { return later.offset(at: time) }
        var (low, high) = (0, shifts.count)
        while low < high {
            let middle = (low + high) / 2
            if shifts[middle].start <= time { low = middle + 1 } else { high = middle }
        }
        return low == 0 ? first : shifts[low - 1].offset
    }

    /// The moments at which the clocks show a time: none when they skip it, two when they show it twice.
    ///
    /// - Parameter local: What the clocks show, in seconds since 1970 as if the zone were UTC.
    /// - Returns: The moments, in their order.
    func moments(showing local: Int64) -> [Int64] {
        // No zone is further from UTC than this.
        let offsets = Set([offset(at: local - Self.reach), offset(at: local + Self.reach)])
        return offsets.map { local - $0 }.filter { offset(at: $0) == local - $0 }.sorted()
    }

    /// The moment that a skipped time would have been, had the clocks not been moved.
    func moment(ofSkipped local: Int64) -> Int64 { local - offset(at: local - Self.reach) }

    private static let reach: Int64 = 26 * 3600
}

extension ZoneRules {
    private struct Header {
        let version: UInt8
        let utIndicators: Int
        let standardIndicators: Int
        let leapSeconds: Int
        let times: Int
        let types: Int
        let characters: Int

        func size(_ width: Int) -> Int { times * (width + 1) + types * 6 + sizeAfterTypes(width) }

        func sizeAfterTypes(_ width: Int) -> Int {
            characters + leapSeconds * (width + 4) + standardIndicators + utIndicators
        }
    }

    private struct Reader {
        var bytes: ArraySlice<UInt8>

        mutating func integer(_ width: Int) -> Int64? {
            guard bytes.count >= width else { return nil }
            let value = bytes.prefix(width).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            bytes = bytes.dropFirst(width)
            switch width {
            case 1: return Int64(value)
            case 4: return Int64(Int32(truncatingIfNeeded: value))
            default: return Int64(truncatingIfNeeded: value)
            }
        }

        mutating func skip(_ count: Int) -> Bool {
            guard count <= bytes.count else { return false }
            bytes = bytes.dropFirst(count)
            return true
        }

        mutating func header() -> Header? {
            guard bytes.starts(with: Array("TZif".utf8)), skip(4), let version = bytes.first, skip(16) else {
                return nil
            }
            let counts = (0..<6).compactMap { _ in integer(4) }
            // No file of the database is near this; larger numbers are those of a broken one.
            guard counts.count == 6, counts.allSatisfy({ (0...100_000).contains($0) }) else { return nil }
            let numbers = counts.map { Int($0) }
            return Header(
                version: version,
                utIndicators: numbers[0],
                standardIndicators: numbers[1],
                leapSeconds: numbers[2],
                times: numbers[3],
                types: numbers[4],
                characters: numbers[5]
            )
        }
    }
}
