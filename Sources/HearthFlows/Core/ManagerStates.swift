internal import HearthAuth

/// The states of a manager, beginning with the present one; any number of tasks may follow.
public struct ManagerStates: AsyncSequence, Sendable {
    /// A state of the manager.
    public typealias Element = ManagerState
    /// Following never fails.
    public typealias Failure = Never

    let board: Broadcast<ManagerState>

    /// Begins to follow.
    ///
    /// - Returns: An iterator whose first element is there at once.
    public func makeAsyncIterator() -> AsyncStream<ManagerState>.Iterator {
        board.follow().makeAsyncIterator()
    }
}
