internal import HearthAuth
internal import HearthCore

extension AuthManager {
    /// Makes the state of every workflow known.
    func publish() {
        var state = ManagerState(session: auth.state)
        state.deletion = workflows.deletion.state.progress
        state.session = Self.shown(auth.state, board.value, state.deletion)
        state.isLocked = workflows.gate.state != .idle
        state.signingInWith = workflows.signIn.state.current?.providerID
        state.conflict = workflows.collision.state.stopped?.conflict
        state.secondFactor = workflows.secondFactor.state.pending?.step
        state.challenge = workflows.reauthentication.state.asked?.challenge
        state.emailLink = workflows.emailLink.state.wait
        state.phoneCode = workflows.phoneCode.state.wait
        state.emailChange = workflows.emailChange.state
        state.enrollment = workflows.enrollment.state.pending?.shown
        state.guestUpgrade = workflows.guestUpgrade.state.progress
        state.dropped = dropped
        state.storageProblem = storageProblem
        board.publish(state)
    }

    /// The session to show: an account that is being deleted stays in view until all of that has ended.
    static func shown(
        _ session: SessionState,
        _ published: ManagerState,
        _ deletion: DeletionProgress?
    ) -> SessionState {
        guard deletion?.phase == .deletingAccount, case .signedOut = session else { return session }
        return published.session
    }

    /// Tells every workflow who is signed in.
    func sessionChanged() async {
        switch auth.state {
        case .restoring: return
        case .storageUnavailable(let reason):
            if reason == .locked, gate?.isLocked == true, workflows.gate.state == .idle {
                await send(GateFlow.self, .foundLocked)
            }
        case .signedOut, .signedIn:
            for flow in Workflows.all { await heed(flow) }
            await countTime()
        }
        publish()
    }

    private func heed<Machine: Flow>(_ flow: Machine.Type) async {
        if let event = flow.heed(auth.state, in: workflows[keyPath: flow.place].state) { await send(flow, event) }
    }
}

extension SessionState {
    /// The identifier of the user who is signed in.
    var uid: String? {
        if case .signedIn(let user) = self { user.uid } else { nil }
    }
}
