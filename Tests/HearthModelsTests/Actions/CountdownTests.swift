import HearthAuth
import HearthCore
import HearthFlows
import HearthModels
import HearthTestSupport
import Testing

@MainActor
@Suite("Countdown")
struct CountdownTests {
    let clock = TestClock()

    @Test func `is over before it begins`() {
        let countdown = Countdown(clock: clock.clock)
        #expect(countdown.isOver && countdown.seconds == 0)
    }

    @Test func `counts every second, parts of one as a whole`() async {
        let countdown = Countdown(clock: clock.clock)
        countdown.start(.milliseconds(2500))
        #expect(countdown.seconds == 3)
        for left in [2, 1, 0] {
            await until { clock.sleeperCount == 1 }
            clock.advance(by: .seconds(1))
            await until { countdown.seconds == left }
        }
        #expect(countdown.isOver && clock.sleeperCount == 0)
    }

    @Test func `catches up with the time that the device slept`() async {
        let countdown = Countdown(clock: clock.clock)
        countdown.start(.seconds(30))
        await until { clock.sleeperCount == 1 }
        clock.advance(by: .seconds(25))
        await until { countdown.seconds == 5 }
    }

    @Test func `begins anew`() async {
        let countdown = Countdown(clock: clock.clock)
        countdown.start(.seconds(30))
        countdown.start(.seconds(2))
        #expect(countdown.seconds == 2)
        countdown.start(until: clock.clock.now() + .seconds(7))
        #expect(countdown.seconds == 7)
        countdown.start(until: clock.clock.now() - .seconds(7))
        #expect(countdown.isOver)
    }

    @Test func `ends with its screen`() async {
        weak var forgotten: Countdown?
        do {
            let countdown = Countdown(clock: clock.clock)
            countdown.start(.seconds(30))
            await until { clock.sleeperCount == 1 }
            forgotten = countdown
        }
        #expect(forgotten == nil)
    }
}
