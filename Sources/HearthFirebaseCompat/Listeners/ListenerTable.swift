internal import HearthCore

/// Who listens, in the order in which they came, and what each was told last.
final class ListenerTable: Sendable {
    typealias Handler = @MainActor @Sendable (Auth, User?) -> Void

    /// What a listener wants to hear of.
    enum Subject: Sendable {
        /// That someone else is signed in, or no one.
        case user
        /// That, and every new identity token.
        case token
    }

    /// Who is signed in at a moment.
    struct Present: Sendable {
        let user: User?
        let tokenVersion: UInt64

        /// What has to change for a listener to be called.
        func key(_ subject: Subject) -> String {
            guard let user else { return "" }
            return subject == .user ? user.uid : "\(user.uid)/\(tokenVersion)"
        }
    }

    private struct Listener: Sendable {
        let id: UInt64
        let subject: Subject
        let handler: Handler
        var told: String?
    }

    private struct State: Sendable {
        var lastID: UInt64 = 0
        var listeners: [Listener] = []
    }

    private let state = Locked(State())

    var isEmpty: Bool { state.withLock(\.listeners.isEmpty) }

    /// Adds a listener at the end.
    ///
    /// - Returns: What to remove it by.
    func add(_ subject: Subject, _ handler: @escaping Handler) -> UInt64 {
        state.withLock { state in
            state.lastID += 1
            state.listeners.append(Listener(id: state.lastID, subject: subject, handler: handler))
            return state.lastID
        }
    }

    func remove(_ id: UInt64) {
        state.withLock { $0.listeners.removeAll { $0.id == id } }
    }

    /// The first listener that was not told yet who is signed in, and counts as told from now on.
    func takeDue(_ present: Present) -> Handler? {
        state.withLock { state in
            for index in state.listeners.indices {
                let key = present.key(state.listeners[index].subject)
                guard state.listeners[index].told != key else { continue }
                state.listeners[index].told = key
                return state.listeners[index].handler
            }
            return nil
        }
    }
}
