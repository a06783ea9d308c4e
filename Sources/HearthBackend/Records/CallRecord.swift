internal import HearthCore

/// What one request did, for the operator: gathered while it runs, written down when it has ended.
///
/// A transaction's events count once it is committed; those of one that is undone never happened.
final class CallRecord: Sendable {
    private struct State: Sendable {
        var scope: Scope?
        var source: String?
        var author = Author.user
        var pending: [SecurityEvent] = []
        var events: [SecurityEvent] = []
        var hasWritten = false
    }

    /// The caller, as the log names it.
    enum Author: Sendable, Hashable {
        case user
        /// The holder of the administrator's token, or of the emulator's.
        case `operator`
        /// A service account, by its digits.
        case serviceAccount(String)
    }

    private let state = Locked(State())

    /// Notes the call that the request makes.
    func begin(_ call: Call) {
        state.withLock { state in
            state.scope = call.scope
            state.source = call.source
            state.author =
                call.serviceAccount.map { .serviceAccount($0.uniqueID) } ?? (call.isPrivileged ? .operator : .user)
        }
    }

    /// Notes the network that a request comes from which makes no call.
    func begin(source: String?) {
        state.withLock { $0.source = $0.source ?? source }
    }

    /// Notes what the running transaction does.
    func note(_ events: [SecurityEvent]) {
        state.withLock { $0.pending += events }
    }

    /// Notes that the running transaction has ended.
    func settle(isCommitted: Bool) {
        state.withLock { state in
            if isCommitted {
                state.events += state.pending
                state.hasWritten = true
            }
            state.pending = []
        }
    }

    /// What was done by a request that has ended.
    struct Summary: Sendable {
        let scope: Scope?
        let source: String?
        let author: Author
        let events: [SecurityEvent]
        /// Whether anything was stored.
        let hasWritten: Bool
    }

    /// What was done.
    var summary: Summary {
        state.withLock { state in
            Summary(
                scope: state.scope,
                source: state.source,
                author: state.author,
                events: state.events,
                hasWritten: state.hasWritten
            )
        }
    }
}
