import HearthCore
import Testing

@testable import HearthFunctionsHost

@Suite("A schedule's next moment")
struct ScheduleTableTests {
    /// From a program of a few lines that asks each minute of Python's `datetime`, with fields and moments at random;
    /// the last ones by choice.
    private static let moments = [
        ("* * 3 2-7 3", "1941-03-28T00:59:02Z", "1941-04-02T00:00:00Z"),
        ("* * */27 4 0", "2048-07-17T22:38:07Z", "2049-04-01T00:00:00Z"),
        ("54,8 * * * *", "2081-01-27T20:40:15Z", "2081-01-27T20:54:00Z"),
        ("40 * * 10-10 7", "1956-05-27T21:57:44Z", "1956-10-07T00:40:00Z"),
        ("*/30 */8 23-26 * *", "2013-05-17T15:23:31Z", "2013-05-23T00:00:00Z"),
        ("*/39 13,5 5-20 */11 *", "1957-10-23T05:51:56Z", "1957-12-05T05:00:00Z"),
        ("* */16 15 * *", "2025-05-28T14:40:17Z", "2025-06-15T00:00:00Z"),
        ("* 9-19 22 5-11 5-5/4", "2018-05-19T05:12:09Z", "2018-05-22T09:00:00Z"),
        ("*/14 4-11 */30 2-4/4 */3", "1942-12-21T14:02:07Z", "1943-02-01T04:00:00Z"),
        ("17-43/3 12 6,5 * *", "2036-01-02T15:04:31Z", "2036-01-05T12:17:00Z"),
        ("* * */12 6 6,6", "1951-09-21T21:05:47Z", "1952-06-01T00:00:00Z"),
        ("3 * 4,11 2 *", "1956-07-27T18:58:52Z", "1957-02-04T00:03:00Z"),
        ("4 19-22/2 31 * */1", "1967-03-14T03:31:21Z", "1967-03-14T19:04:00Z"),
        ("*/20 * * * *", "2007-03-08T08:43:07Z", "2007-03-08T09:00:00Z"),
        ("* 4,22 1 5-6 4", "2040-07-21T15:32:40Z", "2041-05-01T04:00:00Z"),
        ("*/15 16 * * 3-4", "2081-05-17T13:13:59Z", "2081-05-21T16:00:00Z"),
        ("* */1 16,9 * 5", "1965-10-28T10:20:55Z", "1965-10-29T00:00:00Z"),
        ("14,6 * * * 0", "1969-04-01T01:26:40Z", "1969-04-06T00:06:00Z"),
        ("5-58 12 25-26 */3 */6", "2028-12-08T08:42:32Z", "2029-01-06T12:05:00Z"),
        ("*/26 2-7 * * *", "2029-02-16T22:21:49Z", "2029-02-17T02:00:00Z"),
        ("* 15-20 * 1 *", "2005-03-09T06:44:14Z", "2006-01-01T15:00:00Z"),
        ("8-35 0,8 * 10 *", "2044-02-01T22:08:46Z", "2044-10-01T00:08:00Z"),
        ("* 14-23 17-23 9-10 0", "2088-10-15T09:38:31Z", "2088-10-17T14:00:00Z"),
        ("49 5-9 */24 * *", "2019-09-30T17:04:45Z", "2019-10-01T05:49:00Z"),
        ("*/50 * 8 * *", "2017-01-27T12:30:03Z", "2017-02-08T00:00:00Z"),
        ("* 2-16/3 17 4 7", "1956-06-16T08:47:54Z", "1957-04-07T02:00:00Z"),
        ("15 8 29-29/7 */7 *", "2004-02-27T15:29:37Z", "2004-08-29T08:15:00Z"),
        ("* * 26 * 5-5", "1968-05-08T09:22:16Z", "1968-05-10T00:00:00Z"),
        ("* 5,21 6-28 */9 */4", "1996-08-22T12:29:10Z", "1996-10-03T05:00:00Z"),
        ("1-22 14 13-23 5 1", "1985-05-11T19:14:20Z", "1985-05-13T14:01:00Z"),
        ("16,17 * 9-13 11-12 */5", "1955-10-30T10:07:06Z", "1955-11-04T00:16:00Z"),
        ("5-22 * 14 5-5/6 *", "2005-06-18T02:30:45Z", "2006-05-14T00:05:00Z"),
        ("* 14-14/3 20,5 * 1-2", "2005-08-23T21:15:25Z", "2005-08-29T14:00:00Z"),
        ("33,48 * */22 * *", "1972-06-21T21:25:37Z", "1972-06-23T00:33:00Z"),
        ("* 6 8 11,7 6", "2038-12-17T11:53:25Z", "2039-07-02T06:00:00Z"),
        ("53,56 20-21 */12 2,11 4-7", "2004-07-25T00:22:17Z", "2004-11-01T20:53:00Z"),
        ("55-59 9 23 * */2", "1953-06-25T10:35:35Z", "1953-06-27T09:55:00Z"),
        ("*/22 7,1 12,6 * */4", "2007-12-18T15:06:34Z", "2007-12-20T01:00:00Z"),
        ("* 2-10 5-17 7 *", "2011-05-30T01:53:49Z", "2011-07-05T02:00:00Z"),
        ("33 4-23/4 24-31 * 2-2", "2026-01-06T22:06:52Z", "2026-01-13T04:33:00Z"),
        ("0 0 29 2 *", "2096-02-29T00:00:00Z", "2104-02-29T00:00:00Z"),
        ("0 0 29 2 *", "1896-02-29T00:00:01Z", "1904-02-29T00:00:00Z"),
        ("59 23 31 12 *", "1969-12-31T23:58:59Z", "1969-12-31T23:59:00Z"),
        ("0 0 1 1 *", "1999-12-31T23:59:59Z", "2000-01-01T00:00:00Z"),
        ("0 0 29 2 *", "1999-12-31T00:00:00Z", "2000-02-29T00:00:00Z"),
        ("0 0 31 * *", "2026-01-31T00:00:00Z", "2026-03-31T00:00:00Z"),
        ("0 0 31 4,6,9,11 1", "2026-04-01T00:00:00Z", "2026-04-06T00:00:00Z"),
    ]

