internal import HearthCore
internal import HearthJSON

/// What belongs together: the requests and messages of one sign-in, one reset, one enrolment.
struct Flow: Sendable {
    enum State: String, Sendable {
        case done, waiting, refused
    }

    let id: Int
    var title: String
    /// Stands for `{method}` in the title.
    var method: String?
    var state: State
    /// How often the last step was refused in a row.
    var refusals = 0
    var person: String?
    var client: String?
    var steps: [Int]
    var start: UnixTime
    var end: UnixTime
    /// When the code of a message was used, by the message's number; the codes that were not are not in it.
    private(set) var used: [Int: UnixTime] = [:]
    fileprivate var keys: Set<String>
    /// When it changed last, counted in changes of all flows.
    fileprivate var turn = 0
    /// The secrets of the messages, by the messages' numbers.
    fileprivate var secrets: [Int: Set<String>] = [:]
    /// The operation of the last step that said how the flow stands.
    fileprivate var operation: String

    var json: JSONValue {
        var object = JSONObject()
        object["id"] = .integer(Int64(id))
        object["title"] = .string(title)
        object["method"] = method.map(JSONValue.string)
        object["state"] = .string(state.rawValue)
        if refusals > 1 { object["times"] = .integer(Int64(refusals)) }
        object["who"] = person.map(JSONValue.string)
        object["client"] = client.map(JSONValue.string)
        object["steps"] = .array(steps.map { .integer(Int64($0)) })
        object["start"] = .integer(start.milliseconds)
        object["end"] = .integer(end.milliseconds)
        if !used.isEmpty {
            let members = used.sorted { $0.key < $1.key }.map {
                ("\($0.key)", JSONValue.integer($0.value.milliseconds))
            }
            object["used"] = .object(members.reduce(into: JSONObject()) { $0[$1.0] = $1.1 })
        }
        return .object(object)
    }

    /// Notes which messages' codes a step has used up.
    fileprivate mutating func noteUse(by step: FlowStep) {
        guard step.outcome?.state == .done else { return }
        for (number, keys) in secrets where used[number] == nil && !keys.isDisjoint(with: step.keys) {
            used[number] = step.end
        }
    }
}

/// Something that happened, as far as flows care.
struct FlowStep: Sendable {
    var number: Int
    /// The operation; `nil` for a message.
    var operation: String?
    var start: UnixTime
    var end: UnixTime
    var outcome: FlowOutcome?
    /// Whether a flow of an account that is done begins anew with this.
    var isOpening: Bool
    var keys: Set<String>
    var person: String?
    var client: String?
}

/// Joins what belongs together by account, address, and the secrets that pass from one step to the next.
///
/// A pure value: the same steps in the same order make the same flows. A flow ends ten minutes after its last step, or
/// when the same person begins another one.
struct FlowGrouper: Sendable {
    static let patience = Duration.seconds(600)
    /// Operations that mail to an address which neither the request nor its answer names.
    private static let tellsFormerAddress: Set = ["UpdateAccount", "ResetPassword", "FinishSecondFactorEnrollment"]
    /// The flows that are kept at least, of which a sixteenth more may be there.
    static let limit = 1000
    /// The newest steps of a flow that are kept, because a program that polls makes many.
    static let mostSteps = 200

    /// The flows, the one that changed last at the end.
    var flows: [Flow] { kept.values.sorted { $0.turn < $1.turn } }

    private var kept: [Int: Flow] = [:]
    /// Which flows have a key, so that a step is compared with those alone that it could belong to.
    private var owners: [String: Set<Int>] = [:]
    private var turn = 0
    private var nextFlow = 1
    /// Messages whose request has not been answered yet: they go out while it is under way.
    private var messages: [FlowStep] = []

