internal import HearthAuth
internal import HearthCore

/// A workflow: a state with everything it needs in it, a pure function that answers events, and what that function
/// wants done.
///
/// Every pair of a state and an event is answered. An event that means nothing in a state, for example a late answer
/// to an attempt that was given up, leaves the state as it is and has no effects.
protocol Flow: SendableMetatype {
    associatedtype State: Sendable, Hashable
    associatedtype Event: Sendable
    associatedtype Work: Sendable

    /// The state in which nothing is going on.
    static var idle: State { get }
    /// Where the manager keeps the workflow.
    static var place: WritableKeyPath<Workflows, Workflow<Self>> { get }

    /// Answers an event.
    static func reduce(_ state: State, _ event: Event) -> (State, [Effect<Work>])

    /// Does what the function wants done; whatever comes of it is an event, so that nothing ends without a word.
    static func perform(_ work: Work, by manager: isolated AuthManager) async -> Event

    /// Until when a state lasts; `nil` for as long as nothing happens.
    static func deadline(of state: State) -> UnixTime?

    /// What happens to a state when its time is over.
    static func due(at now: UnixTime) -> Event?

    /// What it means to a state who is signed in; `nil` if nothing.
    static func heed(_ session: SessionState, in state: State) -> Event?

    /// What is to be kept from now on; `nil` if nothing changes about that.
    static func keeping(from before: State, to after: State) -> Keeping?
}

/// A new record, or none any more.
struct Keeping: Sendable {
    let name: String
    let entry: FlowArchive.Entry?
}

extension Flow {
    static func keeping(from before: State, to after: State) -> Keeping? { nil }
    static func deadline(of state: State) -> UnixTime? { nil }
    static func due(at now: UnixTime) -> Event? { nil }
    static func heed(_ session: SessionState, in state: State) -> Event? { nil }
}

extension Flow where Work == Never {
    static func perform(_ work: Never, by manager: isolated AuthManager) async -> Event {}
}

/// A workflow that goes on in the next run of the app.
protocol LastingFlow: Flow {
    /// What is kept of a state; sealed, so it may hold secrets.
    associatedtype Kept: Codable, Sendable, Equatable

    /// The name that its record is kept under.
    static var name: String { get }
    /// The number of the record's format; a record with another one is dropped.
    static var version: Int { get }

    /// What is to be kept of a state; `nil` if it ends with the process.
    static func record(of state: State) -> FlowRecord<Kept>?

    /// The state to begin the next run with.
    static func resume(_ kept: Kept) -> State
}

extension LastingFlow {
    static func keeping(from before: State, to after: State) -> Keeping? {
        let record = record(of: after)
        guard record?.kept != self.record(of: before)?.kept else { return nil }
        return Keeping(name: name, entry: record.flatMap { FlowArchive.Entry($0, version: version) })
    }
}

/// What is to happen after an event.
enum Effect<Work: Sendable>: Sendable {
    /// A call ends; whatever is performed in its name is cancelled.
    case answer(Reply)
    /// Something is performed in the name of a call, in place of what was performed in its name before.
    case perform(Work, FlowID)
    /// Something is performed before anything else goes on: it tells another workflow, or ends the session.
    case performFirst(Work)
    /// Something that is performed is cancelled.
    case stop(FlowID)
}

/// Something that a state carries along and does not look at: a secret, or a closure of the app.
///
/// Two are equal if one is a copy of the other.
struct Carried<Value: Sendable>: Sendable, Hashable {
    private final class Identity: Sendable {}

    let value: Value
    private let identity = Identity()

    init(_ value: Value) {
        self.value = value
    }

    static func == (lhs: Self, rhs: Self) -> Bool { lhs.identity === rhs.identity }

    func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(identity))
    }
}

extension Carried: CustomStringConvertible, CustomReflectable {
    var description: String { "Carried" }
    var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension Carried: Encodable where Value: Encodable {
    func encode(to encoder: any Encoder) throws {
        try value.encode(to: encoder)
    }
}

extension Carried: Decodable where Value: Decodable {
    init(from decoder: any Decoder) throws {
        self.init(try Value(from: decoder))
    }
}
