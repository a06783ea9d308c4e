internal import HearthCore

/// Messages that arrived, and those who wait for one.
final class Tray<Message: Sendable>: Sendable {
    private struct Waiter: Sendable {
        let isWanted: @Sendable (Message) -> Bool
        let continuation: AsyncStream<Message>.Continuation
    }

    private struct State: Sendable {
        var unread: [Message] = []
        var all: [Message] = []
        var waiters: [Waiter] = []
    }

    private let state = Locked(State())

    /// Every message so far, oldest first, read or not.
    var all: [Message] {
        state.withLock { $0.all }
    }

    /// How many tasks wait, for tests of their order.
    var waiterCount: Int { state.withLock { $0.waiters.count } }

    /// Takes the oldest unread message that is wanted, and waits for one if there is none.
    ///
    /// - Parameters:
    ///   - wanted: What is wanted, in words.
    ///   - patience: How long it waits.
    ///   - isWanted: Whether a message is wanted.
    /// - Returns: The message.
    /// - Throws: ``NothingArrived`` when the patience is over; `CancellationError` if the task is cancelled before.
    func next(
        _ wanted: String,
        within patience: Duration,
        _ isWanted: @escaping @Sendable (Message) -> Bool
    ) async throws -> Message {
        let (messages, continuation) = AsyncStream.makeStream(of: Message.self)
        state.withLock { state in
            if let index = state.unread.firstIndex(where: isWanted) {
                continuation.yield(state.unread.remove(at: index))
            } else {
                state.waiters.append(Waiter(isWanted: isWanted, continuation: continuation))
            }
        }
        let alarm = Task {
            try await Task.sleep(for: patience)
            continuation.finish()
        }
        defer { alarm.cancel() }
        for await message in messages { return message }
        try Task.checkCancellation()
        throw NothingArrived(wanted: wanted, patience: patience)
    }

    /// Puts a message into the tray, or gives it to the task that waits for it.
    func put(_ message: Message) {
        state.withLock { state in
            state.all.append(message)
            // A waiter whose task was cancelled takes nothing: the message is for the next one.
            while let index = state.waiters.firstIndex(where: { $0.isWanted(message) }) {
                if case .enqueued = state.waiters.remove(at: index).continuation.yield(message) { return }
            }
            state.unread.append(message)
        }
    }
}

/// A test waited for something that did not arrive.
public struct NothingArrived: Error, Sendable, Hashable, CustomStringConvertible {
    /// What the test waited for, in words.
    public let wanted: String
    /// How long it waited.
    public let patience: Duration

    /// What did not arrive, and when the test gave up.
    public var description: String { "\(wanted) did not arrive within \(patience)" }
}
