import Testing

@testable import HearthFlows

/// Every state of every flow with every event, and long walks.
@Suite("Flows")
struct FlowTests {
    @Test func `every transition is the documented one`() throws {
        let tables = [
            FlowModels.signIn.table, FlowModels.collision.table, FlowModels.link.table, FlowModels.guestUpgrade.table,
            FlowModels.recentLogin.table, FlowModels.reauthentication.table, FlowModels.secondFactor.table,
            FlowModels.enrollment.table, FlowModels.emailLink.table, FlowModels.profile.table,
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
        expectNothingStale(FlowModels.profile)
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
        #expect(FlowModels.enrollment.walk(steps: steps, seed: seed) == nil)
        #expect(FlowModels.emailLink.lasting.walk(steps: steps, seed: seed) == nil)
        #expect(FlowModels.profile.walk(steps: steps, seed: seed) == nil)
        #expect(FlowModels.deletion.lasting.walk(steps: steps, seed: seed) == nil)
        #expect(FlowModels.gate.walk(steps: steps, seed: seed) == nil)
    }

    @Test func `an operation is done at most twice, whatever happens`() {
        var random = SeededRandom(1)
        for _ in 0..<100_000 {
            var state = RecentLoginFlow.idle
            var (performed, ended) = (0, 0)
            for _ in 0..<8 {
                let kind = FlowModels.recentLogin.kinds.randomElement(using: &random) ?? ""
                let (next, effects) = RecentLoginFlow.reduce(
                    state,
                    FlowModels.recentLogin.event(kind, FlowModels.id, FlowModels.id)
                )
                state = next
                for effect in effects {
                    switch effect {
                    case .perform: performed += 1
                    case .succeed, .fail: ended += 1
                    case .confirm: break
                    }
                }
            }
            #expect(performed <= 2 && ended <= 1)
        }
    }
}
