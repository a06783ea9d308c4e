internal import HearthCore

/// The settings of projects as this server read them last: nearly every call of a user asks for them, and hardly one
/// finds them changed.
///
/// What is changed through this server counts for the next call; what another server of the store changes counts
/// within ``reload``.
final class KnownSettings: Sendable {
    /// How long settings are believed without a look at the store.
    static let reload: Duration = .seconds(1)

    private struct State: Sendable {
        var settings: [ProjectID: (settings: ProjectSettings, readAt: UnixTime)] = [:]
        var changes = 0
    }

    private let state = Locked(State())

    /// The settings of a project; `nil` if they have to be read.
    func settings(of project: ProjectID, at now: UnixTime) -> ProjectSettings? {
        state.withLock { state in
            guard let found = state.settings[project] else { return nil }
            return found.readAt <= now && now < found.readAt + Self.reload ? found.settings : nil
        }
    }

    /// How often settings may have been changed: to be asked for before they are read.
    var changes: Int { state.withLock { $0.changes } }

    /// Keeps settings, unless they may have been changed since someone began to read them.
    func keep(_ settings: ProjectSettings, of project: ProjectID, at now: UnixTime, readAfter changes: Int) {
        state.withLock { state in
            guard state.changes == changes else { return }
            state.settings[project] = (settings, now)
        }
    }

    /// Forgets all settings: some of them may have been changed.
    func forget() {
        state.withLock { state in
            state.settings = [:]
            state.changes += 1
        }
    }
}
