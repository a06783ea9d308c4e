public import HearthFlows

/// The model of one screen: it has actions, each with its progress, and prints nothing of what the user typed.
@MainActor
public protocol ScreenModel: AnyObject, CustomStringConvertible, CustomReflectable {
    /// What the user can ask for.
    associatedtype Action: Hashable & Sendable

    /// Runs the actions.
    var actions: ActionRunner<Action> { get }
}

extension ScreenModel {
    /// How far an action is.
    ///
    /// - Parameter action: The action.
    /// - Returns: Its progress.
    public func progress(of action: Action) -> ActionProgress { actions.progress(of: action) }

    /// Whether any action is on its way.
    public var isBusy: Bool { actions.isRunning }

    /// Why the last action that failed did; `nil` again as soon as another one begins.
    public var lastError: FlowError? { actions.lastError }

    /// What to tell the user of ``lastError``.
    public var message: Message? { lastError?.message }

    /// Gives up whatever is on its way.
    public func cancel() { actions.cancel() }

    /// The type, and nothing of what the user typed.
    public nonisolated var description: String { "\(Self.self)" }

    /// An empty mirror, so that `dump` prints nothing of what the user typed.
    public nonisolated var customMirror: Mirror { Mirror(reflecting: description) }
}
