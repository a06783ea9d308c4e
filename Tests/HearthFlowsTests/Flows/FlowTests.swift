import HearthJSON
import HearthTestSupport
import Testing

@testable import HearthFlows

/// Every state of every flow with every event, and long walks.
@Suite("Flows")
struct FlowTests {
    @Test func `every transition is the documented one`() throws {
        let tables = [
            FlowModels.signIn.table, FlowModels.collision.table, FlowModels.link.table, FlowModels.guestUpgrade.table,
            FlowModels.reauthentication.table, FlowModels.secondFactor.table,
            FlowModels.enrollment.table, FlowModels.emailLink.table, FlowModels.account.table,
            FlowModels.emailChange.table, FlowModels.deletion.table, FlowModels.timeout.table, FlowModels.gate.table,
        ]
        let text = """
            # The workflows as state machines

            Made from the reducers by `HEARTH_RECORD=1 swift test --filter HearthFlowsTests`. A state and an event that are
            not in a table leave everything as it is. An error stands in brackets behind what tells it.

            \(tables.joined(separator: "\n"))
            """
        try RecordedFile("Documentation/flows.md").expect(text)
    }

    @Test func `a late answer changes nothing`() {
        expectNothingStale(FlowModels.signIn)
        expectNothingStale(FlowModels.collision)
        expectNothingStale(FlowModels.link)
        expectNothingStale(FlowModels.guestUpgrade)
        expectNothingStale(FlowModels.reauthentication)
        expectNothingStale(FlowModels.secondFactor)
        expectNothingStale(FlowModels.enrollment)
        expectNothingStale(FlowModels.emailLink)
        expectNothingStale(FlowModels.account)
        expectNothingStale(FlowModels.deletion)
        expectNothingStale(FlowModels.gate)
    }

    private func expectNothingStale<Machine: Flow>(_ model: FlowModel<Machine>) {
        #expect(!model.addressed.isEmpty)
        for kind in model.addressed {
            for (name, state) in model.states {
                let event = model.event(kind, FlowModel<Machine>.stale, FlowModel<Machine>.call)
                let (next, effects) = Machine.reduce(state, event)
                #expect(next == state && effects.isEmpty, "\(model.title): \(kind) in \(name)")
            }
        }
    }

    @Test(arguments: 1...4) func `every caller is answered exactly once in a hundred thousand steps`(seed: Int) {
        let steps = 25_000
        #expect(FlowModels.signIn.walk(steps: steps, seed: seed) == nil)
        #expect(FlowModels.collision.lasting.walk(steps: steps, seed: seed) == nil)
        #expect(FlowModels.link.walk(steps: steps, seed: seed) == nil)
        #expect(FlowModels.guestUpgrade.lasting.walk(steps: steps, seed: seed) == nil)
        #expect(FlowModels.reauthentication.walk(steps: steps, seed: seed) == nil)
        #expect(FlowModels.secondFactor.lasting.walk(steps: steps, seed: seed) == nil)
        #expect(FlowModels.enrollment.lasting.walk(steps: steps, seed: seed) == nil)
        #expect(FlowModels.emailLink.lasting.walk(steps: steps, seed: seed) == nil)
        #expect(FlowModels.account.walk(steps: steps, seed: seed) == nil)
        #expect(FlowModels.deletion.lasting.walk(steps: steps, seed: seed) == nil)
        #expect(FlowModels.gate.walk(steps: steps, seed: seed) == nil)
    }

    @Test func `what is kept comes back from its bytes`() throws {
        try expectKept(FlowModels.collision)
        try expectKept(FlowModels.secondFactor)
        try expectKept(FlowModels.enrollment)
        try expectKept(FlowModels.emailLink)
        try expectKept(FlowModels.emailChange)
        try expectKept(FlowModels.guestUpgrade)
        try expectKept(FlowModels.deletion)
        try expectKept(FlowModels.timeout)
    }

    private func expectKept<Machine: LastingFlow>(_ model: FlowModel<Machine>) throws {
        var count = 0
        for (name, state) in model.states {
            guard let record = Machine.record(of: state) else { continue }
            let bytes = try JSON.encode(record.kept)
            let kept = try JSON.decode(Machine.Kept.self, from: bytes)
            #expect(try JSON.encode(kept) == bytes, "\(model.title): \(name)")
            let again = try #require(Machine.record(of: Machine.resume(kept)), "\(model.title): \(name)")
            #expect(try JSON.encode(again.kept) == bytes, "\(model.title): \(name)")
            count += 1
        }
        #expect(count > 0, "\(model.title) keeps nothing")
    }
}
