import HearthFirebaseCompat

/// Whether a user is signed in, as far as the app knows.
enum SessionState: Sendable, Equatable {
    case undetermined
    case signedOut
    case signedIn(Account)
}

/// Follows who is signed in, for as long as it lives.
@MainActor
final class SessionObserver {
    private(set) var state = SessionState.undetermined
    /// Called after each change.
    var onChange: ((SessionState) -> Void)?

    private let auth: Auth
    private var handle: AuthStateDidChangeListenerHandle?

    init(auth: Auth = .auth()) {
        self.auth = auth
        handle = auth.addStateDidChangeListener { [weak self] _, user in
            self?.show(user.map { .signedIn(Account($0)) } ?? .signedOut)
        }
    }

    deinit {
        if let handle { auth.removeStateDidChangeListener(handle) }
    }

    private func show(_ state: SessionState) {
        self.state = state
        onChange?(state)
    }
}
