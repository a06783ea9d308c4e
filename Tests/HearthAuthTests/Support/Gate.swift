@testable import HearthAuth
import HearthTestSupport

/// Holds anyone who comes until it is opened.
final class Gate: Sendable {
    private let promise = Promise<Void>()

    /// - Returns: Whether the gate was opened; otherwise the task was cancelled.
    func pass() async -> Bool {
        await promise.value() != nil
    }

    func open() {
        promise.fulfil(())
    }
}
