/// A workflow as a pure function: what happened, in which state, leads to which state, and what is to be done.
///
/// Every pair of a state and an event is answered. An event that means nothing in a state, for example a late answer
/// to an attempt that was given up, leaves it as it is and has no effects.
protocol Flow: SendableMetatype {
    associatedtype State: Sendable, Hashable
    associatedtype Event: Sendable
    associatedtype Effect: Sendable

    /// The state in which nothing is going on.
    static var idle: State { get }

    /// Answers an event.
    static func reduce(_ state: State, _ event: Event) -> (State, [Effect])
}

/// A workflow that goes on in the next run of the app.
protocol LastingFlow: Flow where State: Codable {
    /// The name that its record is kept under.
    static var name: String { get }
    /// The number of the record's format; a record with another one is dropped.
    static var version: Int { get }

    /// What is to be kept of a state; `nil` if it ends with the process.
    static func record(of state: State) -> FlowRecord<State>?
}
