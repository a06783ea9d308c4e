import HearthCore
import Testing

@Suite("Calendar fields")
struct CivilTimeTests {
    /// A calendar that counts days one month after the other, as a person with a list would.
    private struct Calendar {
        static func isLeap(_ year: Int) -> Bool {
            year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
        }

        static func days(in month: Int, of year: Int) -> Int {
            month == 2 && isLeap(year) ? 29 : [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
        }
    }

    @Test func `are right on the first and the last day of every month of 2400 years`() {
        // Years before 1970 are counted back to where the calendar begins to count forward.
        var day = 0
        for year in 0..<1970 { day -= Calendar.isLeap(year) ? 366 : 365 }
        var wrong: [String] = []
        for year in 0..<2400 {
            for month in 1...12 {
                let length = Calendar.days(in: month, of: year)
                for (offset, number) in [(0, 1), (length - 1, length)] {
                    let civil = CivilTime(UnixTime(seconds: Int64(day + offset) * 86_400))
                    let weekday = ((day + offset) % 7 + 11) % 7
                    let isRight =
                        civil.year == year && civil.month == month && civil.day == number && civil.weekday == weekday
                    if !isRight { wrong.append("\(year)-\(month)-\(number)") }
                }
                day += length
            }
        }
        #expect(wrong == [])
    }

    // Each day of the week, in weeks that are in every book.
    @Test(
        arguments: [
            (-14_182_940, "Sun, 20 Jul 1969 20:17:40 GMT"), (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"),
            (0, "Thu, 01 Jan 1970 00:00:00 GMT"), (946_684_799, "Fri, 31 Dec 1999 23:59:59 GMT"),
            (946_684_800, "Sat, 01 Jan 2000 00:00:00 GMT"), (1_000_000_000, "Sun, 09 Sep 2001 01:46:40 GMT"),
            (1_234_567_890, "Fri, 13 Feb 2009 23:31:30 GMT"), (2_147_483_647, "Tue, 19 Jan 2038 03:14:07 GMT"),
            (2_147_483_648, "Tue, 19 Jan 2038 03:14:08 GMT"), (-2_208_988_800, "Mon, 01 Jan 1900 00:00:00 GMT"),
            (4_107_542_400, "Mon, 01 Mar 2100 00:00:00 GMT"), (4_107_542_399, "Sun, 28 Feb 2100 23:59:59 GMT"),
            (1_709_164_800, "Thu, 29 Feb 2024 00:00:00 GMT"), (253_402_300_799, "Fri, 31 Dec 9999 23:59:59 GMT"),
            (-62_167_219_200, "Sat, 01 Jan 0000 00:00:00 GMT"), (-62_135_596_800, "Mon, 01 Jan 0001 00:00:00 GMT"),
        ] as [(Int64, String)]
    )
    func `are written as a date of HTTP`(_ seconds: Int64, _ text: String) {
        #expect(CivilTime(UnixTime(seconds: seconds)).httpDate == text)
        #expect(CivilTime(UnixTime(milliseconds: seconds * 1000 + 999)).httpDate == text)
    }

    @Test(
        arguments: [
            (0, 0), (1, 1), (999, 999), (1000, 0), (-1, 999), (-999, 1), (-1000, 0), (-1001, 999), (.max, 807),
            (.min, 192), (.min + 1, 193),
        ] as [(Int64, Int)]
    )
    func `have milliseconds from 0 to 999, also before 1970`(_ milliseconds: Int64, _ fraction: Int) {
        #expect(CivilTime(UnixTime(milliseconds: milliseconds)).millisecond == fraction)
    }

    @Test func `are exact to the ends of time`() {
        // The moments at the ends of 64 bits of milliseconds, as Java writes them.
        let last = CivilTime(UnixTime(milliseconds: .max))
        #expect((last.year, last.month, last.day) == (292_278_994, 8, 17))
        #expect((last.hour, last.minute, last.second) == (7, 12, 55))
        let first = CivilTime(UnixTime(milliseconds: .min))
        #expect((first.year, first.month, first.day) == (-292_275_055, 5, 16))
        #expect((first.hour, first.minute, first.second) == (16, 47, 4))
    }

    // RFC 3339 has four digits for the year, and readers take a fifth for an error.
    @Test(
        arguments: [
            (253_402_300_799_999, "9999-12-31T23:59:59.999Z"), (253_402_300_800_000, "9999-12-31T23:59:59.999Z"),
            (.max, "9999-12-31T23:59:59.999Z"), (-62_167_219_200_000, "0000-01-01T00:00:00.000Z"),
            (-62_167_219_200_001, "0000-01-01T00:00:00.000Z"), (.min, "0000-01-01T00:00:00.000Z"),
            (-62_162_035_200_000, "0000-03-01T00:00:00.000Z"), (-62_135_596_800_001, "0000-12-31T23:59:59.999Z"),
        ] as [(Int64, String)]
    )
    func `are written with a year of four digits`(_ milliseconds: Int64, _ text: String) {
        let civil = CivilTime(UnixTime(milliseconds: milliseconds))
        #expect(civil.rfc3339 == text)
        #expect(civil.httpDate.utf8.count == 29)
    }
}

@Suite("A moment in text")
struct MomentTextTests {
    @Test(
        arguments: [
            ("0000-01-01T00:00:00Z", -62_167_219_200_000), ("0000-02-29T12:00:00Z", -62_162_078_400_000),
            ("0000-03-01T00:00:00Z", -62_162_035_200_000), ("0001-01-01T00:00:00Z", -62_135_596_800_000),
            ("1969-07-20T20:17:40Z", -14_182_940_000), ("9999-12-31T23:59:59.999Z", 253_402_300_799_999),
            ("2026-11-20T12:30:45.1Z", 1_795_177_845_100), ("2026-11-20T12:30:45.12Z", 1_795_177_845_120),
            ("2026-11-20T12:30:45.1239Z", 1_795_177_845_123), ("2026-11-20T12:30:45.000999999Z", 1_795_177_845_000),
            ("1900-03-01T00:00:00Z", -2_203_891_200_000), ("2000-02-29T00:00:00Z", 951_782_400_000),
        ] as [(String, Int64)]
    )
    func `is read with its fraction`(_ text: String, _ milliseconds: Int64) {
        #expect(UnixTime(rfc3339: text)?.milliseconds == milliseconds)
    }

