public import HearthFlows

/// How far something is that the user asked for.
public enum ActionProgress: Sendable {
    /// Nothing was asked for yet, or it was given up.
    case idle
    /// It is on its way.
    case running
    /// It succeeded.
    case succeeded
    /// It did not succeed, and why.
    case failed(FlowError)

    /// Whether it is on its way.
    public var isRunning: Bool {
        if case .running = self { true } else { false }
    }

    /// Why it did not succeed, if so.
    public var error: FlowError? {
        if case .failed(let error) = self { error } else { nil }
    }
}
