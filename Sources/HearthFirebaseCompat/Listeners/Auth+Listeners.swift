internal import HearthAuth

extension Auth {
    /// Who is signed in now, and each time that it is someone else; ends with the task.
    ///
    /// A slow follower misses changes in between, never the newest one.
    public var authStateChanges: AsyncStream<User?> {
        stream(.user)
    }

    /// Who is signed in now, and each time that the identity token is another one; ends with the task.
    ///
    /// A slow follower misses changes in between, never the newest one.
    public var idTokenChanges: AsyncStream<User?> {
        stream(.token)
    }

    private func stream(_ subject: ListenerTable.Subject) -> AsyncStream<User?> {
        let (stream, continuation) = AsyncStream.makeStream(of: User?.self, bufferingPolicy: .bufferingNewest(1))
        let id = listeners.add(subject) { _, user in continuation.yield(user) }
        continuation.onTermination = { [listeners] _ in listeners.remove(id) }
        Task { await tellListeners() }
        return stream
    }

    /// Calls every listener that has not heard who is signed in now.
    @MainActor
    func tellListeners() {
        while let present, let listener = listeners.takeDue(present) { listener(self, present.user) }
    }

    /// Who is signed in; `nil` while that is not known.
    private var present: ListenerTable.Present? {
        switch client?.state {
        case .restoring, .storageUnavailable(.locked): nil
        case .signedIn(let value):
            ListenerTable.Present(user: user(value), tokenVersion: client?.presentTokens?.version ?? 0)
        case .signedOut, .storageUnavailable, nil: ListenerTable.Present(user: nil, tokenVersion: 0)
        }
    }
}
