internal import HearthCore
internal import HearthFirestoreModel

/// One listener at the engine; it ends with this object.
final class Subscription: Sendable {
    private enum Phase: Sendable {
        case waiting
        case listening(Int)
        case over
    }

    private let core: FirestoreCore
    private let subject: Result<WatchSubject, FirestoreError>
    private let includesMetadata: Bool
    private let mailbox: FirestoreEngine.ViewMailbox
    private let phase = Locked(Phase.waiting)

    init(
        _ core: FirestoreCore,
        _ subject: Result<WatchSubject, FirestoreError>,
        includesMetadata: Bool,
        keeping: FirestoreEngine.ViewMailbox.Keeping
    ) {
        self.core = core
        self.subject = subject
        self.includesMetadata = includesMetadata
        mailbox = FirestoreEngine.ViewMailbox(keeping: keeping)
    }

    deinit {
        end()
    }

    /// Waits for the next snapshot; the first call begins to listen.
    func next() async throws(FirestoreError) -> ViewSnapshot? {
        try await begin()
        return try await mailbox.next()
    }

    /// Begins to listen, if that was not done.
    func begin() async throws(FirestoreError) {
        guard case .waiting = phase.withLock({ $0 }) else { return }
        let listener = try await core.engine.listen(to: subject.get(), includesMetadata: includesMetadata, mailbox)
        let isOver = phase.withLock { phase in
            if case .over = phase { return true }
            phase = .listening(listener)
            return false
        }
        if isOver { await core.engine.unlisten(listener) }
    }

    /// Ends listening; the reader gets nothing more.
    func end() {
        let listener = phase.withLock { phase -> Int? in
            defer { phase = .over }
            if case .listening(let listener) = phase { return listener }
            return nil
        }
        mailbox.end()
        if let listener { Task { [engine = core.engine] in await engine.unlisten(listener) } }
    }
}
