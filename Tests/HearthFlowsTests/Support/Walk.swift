import HearthTestSupport
import Testing

@testable import HearthFlows

extension FlowModel {
    /// Walks at random, and looks after each step which calls wait and which were answered.
    ///
    /// Goes on for longer than asked, up to ten times, while there are states that it has not seen.
    ///
    /// - Returns: What was broken first, and at which step; `nil` if nothing was.
    func walk(steps: Int, seed: Int) -> String? {
        var random = SeededRandom(seed)
        var state = Machine.idle
        var open: Set<FlowID> = []
        var visited: Set<String> = []
        let all = Set(states.map { caseName($0.state) })
        for step in 0..<steps * 10 {
            if step >= steps, visited.isSuperset(of: all) { break }
            if Int.random(in: 0..<20, using: &random) == 0 {
                // The process ends, and every caller with it.
                state = restart(state)
                open = []
                visited.insert(caseName(state))
            }
            let kind = kinds.randomElement(using: &random) ?? ""
            let call = FlowID(rawValue: "c\(step)")
            let known = ids(state) + [Self.stale]
            let id = known.randomElement(using: &random) ?? Self.stale
            if opens.contains(kind) { open.insert(call) }
            let (next, effects) = Machine.reduce(state, event(kind, id, call))
            for answer in effects.compactMap(\.answered) where open.remove(answer) == nil {
                return "step \(step): \(answer) was answered twice, or never waited"
            }
            state = next
            visited.insert(caseName(state))
            guard Set(waiting(state)) == open else {
                return "step \(step): \(kind) left \(open) waiting in \(caseName(state))"
            }
        }
        return visited.isSuperset(of: all) ? nil : "only \(visited) were reached"
    }
}
