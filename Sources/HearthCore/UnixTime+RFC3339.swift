extension UnixTime {
    /// Reads text such as `2026-11-20T12:30:45.250Z`, as the service writes moments.
    ///
    /// - Parameter text: A date and a time of day in UTC ([RFC 3339](https://www.rfc-editor.org/rfc/rfc3339)), with up
    ///   to nine digits for the fraction of a second, which is cut to milliseconds; `nil` for anything else.
    public init?(rfc3339 text: String) {
        let bytes = Array(text.utf8)
        func number(_ range: Range<Int>) -> Int64? {
            var value: Int64 = 0
            for byte in bytes[range] {
                guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
                value = value * 10 + Int64(byte - UInt8(ascii: "0"))
            }
            return value
        }
        guard (20...30).contains(bytes.count), bytes.last == UInt8(ascii: "Z") else { return nil }
        let marks = [(4, "-"), (7, "-"), (10, "T"), (13, ":"), (16, ":")] as [(Int, Unicode.Scalar)]
        guard marks.allSatisfy({ bytes[$0.0] == UInt8(ascii: $0.1) }) else { return nil }
        guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10),
            let hour = number(11..<13), let minute = number(14..<16), let second = number(17..<19),
            (1...12).contains(month), (1...31).contains(day), hour < 24, minute < 60, second < 60
        else { return nil }
        var milliseconds: Int64 = 0
        if bytes.count > 20 {
            guard bytes[19] == UInt8(ascii: "."), bytes.count > 21, let digits = number(20..<bytes.count - 1) else {
                return nil
            }
            let excess = bytes.count - 24
            milliseconds = digits
            for _ in 0..<abs(excess) { milliseconds = excess > 0 ? milliseconds / 10 : milliseconds * 10 }
        }
        let seconds = Self.days(year, month, day) * 86_400 + hour * 3600 + minute * 60 + second
        self.init(milliseconds: seconds * 1000 + milliseconds)
        // The thirtieth of February is the second of March, and no date.
        guard CivilTime(self).day == Int(day) else { return nil }
    }

    /// Days since 1970-01-01, counted from the first of March so that the leap day is the year's last.
    private static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
        // A whole era of 400 years more keeps January of the year 0 above zero, where division rounds down.
        let shifted = (month > 2 ? year : year - 1) + 400
        let monthOfYear = (month + 9) % 12
        return 365 * shifted + shifted / 4 - shifted / 100 + shifted / 400 + (153 * monthOfYear + 2) / 5 + day - 865_566
    }
}
