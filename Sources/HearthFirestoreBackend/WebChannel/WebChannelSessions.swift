internal import HearthCore

/// The open sessions of all web channels.
final class WebChannelSessions: Sendable {
    private struct State: Sendable {
        var sessions: [String: WebChannelSession] = [:]
        var isClosed = false
    }

    private let state = Locked(State())
    private let limit: Int

    init(limit: Int = 10_000) {
        self.limit = limit
    }

    /// Makes a session under a name that cannot be guessed; `nil` if there are too many.
    func make() -> WebChannelSession? {
        let session = WebChannelSession(id: Base64.encode(RandomSource.system.bytes(16), .url))
        return state.withLock { state in
            guard !state.isClosed, state.sessions.count < limit else { return nil }
            state.sessions[session.id] = session
            return session
        }
    }

    var count: Int { state.withLock { $0.sessions.count } }

    subscript(id: String) -> WebChannelSession? { state.withLock { $0.sessions[id] } }

    func remove(_ session: WebChannelSession) {
        state.withLock { $0.sessions[session.id] = nil }
    }

    /// Ends all sessions, and takes no new ones.
    func close() {
        let sessions = state.withLock { state in
            state.isClosed = true
            defer { state.sessions = [:] }
            return state.sessions.values
        }
        for session in sessions { session.terminate() }
    }
}
