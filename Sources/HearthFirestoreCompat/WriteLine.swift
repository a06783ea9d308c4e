internal import HearthCore

/// The writes of a database in the order of their calls, also of calls that wait for nothing.
///
/// FirebaseFirestore takes a write over before the call returns: what is read after it, and the write that follows, find
/// it done. The client takes one over a moment later, in a task; this line keeps the order of those tasks, and lets reads
/// wait for them.
final class WriteLine: Sendable {
    private let last = Locked<Task<Void, Never>?>(nil)

    /// Makes a write as soon as the client has taken over those before it.
    ///
    /// - Parameter write: Makes it, and says when the client has taken it over.
    func add(_ write: @escaping @Sendable (_ entered: @escaping @Sendable () -> Void) async -> Void) {
        let (entry, entered) = AsyncStream.makeStream(of: Void.self)
        last.withLock { last in
            let before = last
            Task {
                await before?.value
                await write { entered.finish() }
                // A write that failed before it was taken over.
                entered.finish()
            }
            last = Task { for await _ in entry {} }
        }
    }

    /// Waits until the client has taken over every write so far.
    func entered() async {
        await last.withLock { $0 }?.value
    }
}

extension Firestore {
    /// Does something after the writes that were begun before it, with the errors of FirebaseFirestore.
    func afterWrites<Result>(_ work: () async throws -> Result) async throws -> Result {
        await writes.entered()
        return try await FirestoreErrors.translated {
            try checkSettings()
            return try await work()
        }
    }

    /// Writes after the writes that were begun before it, and then calls a closure on the main actor.
    func write(
        _ completion: (@MainActor @Sendable ((any Error)?) -> Void)?,
        _ work: @escaping @Sendable (_ entered: @escaping @Sendable () -> Void) async throws -> Void
    ) {
        writes.add { entered in
            do {
                try self.checkSettings()
                try await work(entered)
                await completion?(nil)
            } catch {
                // The next write does not wait for what the app does about it.
                entered()
                await completion?(FirestoreErrors.error(error))
            }
        }
    }
}
