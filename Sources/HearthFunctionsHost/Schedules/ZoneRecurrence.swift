internal import HearthCore

/// The rule by which a time zone's clocks are moved each year, such as `CET-1CEST,M3.5.0,M10.5.0/3`: RFC 9636, 3.3.2.
struct ZoneRecurrence: Sendable, Hashable {
    /// A day of a year, and a time of that day.
    private struct Turn: Sendable, Hashable {
        enum Day: Sendable, Hashable {
            /// The week 5 is the last.
            case weekday(month: Int, week: Int, weekday: Int)
            /// 1 to 365; 29 February has no number.
            case withoutLeapDay(Int)
            /// 0 to 365.
            case withLeapDay(Int)
        }

        let day: Day
        /// Seconds of the local time, which may be before the day or after it.
        let time: Int64
    }

    private let standard: Int64
    /// The offset of the summer, with its begin and its end; `nil` if the clocks are not moved.
    private let summer: (offset: Int64, start: Turn, end: Turn)?

    static func == (one: Self, other: Self) -> Bool {
        one.standard == other.standard && one.summer?.offset == other.summer?.offset
            && one.summer?.start == other.summer?.start && one.summer?.end == other.summer?.end
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(standard)
        hasher.combine(summer?.offset)
        hasher.combine(summer?.start)
        hasher.combine(summer?.end)
    }

    /// Reads a rule; `nil` if it is none.
    init?(_ text: Substring) {
        var rest = text
        guard Self.dropName(&rest), let west = Self.time(&rest) else { return nil }
        standard = -west
        guard !rest.isEmpty else {
            summer = nil
            return
        }
        guard Self.dropName(&rest) else { return nil }
        var offset = standard + 3600
        if let first = rest.first, first != "," {
            guard let west = Self.time(&rest) else { return nil }
            offset = -west
        }
        let turns = rest.split(separator: ",", omittingEmptySubsequences: false)
        guard turns.count == 3, turns[0].isEmpty, let start = Self.turn(turns[1]), let end = Self.turn(turns[2]) else {
            return nil
        }
        summer = (offset, start, end)
    }

    /// Seconds ahead of UTC.
    ///
    /// - Parameter time: A moment, in seconds since 1970.
    /// - Returns: The seconds.
    func offset(at time: Int64) -> Int64 {
        guard let summer else { return standard }
        let year = CivilTime(UnixTime(seconds: time + standard)).year
        let start = Self.moment(of: summer.start, in: year) - standard
        let end = Self.moment(of: summer.end, in: year) - summer.offset
        let isSummer = start < end ? (start..<end).contains(time) : !(end..<start).contains(time)
        return isSummer ? summer.offset : standard
    }

    /// When the clocks are moved, in seconds since 1970 as the clocks showed them before.
    private static func moment(of turn: Turn, in year: Int) -> Int64 {
        let day: Int64
        switch turn.day {
        case .withLeapDay(let number): day = days(year, 1, 1) + Int64(number)
        case .withoutLeapDay(let number):
            day = days(year, 1, 1) + Int64(number) - 1 + (isLeap(year) && number >= 60 ? 1 : 0)
        case .weekday(let month, let week, let weekday):
            let first = days(year, month, 1)
            let next = month == 12 ? days(year + 1, 1, 1) : days(year, month + 1, 1)
            // 1 January 1970 was a Thursday.
            let ahead = (Int64(weekday) - (first + 4) % 7 + 14) % 7
            var found = first + ahead + Int64(week - 1) * 7
            if found >= next { found -= 7 }
            day = found
        }
        return day * 86_400 + turn.time
    }

    private static func isLeap(_ year: Int) -> Bool { days(year + 1, 1, 1) - days(year, 1, 1) == 366 }

    /// Days since 1970, for years after it.
    private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int64 {
        let (shifted, index) = (month <= 2 ? year - 1 : year, (month + 9) % 12)
        let days = shifted * 365 + shifted / 4 - shifted / 100 + shifted / 400 + (153 * index + 2) / 5 + day - 1
        return Int64(days - 719_468)
    }

    /// `CET`, or `<+03>`.
    private static func dropName(_ rest: inout Substring) -> Bool {
        if rest.first == "<" {
            guard let end = rest.firstIndex(of: ">") else { return false }
            rest = rest[rest.index(after: end)...]
            return true
        }
        let name = rest.prefix { $0.isLetter }
        rest = rest.dropFirst(name.count)
        return name.count >= 3
    }

    /// `2`, `-1`, `+02:30` or `2:00:00`, in seconds.
    private static func time(_ rest: inout Substring) -> Int64? {
        let text = rest.prefix { $0.isNumber || $0 == ":" || $0 == "-" || $0 == "+" }
        rest = rest.dropFirst(text.count)
        let isNegative = text.first == "-"
        let parts = text.drop { $0 == "-" || $0 == "+" }.split(separator: ":", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { Int64($0) }
        // Up to a week, for days that are told as hours of another one.
        guard (1...3).contains(parts.count), numbers.count == parts.count, numbers[0] <= 167,
            numbers.dropFirst().allSatisfy({ (0...59).contains($0) })
        else { return nil }
        let seconds = zip(numbers, [3600, 60, 1]).reduce(0) { $0 + $1.0 * $1.1 }
        return isNegative ? -seconds : seconds
    }

    /// `M3.5.0/2`, `J60` or `59/3`; the time is 2 o'clock if it is not told.
    private static func turn(_ text: Substring) -> Turn? {
        let halves = text.split(separator: "/", omittingEmptySubsequences: false)
        guard (1...2).contains(halves.count), let day = day(halves[0]) else { return nil }
        var rest = halves.count == 2 ? halves[1] : "2"
        guard let time = time(&rest), rest.isEmpty else { return nil }
        return Turn(day: day, time: time)
    }

    private static func day(_ text: Substring) -> Turn.Day? {
        switch text.first {
        case "M":
            let numbers = text.dropFirst().split(separator: ".", omittingEmptySubsequences: false).map { Int($0) ?? -1 }
            guard numbers.count == 3, (1...12).contains(numbers[0]), (1...5).contains(numbers[1]),
                (0...6).contains(numbers[2])
            else { return nil }
            return .weekday(month: numbers[0], week: numbers[1], weekday: numbers[2])
        case "J":
            guard let number = Int(text.dropFirst()), (1...365).contains(number) else { return nil }
            return .withoutLeapDay(number)
        default:
            guard let number = Int(text), (0...365).contains(number) else { return nil }
            return .withLeapDay(number)
        }
    }
}