    /// Adds a step.
    ///
    /// - Returns: The flow that it belongs to, as it is now; `nil` for a step that stands alone, and for a message, which
    ///   comes into its flow together with its request.
    mutating func add(_ step: FlowStep) -> Flow? {
        guard let operation = step.operation else {
            messages.append(step)
            if messages.count > 100 { messages.removeFirst() }
            return nil
        }
        guard !step.keys.isEmpty else { return nil }
        var flow: Flow
        if let found = latestFlow(for: step, operation) {
            flow = found
            join(step, operation, to: &flow)
            flow.noteUse(by: step)
        } else {
            guard let outcome = step.outcome else { return nil }
            flow = begin(step, operation, outcome)
        }
        for message in takeMessages(of: step, operation, in: flow) {
            flow.steps.append(message.number)
            flow.keys.formUnion(message.keys)
            flow.secrets[message.number] = message.keys.filter { $0.hasPrefix("secret:") }
        }
        keep(&flow)
        return flow
    }

    /// A flow by its number; `nil` if it is gone.
    func flow(_ id: Int) -> Flow? { kept[id] }

    /// The flow that changed last among those that a step belongs to.
    private func latestFlow(for step: FlowStep, _ operation: String) -> Flow? {
        var latest: Flow?
        for key in step.keys {
            for id in owners[key] ?? [] {
                guard let flow = kept[id], flow.turn > latest?.turn ?? 0, flow.end + Self.patience > step.start,
                    !step.isOpening || continues(flow, with: step, operation)
                else { continue }
                latest = flow
            }
        }
        return latest
    }

    /// Stores a flow as the one that changed last, and forgets the oldest if there are too many.
    private mutating func keep(_ flow: inout Flow) {
        turn += 1
        flow.turn = turn
        let known = kept.updateValue(flow, forKey: flow.id)?.keys ?? []
        if known.count < flow.keys.count {
            for key in flow.keys where !known.contains(key) { owners[key, default: []].insert(flow.id) }
        }
        // In large steps: finding the oldest sorts all.
        guard kept.count >= Self.limit + Self.limit / 16 else { return }
        for flow in flows.dropLast(Self.limit) { forget(flow.id) }
    }

    private mutating func forget(_ id: Int) {
        for key in kept.removeValue(forKey: id)?.keys ?? [] {
            owners[key]?.remove(id)
            if owners[key]?.isEmpty == true { owners[key] = nil }
        }
    }

    private mutating func begin(_ step: FlowStep, _ operation: String, _ outcome: FlowOutcome) -> Flow {
        defer { nextFlow += 1 }
        return Flow(
            id: nextFlow,
            title: outcome.title,
            method: outcome.method,
            state: outcome.state,
            refusals: outcome.state == .refused ? 1 : 0,
            person: step.person,
            client: step.client,
            steps: [step.number],
            start: step.start,
            end: step.end,
            keys: step.keys,
            operation: operation
        )
    }

    /// Takes the messages that went out while a request was under way: to the flow's person, as a second factor's code,
    /// or to the address that an account had before.
    private mutating func takeMessages(of step: FlowStep, _ operation: String, in flow: Flow) -> [FlowStep] {
        let sendsElsewhere = operation.hasPrefix("StartSecondFactor") || Self.tellsFormerAddress.contains(operation)
        let sent = messages.filter { message in
            message.start >= step.start && message.start <= step.end + .milliseconds(5)
                && (!message.keys.isDisjoint(with: flow.keys) || sendsElsewhere)
        }
        messages.removeAll { message in sent.contains { $0.number == message.number } }
        return sent
    }

    /// Whether a step that could begin a flow continues one: it has a secret from it, or tries again what was refused.
    private func continues(_ flow: Flow, with step: FlowStep, _ operation: String) -> Bool {
        if flow.state == .refused, flow.operation == operation { return true }
        return flow.keys.intersection(step.keys).contains { $0.hasPrefix("secret:") }
    }

    private func join(_ step: FlowStep, _ operation: String, to flow: inout Flow) {
        flow.steps.append(step.number)
        if flow.steps.count > Self.mostSteps { flow.steps.removeFirst() }
        flow.keys.formUnion(step.keys)
        flow.start = min(flow.start, step.start)
        flow.end = max(flow.end, step.end)
        flow.person = flow.person ?? step.person
        flow.client = flow.client ?? step.client
        guard let outcome = step.outcome else { return }
        flow.refusals = outcome.state == .refused ? flow.refusals + 1 : 0
        flow.title = outcome.title
        flow.method = outcome.method
        flow.state = outcome.state
        flow.operation = operation
    }
}
