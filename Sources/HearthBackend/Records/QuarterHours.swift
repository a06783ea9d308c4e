package import HearthCore

/// How often users signed in and were refused, in each quarter of an hour of the last day.
package struct QuarterHours: Sendable {
    /// What happened in a quarter of an hour.
    package struct Quarter: Sendable, Hashable {
        /// When it begins; it lasts ``QuarterHours/length``.
        package var start: UnixTime
        /// How many sign-ins succeeded.
        package var signIns = 0
        /// How many requests had a wrong credential, or a right that the caller does not have.
        package var refusals = 0
        /// How many accounts were made.
        package var newAccounts = 0
    }

    /// How long a quarter is.
    package static let length: Duration = .minutes(15)
    /// How many are kept: those of 24 hours.
    package static let kept = 96

    private static let milliseconds: Int64 = 15 * 60 * 1000

    /// Oldest first, and none in which nothing happened.
    private var quarters: [Quarter] = []

    /// Counts in the quarter of a moment; a clock that was set back counts in the newest one.
    mutating func count(at moment: UnixTime, _ add: (inout Quarter) -> Void) {
        let start = UnixTime(milliseconds: Self.begin(of: moment))
        if quarters.last.map({ $0.start < start }) ?? true { quarters.append(Quarter(start: start)) }
        if quarters.count > Self.kept { quarters.removeFirst() }
        add(&quarters[quarters.count - 1])
    }

    /// The quarters of the 24 hours before a moment, oldest first, those without an event included.
    func list(until moment: UnixTime) -> [Quarter] {
        let last = Self.begin(of: moment)
        let known = Dictionary(quarters.map { ($0.start.milliseconds, $0) }) { first, _ in first }
        return (0..<Self.kept).reversed().map { back in
            let start = last - Int64(back) * Self.milliseconds
            return known[start] ?? Quarter(start: UnixTime(milliseconds: start))
        }
    }

    private static func begin(of moment: UnixTime) -> Int64 {
        let (quotient, rest) = moment.milliseconds.quotientAndRemainder(dividingBy: milliseconds)
        return (rest < 0 ? quotient - 1 : quotient) * milliseconds
    }
}
