import FirestoreSamples
import HearthCore
import HearthFirestoreModel
import Testing

@Suite("Moments and the calendar")
struct TimestampLawTests {
    /// Counts the days from the year 1 by its months, as anybody would.
    private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
        func isLeap(_ year: Int) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }
        let months = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        var days = 0
        for year in 1..<year { days += isLeap(year) ? 366 : 365 }
        for index in 0..<month - 1 { days += months[index] + (index == 1 && isLeap(year) ? 1 : 0) }
        return days + day - 1
    }

    private static func padded(_ number: Int, _ width: Int) -> String {
        String(repeating: "0", count: max(0, width - String(number).count)) + String(number)
    }

    @Test(arguments: 1...30) func `are those of their text in every year`(seed: UInt64) throws {
        var random = ValueGenerator(seed: seed)
        let start = Self.days(1970, 1, 1)
        for _ in 0..<40 {
            let year = Int.random(in: 1...9999, using: &random)
            let (month, day) = (Int.random(in: 1...12, using: &random), Int.random(in: 1...28, using: &random))
            let (hour, minute) = (Int.random(in: 0...23, using: &random), Int.random(in: 0...59, using: &random))
            let second = Int.random(in: 0...59, using: &random)
            let micros = random.pick([0, 1000, 999_000, 1, 999_999, 120_000, 123_456])
            let date = "\(Self.padded(year, 4))-\(Self.padded(month, 2))-\(Self.padded(day, 2))"
            let time = "\(Self.padded(hour, 2)):\(Self.padded(minute, 2)):\(Self.padded(second, 2))"
            let seconds = (Self.days(year, month, day) - start) * 86_400 + hour * 3600 + minute * 60 + second
            let moment = Timestamp(microseconds: Int64(seconds) * 1_000_000 + Int64(micros))
            let text = "\(date)T\(time).\(Self.padded(micros, 6))Z"
            #expect(Timestamp(rfc3339: text) == moment, "\(text)")
            #expect(Timestamp(rfc3339: moment.rfc3339) == moment)
            #expect(moment.rfc3339.hasPrefix("\(date)T\(time)"))
            #expect(Timestamp(seconds: moment.seconds, nanoseconds: moment.nanoseconds) == moment)
        }
    }

    @Test func `of each day follow each other, whatever the century`() throws {
        let lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        for year in [1, 4, 100, 400, 1582, 1600, 1900, 1969, 1970, 2000, 2024, 2100, 9999] {
            let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
            for month in 1...12 {
                let length = lengths[month - 1] + (month == 2 && isLeap ? 1 : 0)
                let texts = (1...32).map { day in
                    "\(Self.padded(year, 4))-\(Self.padded(month, 2))-\(Self.padded(day, 2))T00:00:00Z"
                }
                let moments = texts.map { Timestamp(rfc3339: $0)?.seconds }
                #expect(moments.prefix(length).allSatisfy { $0 != nil }, "\(year)-\(month)")
                #expect(moments.dropFirst(length).allSatisfy { $0 == nil }, "\(year)-\(month)")
                for (day, next) in zip(moments.prefix(length), moments.prefix(length).dropFirst()) {
                    #expect(next == day.map { $0 + 86_400 })
                }
            }
        }
    }

    @Test(arguments: [
        ("Z", 0), ("z", 0), ("+00:00", 0), ("-00:00", 0), ("+01:30", -5400), ("-23:59", 86_340), ("+14:00", -50_400),
    ]) func `are those of Greenwich, wherever they were written down`(offset: String, seconds: Int64) {
        #expect(Timestamp(rfc3339: "1970-01-02T00:00:00" + offset)?.seconds == 86_400 + seconds)
    }

    @Test(arguments: [
        "1970-01-01T00:00:60Z", "1970-01-01T00:60:00Z", "1970-01-01 00:00:00Z", "1970-1-01T00:00:00Z",
        "1970-00-01T00:00:00Z", "1970-01-00T00:00:00Z", "1970-01-01T00:00Z", "1970-01-01T00:00:00+24:00",
        "1970-01-01T00:00:00+00:60", "1970-01-01T00:00:00+00", "1970-01-01T00:00:00,5Z", "01970-01-01T00:00:00Z",
        "１970-01-01T00:00:00Z", "1970-01-01T00:00:00Z\0", " 1970-01-01T00:00:00Z", "-970-01-01T00:00:00Z",
        "0000-01-01T00:00:00Z", "1970-01-01T00:00:00.-5Z",
    ]) func `are not read from anything else`(text: String) {
        #expect(Timestamp(rfc3339: text) == nil)
    }

    @Test(arguments: [Int64.min, .min + 1, -1, 0, 1, .max - 1, .max])
    func `beyond what can be stored are still compared and rounded`(microseconds: Int64) {
        let moment = Timestamp(microseconds: microseconds)
        #expect((0..<1_000_000_000).contains(moment.nanoseconds))
        #expect(!moment.rfc3339.isEmpty)
        // The milliseconds below: at the very beginning there is none.
        if microseconds > .min + 1000 {
            let rounded = moment.roundedDownToMilliseconds
            #expect(rounded <= moment && microseconds - rounded.microseconds < 1000)
            #expect(rounded.microseconds % 1000 == 0)
        }
    }

    @Test(
        arguments: [
            (-62_135_596_801, 0), (253_402_300_800, 0), (0, -1), (0, 1_000_000_000), (.max, 0), (.min, 0), (0, .min),
        ] as [(Int64, Int32)]
    ) func `outside of the protocol's range are none`(seconds: Int64, nanoseconds: Int32) {
        #expect(Timestamp(seconds: seconds, nanoseconds: nanoseconds) == nil)
    }

    @Test func `begin and end where the protocol says`() {
        #expect(Timestamp.earliest.rfc3339 == "0001-01-01T00:00:00Z")
        #expect(Timestamp.latest.rfc3339 == "9999-12-31T23:59:59.999999Z")
        #expect(Timestamp(UnixTime(milliseconds: -1)).rfc3339 == "1969-12-31T23:59:59.999Z")
    }
}
