public import HearthCore

/// When a scheduled function runs: in words of App Engine (`every 5 minutes`) or of cron (`30 4 * * 1-5`).
///
/// Hours and days are those of a time zone. Where its clocks are moved, a schedule of fixed hours keeps one moment a day:
/// a time that is skipped counts as if the clocks had not been moved, and one that comes twice as the first of both. A
/// schedule of every hour follows the clocks: it has no moment in the skipped hour, and both in the repeated one.
public struct Schedule: Sendable, Hashable {
    /// A schedule that cannot be read.
    public struct Malformed: Error, Sendable, Hashable, CustomStringConvertible {
        /// The schedule.
        public let text: String
        /// The time zone, if it is what cannot be read.
        public let timeZone: String?

        init(_ text: String, timeZone: String? = nil) {
            self.text = text
            self.timeZone = timeZone
        }

        /// What is wrong and what to write, for the developer.
        public var description: String {
            if let timeZone {
                return
                    "'\(timeZone)' is not a time zone of this machine. Write for example 'Europe/Berlin', and install "
                    + "the tz database ('tzdata') if it is missing."
            }
            return "'\(text)' is not a schedule. Write 'every 5 minutes', 'every 2 hours', 'every day 04:30', "
                + "or the five fields of cron, for example '30 4 * * 1-5'."
        }
    }

    /// The moments of a schedule: a fixed interval, counted from 1970, or sets of minutes, hours and days.
    private enum Rule: Sendable, Hashable {
        case interval(minutes: Int64)
        case fields(
            minutes: Set<Int>,
            hours: Set<Int>,
            days: Set<Int>,
            months: Set<Int>,
            weekdays: Set<Int>,
            anyDay: Bool
        )
    }

    /// Milliseconds, some 36 million years: further from 1970 nothing is looked for.
    private static let farthest: Int64 = 1 << 60

    private let rule: Rule
    private let zone: ZoneRules

    /// Reads a schedule.
    ///
    /// - Parameters:
    ///   - text: The schedule.
    ///   - timeZone: Where its hours and days are meant: a name of the tz database such as `America/New_York`, which has
    ///     to be installed. Defaults to UTC.
    /// - Throws: ``Malformed``.
    public init(_ text: String, timeZone: String = "UTC") throws(Malformed) {
        let words = text.lowercased().split(separator: " ").map(String.init)
        guard let rule = Self.interval(words) ?? Self.daily(words) ?? Self.cron(words) else {
            throw Malformed(text)
        }
        self.rule = rule
        guard timeZone != "UTC" else {
            zone = .utc
            return
        }
        guard let zone = ZoneFile.read(timeZone).flatMap({ ZoneRules($0) }) else {
            throw Malformed(text, timeZone: timeZone)
        }
        self.zone = zone
    }

    /// The first moment after another; `nil` if there is none within eight years, as for 30 February.
    ///
    /// - Parameter time: The other moment.
    /// - Returns: The moment: a whole minute.
    public func next(after time: UnixTime) -> UnixTime? {
        guard (-Self.farthest...Self.farthest).contains(time.milliseconds) else { return nil }
        let minute = Self.floor(time.milliseconds, 60_000) + 1
        switch rule {
        case .interval(let minutes):
            return UnixTime(milliseconds: (Self.floor(minute - 1, minutes) + 1) * minutes * 60_000)
        case .fields(let minutes, let hours, let days, let months, let weekdays, let anyDay):
            let time = minute * 60
            // A day before: a time that is skipped, or comes twice, may be another day's moment.
            var day = Self.floor(time + zone.offset(at: time), 86_400) - 1
            // From one 29 February to the next one pass up to eight years.
            let last = day + 8 * 366
            while day <= last {
                let civil = CivilTime(UnixTime(milliseconds: day * 86_400_000))
                let (byDate, byWeek) = (days.contains(civil.day), weekdays.contains(civil.weekday))
                if months.contains(civil.month), anyDay ? byDate && byWeek : byDate || byWeek,
                    let found = moment(of: day, hours, minutes, from: time)
                {
                    return UnixTime(seconds: found)
                }
                day += 1
            }
            return nil
        }
    }

    /// The first moment of a day that is not before another one, in seconds since 1970.
    private func moment(of day: Int64, _ hours: Set<Int>, _ minutes: Set<Int>, from time: Int64) -> Int64? {
        let followsClocks = hours.count == 24
        var first: Int64?
        for hour in hours {
            for minute in minutes {
                let local = day * 86_400 + Int64(hour * 3600 + minute * 60)
                var moments = zone.moments(showing: local)
                if !followsClocks { moments = [moments.first ?? zone.moment(ofSkipped: local)] }
                for moment in moments where moment >= time && moment < first ?? .max { first = moment }
            }
        }
        return first
    }

    private static func interval(_ words: [String]) -> Rule? {
        guard words.count == 3, words[0] == "every", let count = number(words[1]), (1...100_000).contains(count) else {
            return nil
        }
        switch words[2] {
        case "minute", "minutes", "mins": return .interval(minutes: Int64(count))
        case "hour", "hours": return .interval(minutes: Int64(count) * 60)
        default: return nil
        }
    }

    private static func daily(_ words: [String]) -> Rule? {
        guard words.count == 3, words[0] == "every", words[1] == "day" else { return nil }
        let parts = words[2].split(separator: ":").map { number($0) }
        guard parts.count == 2, let hour = parts[0], let minute = parts[1], (0...23).contains(hour),
            (0...59).contains(minute)
        else { return nil }
        let all = (Set(1...31), Set(1...12), Set(0...6))
        return .fields(minutes: [minute], hours: [hour], days: all.0, months: all.1, weekdays: all.2, anyDay: true)
    }

    private static func cron(_ words: [String]) -> Rule? {
        guard words.count == 5, let minutes = set(words[0], 0...59), let hours = set(words[1], 0...23),
            let days = set(words[2], 1...31), let months = set(words[3], 1...12), var weekdays = set(words[4], 0...7)
        else { return nil }
        // Sunday has two numbers.
        if weekdays.remove(7) != nil { weekdays.insert(0) }
        // With both kinds of days given, either of them is enough.
        let anyDay = words[2] == "*" || words[4] == "*"
        return .fields(minutes: minutes, hours: hours, days: days, months: months, weekdays: weekdays, anyDay: anyDay)
    }

    /// `*`, `5`, `1-5`, `*/10`, `0-30/10`, and lists of them.
    private static func set(_ text: String, _ range: ClosedRange<Int>) -> Set<Int>? {
        var values: Set<Int> = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let halves = part.split(separator: "/", omittingEmptySubsequences: false)
            guard (1...2).contains(halves.count), let step = halves.count == 2 ? number(halves[1]) : 1, step > 0 else {
                return nil
            }
            let ends = halves[0].split(separator: "-", omittingEmptySubsequences: false).map { number($0) }
            var bounds = range
            if halves[0] != "*" {
                guard let first = ends[0], let last = ends.count == 2 ? ends[1] : first, ends.count <= 2, first <= last,
                    range.contains(first), range.contains(last)
                else { return nil }
                bounds = first...(ends.count == 1 && halves.count == 2 ? range.upperBound : last)
            }
            values.formUnion(stride(from: bounds.lowerBound, through: bounds.upperBound, by: step))
        }
        return values
    }

    /// A number of digits alone.
    private static func number(_ text: some StringProtocol) -> Int? {
        text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ? Int(text) : nil
    }

    private static func floor(_ value: Int64, _ divisor: Int64) -> Int64 {
        value >= 0 ? value / divisor : (value - divisor + 1) / divisor
    }
}
