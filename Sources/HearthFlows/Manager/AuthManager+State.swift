internal import HearthAuth
internal import HearthCore

extension AuthManager {
    /// Makes the state of every workflow known.
    func publish() {
        var state = ManagerState(session: auth.state)
        state.deletion = machines.deletion.progress
        state.session = Self.shown(auth.state, board.value, state.deletion)
        state.isLocked = machines.gate != .idle
        if case .authenticating(let attempt) = machines.signIn { state.signingInWith = attempt.providerID }
        state.conflict = machines.collision.conflict
        state.secondFactor = machines.secondFactor.step
        state.challenge = machines.reauthentication.challenge
        state.emailLink = machines.emailLink.wait
        state.phoneCode = machines.phoneCode.wait
        state.emailChange = machines.emailChange
        state.guestUpgrade = machines.guestUpgrade.progress
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

    /// Tells the workflows whose user has left.
    func sessionChanged() async {
        switch auth.state {
        case .restoring: return
        case .storageUnavailable(let reason):
            if reason == .locked, gate?.isLocked == true, machines.gate == .idle { send(GateFlow.Event.lock) }
            return publish()
        case .signedOut: send(GateFlow.Event.signedOut)
        case .signedIn: break
        }
        let uid = auth.currentUser?.uid
        if machines.link.owner.isOther(than: uid) { send(LinkFlow.Event.ownerLeft) }
        if machines.profile.owner.isOther(than: uid) { send(ProfileFlow.Event.ownerLeft) }
        if machines.enrollment.enrollment?.owner.isOther(than: uid) == true {
            await send(EnrollmentFlow.Event.ownerLeft)
        }
        if machines.reauthentication.challenge?.uid.isOther(than: uid) == true {
            await send(ReauthenticationFlow.Event.ownerLeft)
        }
        if machines.emailLink.wait?.owner.isOther(than: uid) == true {
            await send(ProofFlow<EmailLinkWait>.Event.ownerLeft)
        }
        if machines.phoneCode.wait?.owner.isOther(than: uid) == true {
            await send(ProofFlow<PhoneCodeWait>.Event.ownerLeft)
        }
        // That nobody is signed in any more is what a deletion does; its own answer follows.
        if auth.state != .signedOut(.deleted), machines.deletion.progress?.uid.isOther(than: uid) == true {
            await send(DeletionFlow.Event.ownerLeft)
        }
        if machines.guestUpgrade.progress?.isLeft(by: uid) == true { await send(GuestUpgradeFlow.Event.ownerLeft) }
        if let uid, case .merged = machines.guestUpgrade { await send(GuestUpgradeFlow.Event.found(uid: uid)) }
        if let user = auth.currentUser, machines.emailChange?.isOver(for: user) == true {
            await send(EmailChangeFlow.Event.over)
        }
        await countTime(of: uid)
        publish()
    }
}

extension String {
    /// Whether the workflow of this user has lost them.
    fileprivate func isOther(than uid: String?) -> Bool { self != uid }
}

extension String? {
    /// Whether a workflow that belongs to a user, if it does, has lost them.
    fileprivate func isOther(than uid: String?) -> Bool { self != nil && self != uid }
}

extension EmailChangeWait {
    /// Whether the account has the new address, or another user is signed in; who is signed out by the change itself
    /// is still expected back.
    fileprivate func isOver(for user: User) -> Bool {
        user.uid != uid || user.email.map(EmailKey.make) == EmailKey.make(newEmail)
    }
}

extension GuestUpgradeProgress {
    /// Whether neither the guest nor the account in the guest's place is signed in.
    fileprivate func isLeft(by uid: String?) -> Bool { uid != guest && uid != target }
}
