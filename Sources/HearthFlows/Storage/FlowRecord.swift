internal import HearthCore

/// What goes on in the next run.
struct FlowRecord<Kept: Sendable>: Sendable {
    let kept: Kept
    /// The account that it belongs to; `nil` if it belongs to no account in particular.
    let owner: String?
    let expiresAt: UnixTime
}
