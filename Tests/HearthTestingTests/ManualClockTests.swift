import HearthCore
import HearthTesting
import Testing

@Suite("A clock that a test moves")
struct ManualClockTests {
    private let clock = ManualClock(UnixTime(seconds: 1_000))

    /// Whether a sleep ended; `false` if it was cancelled.
    private func sleep(_ duration: Duration) -> Task<Bool, Never> {
        Task { [clock] in
            do {
                try await clock.sleep(for: duration)
                return true
            } catch {
                return false
            }
        }
    }

    @Test func `stands still until it is moved, in either direction`() {
        #expect(clock.now == UnixTime(seconds: 1_000))
        clock.advance(by: .milliseconds(1))
        clock.advance(by: .seconds(-2))
        #expect(clock.now == UnixTime(milliseconds: 998_001))
        clock.advance(by: .seconds(Int64.max))
        #expect(clock.now == UnixTime(milliseconds: .max))
        clock.advance(by: .seconds(Int64.min))
        #expect(clock.now.milliseconds <= 0)
    }

    @Test func `wakes the tasks that have slept long enough, and no others`() async {
        let short = sleep(.seconds(10))
        await clock.untilATaskSleeps()
        clock.advance(by: .milliseconds(9_999))
        let long = sleep(.seconds(20))
        clock.advance(by: .milliseconds(1))
        #expect(await short.value)
        await clock.untilATaskSleeps()
        clock.advance(by: .seconds(20))
        #expect(await long.value)
    }

    @Test(arguments: [Duration.zero, .nanoseconds(-1), .seconds(-5), .seconds(Int64.min)])
    func `a sleep of no time ends at once`(_ duration: Duration) async {
        #expect(await sleep(duration).value)
    }

    @Test func `a sleep ends with its task, before it begins and while it lasts`() async {
        let sleeping = sleep(.seconds(5))
        await clock.untilATaskSleeps()
        sleeping.cancel()
        #expect(await sleeping.value == false)
        let late = Task { [clock] in
            while !Task.isCancelled { await Task.yield() }
            do {
                try await clock.sleep(for: .seconds(5))
                return true
            } catch {
                return false
            }
        }
        late.cancel()
        #expect(await late.value == false)
        clock.advance(by: .seconds(5))
    }

    @Test func `a clock that goes back keeps sleepers asleep for as much longer`() async {
        let sleeping = sleep(.seconds(10))
        await clock.untilATaskSleeps()
        clock.advance(by: .seconds(-100))
        clock.advance(by: .seconds(109))
        // Still asleep: this returns because it sleeps.
        await clock.untilATaskSleeps()
        clock.advance(by: .seconds(1))
        #expect(await sleeping.value)
    }

    @Test func `all tasks that wait for a sleeper see it`() async {
        let watchers = (0..<5).map { _ in Task { [clock] in await clock.untilATaskSleeps() } }
        let sleeping = sleep(.seconds(1))
        for watcher in watchers { await watcher.value }
        clock.advance(by: .seconds(1))
        #expect(await sleeping.value)
    }

    @Test func `a wait for a sleeper that never comes ends with its task`() async {
        let waiting = Task { [clock] in await clock.untilATaskSleeps() }
        await Task.yield()
        waiting.cancel()
        await waiting.value
        let late = Task { [clock] in
            while !Task.isCancelled { await Task.yield() }
            await clock.untilATaskSleeps()
        }
        late.cancel()
        await late.value
    }

    @Test func `no sleeper is lost among many that come, are cancelled and wake`() async {
        let tasks = (0..<200).map { number in sleep(.seconds(number % 7 + 1)) }
        for (number, task) in tasks.enumerated() where number % 3 == 0 { task.cancel() }
        let moving = Task { [clock] in
            while !Task.isCancelled {
                clock.advance(by: .seconds(1))
                await Task.yield()
            }
        }
        for (number, task) in tasks.enumerated() {
            let isOver = await task.value
            if number % 3 != 0 { #expect(isOver) }
        }
        moving.cancel()
        await moving.value
    }
}

@Suite("An authenticator app of a test")
struct AuthenticatorAppTests {
    /// RFC 6238, appendix B, the six digits at the end; the key is "12345678901234567890".
    @Test(
        arguments: [
            (59, "287082"), (1_111_111_109, "081804"), (1_111_111_111, "050471"), (1_234_567_890, "005924"),
            (2_000_000_000, "279037"), (20_000_000_000, "353130"),
        ] as [(Int64, String)]
    )
    func `shows the codes of the RFC`(_ second: Int64, _ code: String) throws {
        let app = try #require(AuthenticatorApp(key: "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"))
        #expect(app.code(at: UnixTime(seconds: second)) == code)
        // One period has one code.
        let start = UnixTime(seconds: second - second % 30)
        #expect(app.code(at: start) == code && app.code(at: start + .milliseconds(29_999)) == code)
    }

    @Test func `takes a key as people type it`() throws {
        let typed = try #require(AuthenticatorApp(key: "gezd gnbv gy3t qojq gezd gnbv gy3t qojq"))
        #expect(typed.code(at: UnixTime(seconds: 59)) == "287082")
    }

    @Test(arguments: ["", " ", "====", "0", "1", "ABC!", "ä", "GEZDGNBV1"])
    func `takes no key that is none`(_ key: String) {
        #expect(AuthenticatorApp(key: key) == nil)
    }
}
