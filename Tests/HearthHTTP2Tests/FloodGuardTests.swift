import Testing

@testable import HearthHTTP2

@Suite("Flood guard")
struct FloodGuardTests {
    /// How many of a number of frames are allowed, one every so many milliseconds.
    private static func allowed(_ kind: FloodGuard.Kind, _ count: Int, every interval: UInt64) -> Int {
        var guardian = FloodGuard(now: 0)
        var allowed = 0
        for index in 0..<count where guardian.allows(kind, now: UInt64(index) * interval) { allowed += 1 }
        return allowed
    }

    @Test(arguments: [(FloodGuard.Kind.reset, 200), (.ping, 100), (.settings, 20), (.hollow, 1000), (.largeHead, 10)])
    func `a burst has an end`(_ kind: FloodGuard.Kind, _ burst: Int) {
        #expect(Self.allowed(kind, 2000, every: 0) == burst)
    }

    @Test func `ten pings a second go on for ever, a few more do not`() {
        #expect(Self.allowed(.ping, 100_000, every: 100) == 100_000)
        #expect(Self.allowed(.ping, 100_000, every: 90) < 100_000)
    }

    @Test func `one kind does not use up another's allowance`() {
        var guardian = FloodGuard(now: 0)
        for _ in 0..<500 { _ = guardian.allows(.reset, now: 0) }
        let isAllowed = guardian.allows(.ping, now: 0)
        #expect(isAllowed)
    }
}