    @Test func `comes back from the first and the last day of every month`() {
        var wrong: [String] = []
        for year in stride(from: 0, through: 9999, by: 37) {
            for month in 1...12 {
                for (day, isDate) in [(1, true), (28, true), (29, month != 2), (30, month != 2), (32, false)] {
                    func padded(_ number: Int, _ width: Int) -> String {
                        String(repeating: "0", count: width - String(number).count) + String(number)
                    }
                    // The 29th of February is another test's.
                    if month == 2, day == 29 { continue }
                    let text = "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))T23:59:59.001Z"
                    let moment = UnixTime(rfc3339: text)
                    if moment.map({ CivilTime($0).rfc3339 }) != (isDate ? text : nil) { wrong.append(text) }
                }
            }
        }
        #expect(wrong == [])
    }

    @Test(
        arguments: [
            (0, true), (4, true), (1600, true), (1900, false), (1999, false), (2000, true), (2023, false), (2024, true),
            (2100, false), (2400, true), (9996, true), (9999, false),
        ]
    )
    func `has a 29th of February in leap years alone`(_ year: Int, _ isLeap: Bool) {
        let digits = String(repeating: "0", count: 4 - String(year).count) + String(year)
        #expect((UnixTime(rfc3339: "\(digits)-02-29T00:00:00Z") != nil) == isLeap)
    }

    @Test(
        arguments: [
            "2026-00-20T12:30:45Z", "2026-11-00T12:30:45Z", "2026-11-31T12:30:45Z", "2026-04-31T00:00:00Z",
            "2026-11-20T12:30:60Z", "2026-11-20t12:30:45Z", "2026-11-20T12:30:45z", "2026-11-20T12:30:45.25",
            "12026-11-20T12:30:45Z", "2026-11-20T12:30:45,25Z", "2026/11/20T12:30:45Z", "2026-11-20T12:30:45.-1Z",
            "2026-11-20T12:30:45.+25Z", "2026-11-20T12:30:45.2 Z", " 2026-11-20T12:30:45Z", "2026-11-20T12:30:45Z ",
            "2026-11-20T12:30:45\u{0}Z", "２０26-11-20T12:30Z", "2026-11-20T12:30:45ZZ", "2026-11-20T12:30:45+00:00",
        ]
    )
    func `is refused in any other form`(_ text: String) {
        #expect(UnixTime(rfc3339: text) == nil)
    }
}
