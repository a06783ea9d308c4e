/// A moment split into the fields of the proleptic Gregorian calendar, in UTC.
///
/// The arithmetic is the era-based algorithm of days since a first of March, exact for every `Int64` year.
public struct CivilTime: Sendable, Hashable {
    /// The year, for example 2026.
    public let year: Int
    /// The month, 1 to 12.
    public let month: Int
    /// The day of the month, 1 to 31.
    public let day: Int
    /// The hour, 0 to 23.
    public let hour: Int
    /// The minute, 0 to 59.
    public let minute: Int
    /// The second, 0 to 59.
    public let second: Int
    /// The millisecond, 0 to 999.
    public let millisecond: Int
    /// The day of the week, 0 for Sunday.
    public let weekday: Int

    /// Splits a moment into calendar fields.
    ///
    /// - Parameter time: The moment.
    public init(_ time: UnixTime) {
        let seconds = time.seconds
        let days = Self.floorDivide(seconds, 86_400)
        let secondOfDay = Int(seconds - days * 86_400)
        let shifted = days + 719_468
        let era = Self.floorDivide(shifted, 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        day = Int(dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
        month = Int(shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9)
        year = Int(yearOfEra + era * 400) + (month <= 2 ? 1 : 0)
        hour = secondOfDay / 3600
        minute = secondOfDay / 60 % 60
        second = secondOfDay % 60
        // The seconds before the earliest moment are more than milliseconds hold.
        millisecond = Int((time.milliseconds % 1000 + 1000) % 1000)
        weekday = Int((days % 7 + 11) % 7)
    }

    /// The moment as RFC 3339 text with milliseconds, for example `2026-11-20T12:30:00.250Z`.
    ///
    /// A year has four digits there: a moment before the year 0 or after 9999 is written as the first or the last of
    /// them.
    public var rfc3339: String {
        guard hasFourDigits else { return nearestOfFourDigits.rfc3339 }
        return "\(Self.padded(year, 4))-\(Self.padded(month, 2))-\(Self.padded(day, 2))T"
            + "\(Self.padded(hour, 2)):\(Self.padded(minute, 2)):\(Self.padded(second, 2))."
            + "\(Self.padded(millisecond, 3))Z"
    }

    /// The moment as an HTTP date, for example `Fri, 20 Nov 2026 12:30:00 GMT`
    /// ([RFC 9110 §5.6.7](https://www.rfc-editor.org/rfc/rfc9110#section-5.6.7)); the year has four digits, as in
    /// ``rfc3339``.
    public var httpDate: String {
        guard hasFourDigits else { return nearestOfFourDigits.httpDate }
        return "\(Self.weekdays[weekday]), \(Self.padded(day, 2)) \(Self.months[month - 1]) \(Self.padded(year, 4)) "
            + "\(Self.padded(hour, 2)):\(Self.padded(minute, 2)):\(Self.padded(second, 2)) GMT"
    }

    private var hasFourDigits: Bool { (0...9999).contains(year) }

    /// 0000-01-01T00:00:00.000Z or 9999-12-31T23:59:59.999Z.
    private var nearestOfFourDigits: CivilTime {
        CivilTime(UnixTime(milliseconds: year < 0 ? -62_167_219_200_000 : 253_402_300_799_999))
    }

    private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    private static func floorDivide(_ value: Int64, _ divisor: Int64) -> Int64 {
        value >= 0 ? value / divisor : (value - divisor + 1) / divisor
    }

    private static func padded(_ value: Int, _ width: Int) -> String {
        let digits = String(value)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
