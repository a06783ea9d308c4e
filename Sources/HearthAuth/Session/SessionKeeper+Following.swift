internal import HearthCore

extension SessionKeeper {
    /// Looks whether another process has changed what is stored, and follows it.
    ///
    /// What the user decided here and is not written yet counts more.
    ///
    /// - Returns: Why that cannot be said, if the storage cannot be read.
    @discardableResult
    func synchronize() async -> StorageUnavailability? {
        switch phase {
        case .restoring: return nil
        case .unavailable(let reason): return reason
        case .signedOut, .signedIn: break
        }
        guard ledger.decision == nil else { return nil }
        let stored = await storage.load()
        // The user may have decided meanwhile.
        guard ledger.decision == nil else { return nil }
        switch stored {
        case .unavailable(let reason): return reason
        case .absent:
            // A session that was never stored is not missing.
            if case .signedIn = phase, base != nil { followSignOut() }
        case .found(let bytes):
            guard let session = SessionEnvelope.decode(bytes) else { return .undecodable }
            follow(stored: session)
        }
        return nil
    }

    private func follow(stored session: KeptSession) {
        switch phase {
        case .restoring, .unavailable: return
        case .signedIn(let live) where session.isSameSession(as: live.kept):
            let merged = Reconciliation.merge(live.kept, base: base, stored: session)
            base = session
            change(live.kept, to: merged)
        case .signedIn, .signedOut: follow(session)
        }
    }

    /// Takes note of what is stored after a write, and lets what is in memory follow.
    func take(_ outcome: Reconciliation.Outcome, of wish: Reconciliation.Wish) {
        switch outcome {
        case .stored(let session): base = session
        case .follow, .followSignOut: break
        case .absent: base = nil
        case .blocked: return
        }
        guard ledger.decision == nil else { return }
        switch (outcome, wish.session, phase) {
        case (.stored(let session), .some(let own), _):
            change(own, to: session)
        case (.follow(let session), .some(let own), .signedIn(let live)) where live.kept.isSameSession(as: own):
            follow(session)
        case (.follow(let session), _, .signedOut):
            follow(session)
        case (.followSignOut, .some(let own), .signedIn(let live)) where live.kept.isSameSession(as: own):
            followSignOut()
        default: return
        }
    }

    /// Changes the session in memory where it is still as it was.
    private func change(_ own: KeptSession, to session: KeptSession) {
        guard own != session, case .signedIn(var live) = phase, live.kept.isSameSession(as: own) else { return }
        if live.account == own.account { live.account = session.account }
        if live.tokens == own.tokens, session.tokens != own.tokens { replaceTokens(of: &live, with: session.tokens) }
        enter(.signedIn(live))
    }

    private func follow(_ session: KeptSession) {
        base = session
        begin(session, isFound: true)
    }

    private func followSignOut() {
        base = nil
        enter(.signedOut(.elsewhere))
    }
}

extension Reconciliation.Wish {
    /// The session of this process that the wish is about.
    fileprivate var session: KeptSession? {
        switch self {
        case .signIn(let session), .signInIfAbsent(let session), .update(let session, _): session
        case .signOut, .end: nil
        }
    }
}
