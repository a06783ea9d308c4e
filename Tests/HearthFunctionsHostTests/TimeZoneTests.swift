import HearthCore
import Testing

@testable import HearthFunctionsHost

@Suite("Time zones of schedules")
struct TimeZoneTests {
    private static func seconds(_ text: String) throws -> Int64 { try #require(UnixTime(rfc3339: text)).seconds }

    /// The rules are those of files of the tz database; the offsets are Python's, from the same files.
    @Test(
        arguments: [
            ("CET-1CEST,M3.5.0,M10.5.0/3", [3600, 7200, 7200, 7200, 3600, 7200, 3600, 7200]),
            ("EST5EDT,M3.2.0,M11.1.0", [-14400, -14400, -14400, -14400, -14400, -14400, -18000, -14400]),
            ("IST-5:30", [19800, 19800, 19800, 19800, 19800, 19800, 19800, 19800]),
            // Half an hour, in the south.
            ("<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", [39600, 39600, 37800, 39600, 39600, 37800, 39600, 37800]),
            ("NZST-12NZDT,M9.5.0,M4.1.0/3", [46800, 46800, 43200, 46800, 46800, 43200, 46800, 43200]),
            // The winter is the exception.
            ("IST-1GMT0,M10.5.0,M3.5.0/1", [0, 3600, 3600, 3600, 0, 3600, 0, 3600]),
            // On the day before.
            ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", [-7200, -3600, -3600, -3600, -7200, -3600, -7200, -3600]),
            ("<+00>0<+02>-2,M3.5.0/1,M10.5.0/3", [0, 7200, 7200, 7200, 0, 7200, 0, 7200]),
        ]
    )
    func `a yearly rule has an offset at each moment`(_ rule: String, _ offsets: [Int64]) throws {
        let times = [
            "2027-03-28T00:59:59Z", "2027-03-28T01:00:00Z", "2027-07-01T00:00:00Z", "2027-10-31T00:59:59Z",
            "2027-10-31T01:00:00Z", "2060-07-15T00:00:00Z", "2060-12-15T00:00:00Z", "2099-04-05T15:00:00Z",
        ]
        let recurrence = try #require(ZoneRecurrence(rule[...]))
        #expect(try times.map { recurrence.offset(at: try Self.seconds($0)) } == offsets)
    }

    @Test(
        arguments: [
            "", "C", "CET", "CET-1CEST", "CET-1CEST,M3.5.0", "CET-1CEST,M3.5.0,M13.5.0", "CET-1CEST,M3.6.0,M10.5.0",
            "CET-1CEST,J0,J366", "CET-1CEST,M3.5.0/200,M10.5.0", "<CET-1", "CET-1:99", "CET-1CEST,M3.5.0,M10.5.0,",
            "CET-99999999999999999999",
        ]
    )
    func `what is no yearly rule is refused`(_ rule: String) {
        #expect(ZoneRecurrence(rule[...]) == nil)
    }

    /// Moments of the past, whose offsets do not change with the database: they are those of Python's zoneinfo.
    @Test(
        arguments: [
            ("Europe/Berlin", "1999-12-31T23:59:59Z", 3600), ("America/New_York", "1950-06-01T00:00:00Z", -14400),
            ("America/Sao_Paulo", "2011-12-30T12:00:00Z", -7200), ("Pacific/Apia", "1999-12-31T23:59:59Z", -39600),
            ("Pacific/Apia", "2011-12-30T12:00:00Z", 50400), ("America/St_Johns", "1999-12-31T23:59:59Z", -12600),
            ("Asia/Tehran", "2024-02-29T12:00:00Z", 12600),
        ]
    )
    func `a zone of this machine has an offset in the past`(_ name: String, _ time: String, _ offset: Int64) throws {
        let file = try #require(ZoneFile.read(name))
        let rules = try #require(ZoneRules(file))
        #expect(rules.offset(at: try Self.seconds(time)) == offset)
    }

    @Test func `a file that is cut, or of another kind, does no harm`() throws {
        let file = try #require(ZoneFile.read("Europe/Berlin"))
        for count in 0..<file.count { _ = ZoneRules(Array(file.prefix(count)))?.offset(at: 1_800_000_000) }
        var random = SystemRandomNumberGenerator()
        for _ in 0..<2_000 {
            var broken = file
            for _ in 0..<4 { broken[Int.random(in: 0..<file.count, using: &random)] = UInt8.random(in: .min ... .max) }
            _ = ZoneRules(broken)?.moments(showing: 1_800_000_000)
        }
        #expect(
            ZoneRules([]) == nil && ZoneRules(Array("TZif2".utf8)) == nil
                && ZoneRules(Array(repeating: 0, count: 99)) == nil
        )
    }

    @Test(arguments: [
        "../../../etc/passwd", "/etc/passwd", "Europe/../UTC", "Europe//Berlin", "Nowhere/Land", "", "Europe",
    ])
    func `a name that is no zone's is refused, and reads no other file`(_ name: String) {
        let error = #expect(throws: Schedule.Malformed.self) { try Schedule("every day 04:30", timeZone: name) }
        #expect(error?.timeZone == name)
    }

    /// By the calendar: in Berlin, clocks are moved on 28 March 2027 from 2:00 to 3:00, and on 31 October 2027 from 3:00
    /// to 2:00, both at 1:00 UTC.
    @Test(
        arguments: [
            ("every day 04:30", "Europe/Berlin", "2026-11-21T04:00:00Z", "2026-11-22T03:30:00Z"),
            ("30 4 * * 1-5", "America/New_York", "2026-11-21T00:00:00Z", "2026-11-23T09:30:00Z"),
            ("every day 00:15", "Asia/Kolkata", "2026-11-21T18:00:00Z", "2026-11-21T18:45:00Z"),
            ("0 0 1 * *", "Pacific/Auckland", "2026-11-21T00:00:00Z", "2026-11-30T11:00:00Z"),
            // 2:30 is skipped.
            ("30 2 * * *", "Europe/Berlin", "2027-03-27T02:00:00Z", "2027-03-28T01:30:00Z"),
            ("30 2 * * *", "Europe/Berlin", "2027-03-28T01:30:00Z", "2027-03-29T00:30:00Z"),
            ("30 * * * *", "Europe/Berlin", "2027-03-28T00:30:00Z", "2027-03-28T01:30:00Z"),
            // 2:30 comes twice.
            ("30 2 * * *", "Europe/Berlin", "2027-10-30T12:00:00Z", "2027-10-31T00:30:00Z"),
            ("30 2 * * *", "Europe/Berlin", "2027-10-31T00:30:00Z", "2027-11-01T01:30:00Z"),
            ("30 * * * *", "Europe/Berlin", "2027-10-31T00:30:00Z", "2027-10-31T01:30:00Z"),
            ("every 5 minutes", "Europe/Berlin", "2027-10-31T00:58:00Z", "2027-10-31T01:00:00Z"),
        ]
    )
    func `a schedule follows the clocks of its zone`(_ text: String, _ zone: String, _ after: String, _ next: String)
        throws
    {
        let time = try #require(UnixTime(rfc3339: after))
        #expect(try Schedule(text, timeZone: zone).next(after: time) == UnixTime(rfc3339: next))
    }
}
