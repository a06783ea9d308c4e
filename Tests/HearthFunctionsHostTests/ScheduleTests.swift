import HearthCore
import HearthDatabase
import HearthTesting
import HearthTokens
import Testing

@testable import HearthFunctionsHost

@Suite("Scheduled functions")
struct ScheduleTests {
    /// Computed by hand from a calendar: 21 November 2026 is a Saturday.
    @Test(
        arguments: [
            ("every 5 minutes", "2026-11-21T12:02:30Z", "2026-11-21T12:05:00Z"),
            ("every 5 minutes", "2026-11-21T12:05:00Z", "2026-11-21T12:10:00Z"),
            ("every 2 hours", "2026-11-21T13:00:00Z", "2026-11-21T14:00:00Z"),
            ("every day 04:30", "2026-11-21T04:30:00Z", "2026-11-22T04:30:00Z"),
            ("every day 04:30", "2026-12-31T05:00:00Z", "2027-01-01T04:30:00Z"),
            ("* * * * *", "2026-11-21T12:00:59Z", "2026-11-21T12:01:00Z"),
            ("30 4 * * 1-5", "2026-11-21T00:00:00Z", "2026-11-23T04:30:00Z"),
            ("0 0 29 2 *", "2026-11-21T00:00:00Z", "2028-02-29T00:00:00Z"),
            ("0 12 1 * 7", "2026-11-21T00:00:00Z", "2026-11-22T12:00:00Z"),
            ("*/20 8-9 * * *", "2026-11-21T08:41:00Z", "2026-11-21T09:00:00Z"),
            ("5,50 23 31 12 *", "2026-12-31T23:05:00Z", "2026-12-31T23:50:00Z"),
            ("10/30 * * * *", "2026-11-21T12:11:00Z", "2026-11-21T12:40:00Z"),
        ]
    )
    func `a schedule has a next moment`(_ text: String, _ after: String, _ expected: String) throws {
        let schedule = try Schedule(text)
        let time = try #require(UnixTime(rfc3339: after))
        #expect(schedule.next(after: time) == UnixTime(rfc3339: expected))
    }

    @Test func `a day that never comes has none`() throws {
        #expect(try Schedule("0 0 30 2 *").next(after: .systemNow()) == nil)
    }

    @Test(
        arguments: [
            "", "every", "every 0 minutes", "every 5 fortnights", "every day 24:00", "* * * *", "60 * * * *",
            "5-1 * * * *", "a * * * *", "*/0 * * * *", "1,,2 * * * *", "* * 0 * *", "* * * 13 *", "* * * * 8",
            "1-2-3 * * * *",
        ]
    )
    func `what is no schedule is refused`(_ text: String) {
        #expect(throws: Schedule.Malformed.self) { try Schedule(text) }
    }

    @Test func `a function runs at its moments, also after a failure, and ends with its task`() async throws {
        struct Failure: Error {}
        let backend = try await TestBackend()
        let host = try backend.functions.host
        let (runs, run) = AsyncStream.makeStream(of: UnixTime.self)
        host.onSchedule("tidy", try Schedule("every 5 minutes"), options: .init(timeout: .seconds(86_400))) { event in
            run.yield(event.time)
            throw Failure()
        }
        let runner = Task { await host.runSchedules() }
        let ticking = Task {
            while !Task.isCancelled {
                backend.clock.advance(by: .seconds(60))
                await Task.yield()
            }
        }
        var times: [UnixTime] = []
        for await time in runs {
            times.append(time)
            if times.count == 3 { break }
        }
        ticking.cancel()
        runner.cancel()
        await runner.value
        #expect(times == times.sorted() && Set(times).count == 3)
        #expect(times.allSatisfy { $0.seconds % 300 == 0 })
    }

    @Test func `two processes on one store run each moment once between them`() async throws {
        let runs = try await ScheduledRuns(Database(.memory))
        let seen = Locked<[UnixTime]>([])
        let clock = ManualClock()
        let (done, finished) = AsyncStream.makeStream(of: Void.self)
        let project = try #require(ProjectID(rawValue: "demo-test"))
        let hosts = (0..<2).map { _ in
            FunctionsHost(
                project: "demo-test",
                trust: .emulator(EmulatorTokenVerifier(believingUnsignedTokensOf: project)),
                environment: FunctionsEnvironment(now: { clock.now }, sleep: { try await clock.sleep(for: $0) })
            )
        }
        for host in hosts {
            host.onSchedule("tidy", try Schedule("every 5 minutes")) { event in
                let count = seen.withLock { seen in
                    seen.append(event.time)
                    return seen.count
                }
                if count == 20 { finished.yield() }
            }
        }
        let runners = hosts.map { host in Task { await host.runSchedules(sharing: runs) } }
        let ticking = Task {
            while !Task.isCancelled {
                clock.advance(by: .seconds(20))
                await Task.yield()
            }
        }
        for await _ in done { break }
        ticking.cancel()
        for runner in runners {
            runner.cancel()
            await runner.value
        }
        let times = seen.withLock { $0 }
        #expect(Set(times).count == times.count)
    }

    @Test func `a run that another process has not ended keeps the function until its time is over`() async throws {
        let database = try Database(.memory)
        let (one, two) = (try await ScheduledRuns(database), try await ScheduledRuns(database))
        let start = UnixTime(seconds: 1_800_000_000)
        func begin(_ runs: ScheduledRuns, _ seconds: Int64) async throws -> Bool {
            let now = start + .seconds(seconds)
            return try await runs.begin("f", at: now, now: now, until: now + .seconds(60))
        }
        #expect(try await begin(one, 0))
        #expect(try await !begin(two, 0))
        // The first one died: its minute has to pass.
        #expect(try await !begin(two, 30))
        #expect(try await begin(two, 60))
        try await two.end("f", at: start + .seconds(60))
        #expect(try await begin(one, 61))
        // The end of an earlier run does not free a later one.
        try await two.end("f", at: start + .seconds(60))
        #expect(try await !begin(two, 90))
    }
}