    @Test(arguments: moments)
    func `is the first minute whose fields are all meant`(_ text: String, _ after: String, _ next: String) throws {
        let schedule = try Schedule(text)
        let time = try #require(UnixTime(rfc3339: after))
        #expect(schedule.next(after: time) == UnixTime(rfc3339: next))
    }

    @Test(arguments: moments)
    func `follows from each moment before it`(_ text: String, _ after: String, _ next: String) throws {
        let schedule = try Schedule(text)
        let (start, end) = (try #require(UnixTime(rfc3339: after)), try #require(UnixTime(rfc3339: next)))
        for part in [Double](stride(from: 0, through: 0.99, by: 0.33)) {
            let time = start + (end - start) * part
            #expect(schedule.next(after: time) == end)
        }
        #expect(schedule.next(after: end - .milliseconds(1)) == end)
        let later = try #require(schedule.next(after: end))
        #expect(later > end)
    }

    @Test(
        arguments: [
            ("every 1 minutes", -1, 0), ("every 1 minutes", 0, 60), ("every 7 minutes", -1, 0),
            ("every 7 minutes", 0, 420),
            ("every 7 minutes", -420, 0), ("every 7 minutes", -421, -420), ("every 7 minutes", 419, 420),
            ("every 100000 minutes", 1, 6_000_000), ("every 24 hours", 86_399, 86_400), ("every 24 hours", -86_400, 0),
        ] as [(String, Int64, Int64)]
    )
    func `of an interval is a multiple since 1970`(_ text: String, _ after: Int64, _ next: Int64) throws {
        #expect(try Schedule(text).next(after: UnixTime(seconds: after)) == UnixTime(seconds: next))
    }

    @Test(arguments: ["* * * * *", "every 5 minutes", "0 0 29 2 *", "every day 04:30"])
    func `is none, or one, at the ends of time`(_ text: String) throws {
        let utc = try Schedule(text)
        let berlin = try? Schedule(text, timeZone: "Europe/Berlin")
        for schedule in [utc, berlin].compactMap(\.self) {
            let ends: [Int64] = [
                .min, .min + 60_000, -9_007_199_254_740_993, 9_007_199_254_740_993, .max - 60_000, .max,
            ]
            for end in ends {
                let time = UnixTime(milliseconds: end)
                if let next = schedule.next(after: time) { #expect(next > time) }
            }
        }
    }

    @Test(arguments: [
        "+5 * * * *", "*/+5 * * * *", "every +5 minutes", "-5 * * * *", "*-5 * * * *", "1/ * * * *", "/5 * * * *",
        "* * * * * *", "every day 4:30:00", "every day +4:30", "every day 04:60", "every day -1:30", "every 5 minute s",
        "every 100001 minutes", "every 9223372036854775808 hours", "٥ * * * *", "1.5 * * * *", "0x5 * * * *",
    ])
    func `is asked of no text that is none`(_ text: String) {
        #expect(throws: Schedule.Malformed.self) { try Schedule(text) }
    }
}
