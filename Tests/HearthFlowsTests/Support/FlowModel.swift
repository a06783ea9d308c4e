@testable import HearthFlows

/// What a test has to know of a flow to try every state with every event, and to walk through it at random.
struct FlowModel<Machine: Flow>: Sendable {
    let title: String
    let about: String
    /// One of each kind, all with ``FlowModel/id`` in them.
    let states: [(name: String, state: Machine.State)]
    let kinds: [String]
    /// Makes an event of a kind about something that exists, in the name of a new call.
    let event: @Sendable (_ kind: String, _ id: FlowID, _ call: FlowID) -> Machine.Event
    /// The kinds that bring a call, which waits from then on.
    var opens: Set<String> = []
    /// The kinds that are about something that must exist.
    var addressed: Set<String> = []
    /// The calls that a state has not answered yet.
    var waiting: @Sendable (Machine.State) -> [FlowID] = { _ in [] }
    /// Everything in a state that an event may be about.
    var ids: @Sendable (Machine.State) -> [FlowID] = { _ in [] }

    /// What the next run of the app begins with.
    var restart: @Sendable (Machine.State) -> Machine.State = { _ in Machine.idle }

    static var id: FlowID { FlowID(rawValue: "a") }
    static var call: FlowID { FlowID(rawValue: "new") }
    static var stale: FlowID { FlowID(rawValue: "stale") }
}

/// A case's name, without what it carries; the type's name for what is no enumeration.
func caseName(_ value: Any) -> String {
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .enum || mirror.displayStyle == .optional else { return "\(type(of: value))" }
    return mirror.children.first?.label ?? String(describing: value)
}

extension Effect {
    /// The effect's name, with the code of the error that it tells.
    var name: String {
        switch self {
        case .answer(let reply): "answer(\(reply))"
        case .perform(let work, _): caseName(work)
        case .performFirst(let work): caseName(work) + " first"
        case .stop: "stop"
        }
    }

    /// The call that the effect answers.
    var answered: FlowID? {
        if case .answer(let reply) = self { reply.call } else { nil }
    }
}

extension FlowModel where Machine: LastingFlow {
    /// The same, with what the flow keeps.
    var lasting: FlowModel {
        var model = self
        model.restart = { Machine.record(of: $0).map { Machine.resume($0.kept) } ?? Machine.idle }
        return model
    }
}

extension FlowModel {
    /// Every transition that changes something or does something, as a table.
    var table: String {
        var rows: [String] = []
        for kind in kinds {
            for (name, state) in states {
                let (next, effects) = Machine.reduce(state, event(kind, Self.id, Self.call))
                guard next != state || !effects.isEmpty else { continue }
                let done = effects.map(\.name).joined(separator: ", ")
                rows.append("| \(name) | \(kind) | \(self.name(of: next)) | \(done) |")
            }
        }
        return """
            ## \(title)

            \(about)

            | in | on | goes to | and does |
            |---|---|---|---|
            \(rows.joined(separator: "\n"))

            """
    }

    /// The name of a state as the tables have it, its phase included where it has one.
    func name(of state: Machine.State) -> String {
        states.first { $0.state == state }?.name ?? Self.phased(state)
    }

    private static func phased(_ state: Machine.State) -> String {
        let text = String(describing: state)
        guard let range = text.firstRange(of: "Phase."), text.hasPrefix("running") else { return caseName(state) }
        return "running: " + text[range.upperBound...].prefix { $0.isLetter }
    }
}
