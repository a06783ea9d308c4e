internal import HearthCore

/// A state that goes on in the next run.
struct FlowRecord<State: Sendable>: Sendable {
    /// The state to begin with then.
    let state: State
    /// The account that it belongs to; `nil` for a state of nobody in particular.
    let owner: String?
    let expiresAt: UnixTime
}
