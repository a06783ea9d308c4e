internal import HearthCore
internal import HearthDatabase

/// The time after one moment, up to and with another.
struct TimeWindow: Sendable, Hashable {
    let start: UnixTime
    let end: UnixTime

    /// The most rows that are counted.
    static let countLimit = 10_000

    /// The same time, so much earlier.
    func earlier(by duration: Duration) -> TimeWindow { TimeWindow(start: start - duration, end: end - duration) }
}

extension Transaction {
    /// How many rows a statement finds, counted up to one more than ``TimeWindow/countLimit``.
    borrowing func count(_ rows: SQL) throws -> Int {
        let row = try first("SELECT count(*) FROM (\(fragment: rows) LIMIT \(TimeWindow.countLimit + 1))")
        return try row?[0] ?? 0
    }
}
