import HearthCore
import HearthJSON
import Testing

@Suite("A moment")
struct UnixTimeTests {
    @Test(
        arguments: [
            (0, 0), (999, 0), (1000, 1), (1999, 1), (-1, -1), (-999, -1), (-1000, -1), (-1001, -2), (-2000, -2),
            (.max, 9_223_372_036_854_775), (.min, -9_223_372_036_854_776),
            (.min + 808, -9_223_372_036_854_775), (.min + 807, -9_223_372_036_854_776),
        ] as [(Int64, Int64)]
    )
    func `has whole seconds, rounded down also before 1970`(_ milliseconds: Int64, _ seconds: Int64) {
        #expect(UnixTime(milliseconds: milliseconds).seconds == seconds)
    }

    // A token may carry any number: none of them may end the process.
    @Test(
        arguments: [
            (1, 1000), (-1, -1000), (9_223_372_036_854_775, 9_223_372_036_854_775_000),
            (9_223_372_036_854_776, .max), (.max, .max), (-9_223_372_036_854_775, -9_223_372_036_854_775_000),
            (-9_223_372_036_854_776, .min), (.min, .min),
        ] as [(Int64, Int64)]
    )
    func `of seconds is clamped to what milliseconds hold`(_ seconds: Int64, _ milliseconds: Int64) {
        let moment = UnixTime(seconds: seconds)
        #expect(moment.milliseconds == milliseconds)
        // What it says of itself is defined for each of them.
        #expect(abs(moment.seconds) <= 9_223_372_036_854_776)
        #expect(moment.roundedDownToSeconds <= moment)
        #expect(CivilTime(moment).rfc3339.utf8.count == 24)
    }

    @Test(arguments: [(1500, 1000), (-1500, -2000), (-1, -1000), (0, 0)] as [(Int64, Int64)])
    func `loses its fraction of a second downwards`(_ milliseconds: Int64, _ rounded: Int64) {
        #expect(UnixTime(milliseconds: milliseconds).roundedDownToSeconds.milliseconds == rounded)
    }

    @Test(
        arguments: [
            (0, .seconds(1), 1000), (0, .milliseconds(-1), -1), (5, .microseconds(1999), 6),
            (5, .microseconds(-1999), 4),
            (5, .nanoseconds(999_999), 5), (0, .minutes(2), 120_000), (0, .hours(-1), -3_600_000),
            (.max, .milliseconds(1), .max), (.max, .seconds(Int64.max), .max), (.min, .milliseconds(-1), .min),
            (.min, .seconds(Int64.min), .min), (.max, .milliseconds(-1), .max - 1), (.min, .seconds(Int64.max), -1),
            (0, .seconds(Int64.max), .max), (0, .seconds(Int64.min), .min),
        ] as [(Int64, Duration, Int64)]
    )
    func `moves by a duration, and stays at the end of time`(_ start: Int64, _ duration: Duration, _ end: Int64) {
        #expect((UnixTime(milliseconds: start) + duration).milliseconds == end)
    }

    @Test(
        arguments: [
            (0, .seconds(1), -1000), (5, .microseconds(1999), 4), (.min, .milliseconds(1), .min),
            (.min, .seconds(Int64.max), .min), (.max, .seconds(Int64.min), .max), (.max, .milliseconds(-1), .max),
            (0, .seconds(Int64.max), -.max), (-1, .seconds(Int64.min), .max),
        ] as [(Int64, Duration, Int64)]
    )
    func `moves back by a duration, and stays at the beginning of time`(
        _ start: Int64,
        _ duration: Duration,
        _ end: Int64
    ) {
        #expect((UnixTime(milliseconds: start) - duration).milliseconds == end)
    }

    // An age that wraps around would make the oldest session the youngest.
    @Test func `is as far from another one as it is, however far`() {
        let (first, last) = (UnixTime(milliseconds: .min), UnixTime(milliseconds: .max))
        #expect(last - first > .seconds(Int64.max / 1000))
        #expect(first - last < .zero)
        #expect(UnixTime(milliseconds: 1500) - UnixTime(milliseconds: 2000) == .milliseconds(-500))
        #expect(last - last == .zero)
        let now = UnixTime(seconds: 1_795_177_845)
        #expect(now - UnixTime(seconds: .min) > .minutes(5))
        #expect(UnixTime(seconds: .max) - now > .minutes(5))
    }

    @Test func `is before another one by its milliseconds`() {
        let moments = [Int64.min, -1001, -1000, -1, 0, 1, 999, 1000, .max].map(UnixTime.init(milliseconds:))
        for (index, moment) in moments.enumerated() {
            for (other, later) in moments.enumerated() {
                #expect((moment < later) == (index < other))
                #expect((moment == later) == (index == other))
            }
        }
    }

    @Test(
        arguments: [
            (.zero, 0), (.seconds(1), 1000), (.microseconds(999), 0), (.microseconds(-999), 0),
            (.microseconds(1001), 1), (.microseconds(-1001), -1), (.nanoseconds(-1_500_000_000), -1500),
            (.seconds(Int64.max), .max), (.seconds(Int64.min), .min),
            (.milliseconds(Int64.max), .max), (.milliseconds(Int64.min), .min),
            (.milliseconds(Int64.max) + .milliseconds(1), .max), (.milliseconds(Int64.min) - .milliseconds(1), .min),
        ] as [(Duration, Int64)]
    )
    func `is counted in whole milliseconds of a duration`(_ duration: Duration, _ milliseconds: Int64) {
        #expect(duration.wholeMilliseconds == milliseconds)
    }

    @Test func `is reached by minutes and hours`() {
        #expect(Duration.minutes(5) == .seconds(300) && Duration.hours(24) == .seconds(86_400))
        #expect(Duration.minutes(-1) == .seconds(-60))
        #expect(Duration.milliseconds(2999).wholeSeconds == 2 && Duration.milliseconds(-2999).wholeSeconds == -2)
    }

    @Test(arguments: [0, -1, 1_795_177_845_250, .max, .min] as [Int64])
    func `is a number of milliseconds in JSON`(_ milliseconds: Int64) throws {
        let moment = UnixTime(milliseconds: milliseconds)
        #expect(try JSON.encode(moment) == Array(String(milliseconds).utf8))
        #expect(try JSON.decode(UnixTime.self, from: Array(String(milliseconds).utf8)) == moment)
    }

    @Test(arguments: ["1.5", "\"0\"", "null", "9223372036854775808", "true"])
    func `is nothing else in JSON`(_ text: String) {
        #expect(throws: JSONError.self) { try JSON.decode(UnixTime.self, from: Array(text.utf8)) }
    }

    @Test func `is now by the system's clock`() {
        // The moment at which this test was written, which every machine has behind it.
        #expect(UnixTime.systemNow() > UnixTime(seconds: 1_700_000_000))
    }
}
