import HearthAuth
import HearthCore
import HearthHTTP
import HearthTestSupport
import Testing

@Suite("Retries")
struct RetryTests {
    let clock = TestClock(sleepsThrough: true)
    let service = FakeService()

    private func auth(_ seed: Int = 1, _ change: (inout RetryPolicy) -> Void = { _ in }) -> Auth {
        var policy = RetryPolicy()
        change(&policy)
        return Auth(
            .emulator(project: "demo-test"),
            storage: InMemorySessionStorage(),
            transport: service,
            retry: policy,
            clock: clock.clock,
            random: SeededRandom.source(seed)
        )
    }

    @Test(arguments: [
        (FakeService.Fault.transport(.unreachable), 3), (.transport(.timedOut), 1), (.transport(.insecure), 1),
        (.transport(.cancelled), 1), (.transport(.responseTooLarge), 1), (.transport(.connectionLost), 1),
        (.answer(status: 429, body: []), 3), (.answer(status: 503, body: []), 1), (.refuse("EMAIL_EXISTS"), 1),
        (.refuse("TOO_MANY_ATTEMPTS_TRY_LATER"), 1),
    ])
    func `what may have been done is not done again`(_ fault: FakeService.Fault, _ attempts: Int) async {
        service.always("signUp", fault)
        let auth = auth()
        #expect(await failure { () throws(AuthError) in try await auth.signInAnonymously() } != nil)
        #expect(service.count("signUp") == attempts)
    }

    @Test(arguments: [
        (FakeService.Fault.transport(.unreachable), 3), (.transport(.connectionLost), 3), (.transport(.timedOut), 1),
        (.answer(status: 500, body: []), 3), (.answer(status: 502, body: []), 3), (.answer(status: 429, body: []), 3),
        (.refuse("INVALID_LOGIN_CREDENTIALS"), 1), (.answer(status: 200, body: []), 1),
    ])
    func `what may be done twice is tried again, so many times`(_ fault: FakeService.Fault, _ attempts: Int) async {
        service.always("signInWithPassword", fault)
        let auth = auth()
        #expect(
            await failure { () throws(AuthError) in
                try await auth.signIn(withEmail: "eve@example.com", password: "x")
            } != nil
        )
        #expect(service.count("signInWithPassword") == attempts)
    }

    @Test func `a service that comes back is not noticed`() async throws {
        service.next("signUp", .transport(.unreachable), .answer(status: 429, body: []))
        try await auth().signInAnonymously()
        #expect(clock.slept.count == 2)
    }

    @Test(arguments: 0..<50)
    func `pauses are random, and grow within their bounds`(_ seed: Int) async {
        service.always("signUp", .transport(.unreachable))
        let auth = auth(seed) { $0.maximumAttempts = 6 }
        #expect(await failure { () throws(AuthError) in try await auth.signInAnonymously() } != nil)
        let bounds = [500, 1000, 2000, 4000, 8000].map { Duration.milliseconds($0) }
        #expect(clock.slept.count == 5)
        for (pause, bound) in zip(clock.slept, bounds) { #expect(pause >= .zero && pause <= bound) }
        let again = TestClock(sleepsThrough: true)
        var policy = RetryPolicy()
        policy.maximumAttempts = 6
        let same = Auth(
            .emulator(project: "demo-test"),
            storage: InMemorySessionStorage(),
            transport: service,
            retry: policy,
            clock: again.clock,
            random: SeededRandom.source(seed)
        )
        _ = await failure { () throws(AuthError) in try await same.signInAnonymously() }
        #expect(again.slept == clock.slept)
    }

    @Test func `the service's own wish to wait is kept, unless it is too long`() async {
        service.always("signUp", .answer(status: 429, body: [], fields: ["Retry-After": "5"]))
        let auth = auth()
        _ = await failure { () throws(AuthError) in try await auth.signInAnonymously() }
        #expect(clock.slept.count == 2 && clock.slept.allSatisfy { $0 >= .seconds(5) && $0 <= .seconds(8) })
        service.always("signUp", .answer(status: 429, body: [], fields: ["Retry-After": "600"]))
        let error = await failure { () throws(AuthError) in try await auth.signInAnonymously() }
        #expect(clock.slept.count == 2)
        #expect(error?.retryAfter == .seconds(600) && error?.isTransient == true)
    }

    @Test func `nothing is tried again after the deadline`() async {
        service.always("signUp", .answer(status: 429, body: [], fields: ["Retry-After": "5"]))
        let auth = auth { policy in
            policy.maximumAttempts = 100
            policy.deadline = .seconds(12)
        }
        _ = await failure { () throws(AuthError) in try await auth.signInAnonymously() }
        #expect(clock.slept.reduce(.zero, +) <= .seconds(12))
        #expect((1...2).contains(clock.slept.count))
    }

    @Test func `a pause ends with its task`() async {
        let still = TestClock()
        service.always("signUp", .transport(.unreachable))
        let auth = Auth(
            .emulator(project: "demo-test"),
            storage: InMemorySessionStorage(),
            transport: service,
            clock: still.clock
        )
        let call = Task { await failure { () throws(AuthError) in try await auth.signInAnonymously() } }
        await until { still.sleeperCount == 1 }
        call.cancel()
        #expect(await call.value?.code == .cancelled)
    }
}
