import HearthCore
import HearthFirestoreModel

/// A moment since 1970 or a length of time, in nanoseconds.
struct FineTime: Sendable, Equatable {
    /// Whole seconds, rounded down.
    let seconds: Int64
    /// What is added to them, 0 to 999,999,999.
    let nanoseconds: Int32

    /// The first and the last moment, of the years 1 to 9999.
    static let moments: ClosedRange<Int128> = -62_135_596_800_000_000_000...253_402_300_799_999_999_999
    /// The shortest and the longest length of time: 10,000 years.
    static let lengths: ClosedRange<Int128> = -315_576_000_000_000_000_000...315_576_000_000_000_000_000

    /// All of it in nanoseconds.
    var total: Int128 {
        Int128(seconds) * 1_000_000_000 + Int128(nanoseconds)
    }

    init(_ moment: Timestamp) {
        seconds = moment.seconds
        nanoseconds = moment.nanoseconds
    }

    init?(total: Int128, within range: ClosedRange<Int128>) {
        guard range.contains(total) else { return nil }
        let (quotient, remainder) = total.quotientAndRemainder(dividingBy: 1_000_000_000)
        seconds = Int64(truncatingIfNeeded: remainder < 0 ? quotient - 1 : quotient)
        nanoseconds = Int32(truncatingIfNeeded: remainder < 0 ? remainder + 1_000_000_000 : remainder)
    }

    /// Midnight of a day, in UTC.
    ///
    /// - Parameters: The year from 1 to 9999, the month and the day; the result is `nil` if there is no such day.
    init?(year: Int64, month: Int64, day: Int64) {
        guard (1...9999).contains(year), (1...12).contains(month), (1...31).contains(day) else { return nil }
        let date = [(year, 4), (month, 2), (day, 2)].map { Self.padded($0.0, $0.1) }.joined(separator: "-")
        guard let time = UnixTime(rfc3339: date + "T00:00:00Z") else { return nil }
        self.init(total: Int128(time.milliseconds) * 1_000_000, within: Self.moments)
    }

    var calendar: CivilTime {
        CivilTime(UnixTime(milliseconds: seconds * 1000))
    }

    /// The day since 1970, rounded down.
    var day: Int64 {
        seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400
    }

    /// A moment as RFC 3339 text, with as many digits behind the point as are needed.
    var timestampText: String {
        let parts = calendar
        let date = [(parts.year, 4), (parts.month, 2), (parts.day, 2)].map { Self.padded(Int64($0.0), $0.1) }
        let clock = [parts.hour, parts.minute, parts.second].map { Self.padded(Int64($0), 2) }
        return date.joined(separator: "-") + "T" + clock.joined(separator: ":") + Self.fraction(Int64(nanoseconds))
            + "Z"
    }

    /// A length of time in seconds, for example `1.5s`.
    var durationText: String {
        let (whole, rest) = total.magnitude.quotientAndRemainder(dividingBy: 1_000_000_000)
        return (total < 0 ? "-" : "") + String(whole) + Self.fraction(Int64(rest)) + "s"
    }

    private static func fraction(_ nanoseconds: Int64) -> String {
        guard nanoseconds > 0 else { return "" }
        var digits = padded(nanoseconds, 9)
        while digits.hasSuffix("0") { digits.removeLast() }
        return "." + digits
    }

    private static func padded(_ value: Int64, _ width: Int) -> String {
        let digits = String(value)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
