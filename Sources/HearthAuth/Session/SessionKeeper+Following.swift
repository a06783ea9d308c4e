internal import HearthCore

extension SessionKeeper {
    /// Looks whether another process has changed what is stored, and follows it; where only the service can tell whether
    /// the session is over, it is asked.
    ///
    /// What the user decided here and is not written yet counts more.
    ///
    /// - Returns: Why that cannot be said, if the storage cannot be read.
    @discardableResult
    func catchUp() async -> StorageUnavailability? {
        let problem = await synchronize()
        // A service that cannot be reached signs no one out.
        if let doubted { _ = try? await fresh(doubted, .refreshed) }
        return problem
    }

    /// Looks whether another process has changed what is stored, and follows it.
    ///
    /// - Returns: Why that cannot be said, if the storage cannot be read.
    @discardableResult
    func synchronize() async -> StorageUnavailability? {
        doubted = nil
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
        case .absent: followEnd(.elsewhere)
        case .found(let bytes):
            switch StoredContent(bytes) {
            case .session(let session): follow(stored: session)
            case .ended(let ended): follow(ended)
            case nil: return .undecodable
            }
        }
        return nil
    }

    /// Follows the end of a session that another process heard of, unless this process may have better tokens.
    private func follow(_ ended: EndedSession) {
        guard case .signedIn(let live) = phase else { return }
        if ended.leavesOpen(live.kept) {
            doubted = live.epoch
        } else {
            followEnd(ended.reason(for: live.kept))
        }
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
        case .stored(let session, _): base = session
        case .follow, .followEnd: break
        case .absent: base = nil
        case .blocked: return
        }
        guard ledger.decision == nil else { return }
        switch (outcome, wish.session, phase) {
        case (.stored(let session, let old), .some(let own), _):
            change(own, to: session)
            if let old { leave(old) }
        case (.follow(let session, let old), .some(let own), .signedIn(let live)) where live.kept.isSameSession(as: own):
            follow(session)
            if let old { leave(old) }
        case (.follow(let session, _), _, .signedOut):
            follow(session)
        case (.followEnd(let reason), .some(let own), .signedIn(let live)) where live.kept.isSameSession(as: own):
            followEnd(reason)
        default: return
        }
    }

    /// Changes the session in memory where it is still as it was.
    private func change(_ own: KeptSession, to session: KeptSession) {
        guard own != session, case .signedIn(var live) = phase, live.kept.isSameSession(as: own) else { return }
        if live.account == own.account { live.account = session.account }
        if live.tokens == own.tokens, session.tokens != own.tokens { replaceTokens(of: &live, with: session.tokens) }
        enter(.signedIn(live))
        leave(own.tokens)
    }

    private func follow(_ session: KeptSession) {
        let left: TokenSet? = if case .signedIn(let live) = phase { live.tokens } else { nil }
        base = session
        begin(session, isFound: true)
        if let left { leave(left) }
    }

    private func followEnd(_ reason: SignOutReason) {
        // A session that was never stored is not missing.
        guard case .signedIn(let live) = phase, base != nil else { return }
        // A call on its way may bring new tokens, or has without an answer that arrived.
        if reason == .revoked, hasRescue(live.epoch) {
            doubted = live.epoch
            return
        }
        base = nil
        enter(.signedOut(reason))
    }
}

extension Reconciliation.Wish {
    /// The session of this process that the wish is about.
    fileprivate var session: KeptSession? {
        switch self {
        case .signIn(let session), .signInIfAbsent(let session), .update(let session, _): session
        case .signOut, .end, .delete: nil
        }
    }
}
