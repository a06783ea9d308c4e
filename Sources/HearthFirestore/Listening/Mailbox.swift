internal import HearthCore

/// Where snapshots wait for one reader.
final class Mailbox<Element: Sendable>: Sendable {
    /// What is kept for a reader who is behind.
    enum Keeping: Sendable {
        /// Everything.
        case all
        /// The newest alone.
        case newest
    }

    typealias Taken = Result<Element?, FirestoreError>

    private struct State: Sendable {
        var elements: [Element] = []
        var end: Taken?
        var reader: CheckedContinuation<Taken, Never>?
    }

    private let keeping: Keeping
    private let state = Locked(State())

    init(keeping: Keeping) {
        self.keeping = keeping
    }

    /// Puts something in; nothing after the end.
    func put(_ element: Element) {
        let reader = state.withLock { state -> CheckedContinuation<Taken, Never>? in
            guard state.end == nil else { return nil }
            if let reader = state.reader {
                state.reader = nil
                return reader
            }
            if keeping == .newest { state.elements = [] }
            state.elements.append(element)
            return nil
        }
        reader?.resume(returning: .success(element))
    }

    /// Ends it: the reader gets what is left, and then the error or `nil`.
    func end(_ error: FirestoreError? = nil) {
        let (reader, end) = state.withLock { state -> (CheckedContinuation<Taken, Never>?, Taken) in
            let end = state.end ?? error.map { .failure($0) } ?? .success(nil)
            state.end = end
            defer { state.reader = nil }
            return (state.reader, end)
        }
        reader?.resume(returning: end)
    }

    /// Waits for the next element.
    ///
    /// - Returns: The element; `nil` at the end, and when the task is cancelled.
    func next() async throws(FirestoreError) -> Element? {
        let taken = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let (taken, older) = state.withLock { state -> (Taken?, CheckedContinuation<Taken, Never>?) in
                    if !state.elements.isEmpty { return (.success(state.elements.removeFirst()), nil) }
                    if Task.isCancelled { return (.success(nil), nil) }
                    if let end = state.end { return (end, nil) }
                    defer { state.reader = continuation }
                    return (nil, state.reader)
                }
                if let taken { continuation.resume(returning: taken) }
                // One reader at a time: an older one is let go. Outside of the lock, which its cancellation takes while
                // the runtime holds a lock that resuming needs.
                older?.resume(returning: .success(nil))
            }
        } onCancel: {
            let reader = state.withLock { state in
                defer { state.reader = nil }
                return state.reader
            }
            reader?.resume(returning: .success(nil))
        }
        return try taken.get()
    }
}
