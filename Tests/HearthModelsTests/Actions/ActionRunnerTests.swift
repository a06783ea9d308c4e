import HearthAuth
import HearthFlows
import HearthTestSupport
import Testing

@testable import HearthModels

@MainActor
@Suite("ActionRunner")
struct ActionRunnerTests {
    let runner = ActionRunner<String>()

    @Test func `knows how far each action is, apart from the others`() async {
        let gate = AsyncStream.makeStream(of: Void.self)
        let task = Task { await runner.run("slow") { () throws(FlowError) in for await _ in gate.stream { return } } }
        await until { runner.progress(of: "slow").isRunning }
        #expect(runner.isRunning)
        await runner.run("quick") { () throws(FlowError) in
            throw FlowError(.refused, underlying: AuthError(.networkError))
        }
        #expect(runner.progress(of: "quick").error?.recovery == .transient)
        #expect(runner.progress(of: "slow").isRunning)
        gate.continuation.yield()
        await task.value
        guard case .succeeded = runner.progress(of: "slow") else { return #expect(Bool(false)) }
        guard case .idle = runner.progress(of: "other") else { return #expect(Bool(false)) }
    }

    @Test func `runs an action once, however often it is asked for`() async {
        var count = 0
        let gate = AsyncStream.makeStream(of: Void.self)
        let work: @MainActor () async throws(FlowError) -> Void = {
            count += 1
            for await _ in gate.stream { return }
        }
        let first = Task { await runner.run("pay", work) }
        await until { count == 1 }
        let second = Task { await runner.run("pay", work) }
        await Task.yield()
        gate.continuation.yield()
        await first.value
        await second.value
        #expect(count == 1)
    }

    @Test func `gives an action up with the task that began it`() async {
        let task = Task { await runner.run("slow") { () throws(FlowError) in try await forever() } }
        await until { runner.progress(of: "slow").isRunning }
        task.cancel()
        await task.value
        guard case .idle = runner.progress(of: "slow") else { return #expect(Bool(false)) }
        #expect(runner.lastError == nil)
    }

    @Test func `lets a new run begin at once after one was given up, and does not hear the old one`() async {
        let stubborn = AsyncStream.makeStream(of: Void.self)
        let old = Task {
            await runner.run("slow") { () throws(FlowError) in
                // Does not notice that no one wants it any more.
                await Task.detached { for await _ in stubborn.stream { return } }.value
                throw FlowError(.refused, underlying: AuthError(.networkError))
            }
        }
        await until { runner.progress(of: "slow").isRunning }
        runner.cancel()
        #expect(!runner.isRunning)
        await runner.run("slow") { () throws(FlowError) in }
        stubborn.continuation.yield()
        await old.value
        guard case .succeeded = runner.progress(of: "slow") else { return #expect(Bool(false)) }
        #expect(runner.lastError == nil)
    }

    @Test func `forgets the last error when something is tried again`() async {
        await runner.run("pay") { () throws(FlowError) in
            throw FlowError(.refused, underlying: AuthError(.invalidCredential))
        }
        #expect(runner.lastError?.auth?.code == .invalidCredential)
        await runner.run("pay") { () throws(FlowError) in }
        #expect(runner.lastError == nil)
    }

    private func forever() async throws(FlowError) {
        let (stream, continuation) = AsyncStream.makeStream(of: Never.self)
        defer { continuation.finish() }
        for await _ in stream {}
        throw FlowError(.superseded)
    }
}
