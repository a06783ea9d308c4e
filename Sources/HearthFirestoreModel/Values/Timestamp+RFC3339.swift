internal import HearthCore

extension Timestamp {
    /// Reads the text form, https://www.rfc-editor.org/rfc/rfc3339, with any offset and up to nine digits of fraction.
    ///
    /// - Parameter text: For example `2020-01-01T00:00:00.000001Z`. The result is `nil` for anything else and outside of
    ///   the years 1 to 9999.
    public init?(rfc3339 text: String) {
        var reader = DigitReader(bytes: Array(text.utf8))
        guard let year = reader.number(4), reader.take("-"), let month = reader.number(2), reader.take("-"),
            let day = reader.number(2), reader.takeOne(of: "Tt"), let hour = reader.number(2), reader.take(":"),
            let minute = reader.number(2), reader.take(":"), let second = reader.number(2),
            let nanoseconds = reader.fraction(), let offset = reader.offset(), reader.isAtEnd,
            (1...12).contains(month), (1...31).contains(day), hour < 24, minute < 60, second < 60
        else { return nil }
        let days = Self.days(year, month, day)
        // The thirtieth of February is the second of March, and no date.
        guard CivilTime(UnixTime(seconds: days * 86_400)).day == Int(day) else { return nil }
        let seconds = days * 86_400 + hour * 3600 + minute * 60 + second - offset
        self.init(seconds: seconds, nanoseconds: Int32(nanoseconds))
    }

    /// The text form in UTC, with no, three or six digits of fraction: the fewest that are exact.
    public var rfc3339: String {
        let time = CivilTime(UnixTime(seconds: seconds))
        let micros = Int(nanoseconds) / 1000
        let fraction: String
        if micros == 0 {
            fraction = ""
        } else if micros % 1000 == 0 {
            fraction = "." + Self.padded(micros / 1000, 3)
        } else {
            fraction = "." + Self.padded(micros, 6)
        }
        return "\(Self.padded(time.year, 4))-\(Self.padded(time.month, 2))-\(Self.padded(time.day, 2))T"
            + "\(Self.padded(time.hour, 2)):\(Self.padded(time.minute, 2)):\(Self.padded(time.second, 2))\(fraction)Z"
    }

    private static func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }

    /// Days from 1970 to a date, https://howardhinnant.github.io/date_algorithms.html.
    private static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
        let shifted = month > 2 ? year : year - 1
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }
}

/// Reads the pieces of a time's text.
private struct DigitReader {
    let bytes: [UInt8]
    var position = 0

    var isAtEnd: Bool { position == bytes.count }

    mutating func number(_ width: Int) -> Int64? {
        guard position + width <= bytes.count else { return nil }
        var value: Int64 = 0
        for byte in bytes[position..<position + width] {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
            value = value * 10 + Int64(byte - UInt8(ascii: "0"))
        }
        position += width
        return value
    }

    mutating func take(_ mark: Unicode.Scalar) -> Bool {
        guard position < bytes.count, bytes[position] == UInt8(ascii: mark) else { return false }
        position += 1
        return true
    }

    mutating func takeOne(of marks: StaticString) -> Bool {
        guard position < bytes.count, marks.description.utf8.contains(bytes[position]) else { return false }
        position += 1
        return true
    }

    /// Nanoseconds of an optional fraction of one to nine digits.
    mutating func fraction() -> Int64? {
        guard take(".") else { return 0 }
        var value: Int64 = 0
        var digits = 0
        while let digit = number(1) {
            guard digits < 9 else { return nil }
            value = value * 10 + digit
            digits += 1
        }
        guard digits > 0 else { return nil }
        for _ in digits..<9 { value *= 10 }
        return value
    }

    /// Seconds east of UTC.
    mutating func offset() -> Int64? {
        if takeOne(of: "Zz") { return 0 }
        let isEast = take("+")
        guard isEast || take("-"), let hours = number(2), take(":"), let minutes = number(2), hours < 24, minutes < 60
        else { return nil }
        return (hours * 3600 + minutes * 60) * (isEast ? 1 : -1)
    }
}
