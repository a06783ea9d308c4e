/// How a session in memory and the stored one become one again, where several processes share a storage.
///
/// What the user decided in this process counts over what is stored. Everything else, a refresh or a changed profile,
/// is written only into the session that it belongs to: a process whose session is no longer the stored one follows.
enum Reconciliation {
    /// What this process wants to be stored.
    enum Wish: Sendable, Equatable {
        /// The user signed in: this session, whatever is stored.
        case signIn(KeptSession)
        /// A new guest: this session, unless there is one.
        case signInIfAbsent(KeptSession)
        /// The session as it is now, with what was last known to be stored of it.
        case update(KeptSession, base: KeptSession?)
        /// The user signed out: nothing, whatever is stored.
        case signOut
        /// The service ended this session: why, if that is what is stored, or another one of an account that is gone.
        case end(KeptSession, SignOutReason)
        /// The user deleted the account of this session: nothing, if what is stored is a session of it.
        case delete(KeptSession)
    }

    /// What becomes of the session in memory.
    enum Outcome: Sendable, Equatable {
        /// This is stored now; what is in memory changes to it where it differs. It may have taken the place of other
        /// tokens of the account.
        case stored(KeptSession, over: TokenSet? = nil)
        /// No session is stored now.
        case absent
        /// Another process signed in to this session, which takes the place of the one in memory. It may have other tokens
        /// than it had.
        case follow(KeptSession, over: TokenSet? = nil)
        /// Another process signed out, or heard from the service that the session is over.
        case followEnd(SignOutReason)
        /// What is stored cannot be read, and was left as it is.
        case blocked(StorageUnavailability)
    }

    /// Decides what to write.
    ///
    /// - Parameters:
    ///   - wish: What this process wants.
    ///   - stored: What is stored.
    /// - Returns: What to change, and what follows from it.
    static func reconcile(_ wish: Wish, with stored: StoredSession) -> (change: StorageChange, outcome: Outcome) {
        switch wish {
        case .signIn(let own): return save(own, over: stored)
        case .signOut: return (.delete, .absent)
        case .signInIfAbsent, .update, .end, .delete: break
        }
        switch stored {
        case .unavailable(let reason): return (.keep, .blocked(reason))
        case .absent: return reconcileWithNothing(wish)
        case .found(let bytes):
            switch StoredContent(bytes) {
            case .session(let found): return reconcile(wish, withSession: found)
            case .ended(let ended): return reconcile(wish, with: ended)
            case nil: return (.keep, .blocked(.undecodable))
            }
        }
    }

    private static func reconcile(
        _ wish: Wish,
        withSession found: KeptSession
    ) -> (change: StorageChange, outcome: Outcome) {
        switch wish {
        case .update(let own, let base) where found.isSameSession(as: own):
            let merged = merge(own, base: base, stored: found)
            // Otherwise what is stored are this process's own tokens of before.
            let isConflict = found.tokens != base?.tokens
            return merged == found ? (.keep, .stored(found)) : save(merged, over: isConflict ? found.tokens : nil)
        case .update(let own, let base)
        where found.account.uid == own.account.uid && base != nil && own.tokens != base?.tokens:
            // Both are this user's, and only these tokens are certainly good: the others may be revoked by what was done.
            var newest = merge(own, base: base, stored: found)
            newest.id = found.id
            newest.tokens = own.tokens
            return follow(newest, over: found.tokens)
        case .delete(let deleted) where deleted.account.uid == found.account.uid:
            return (.delete, .absent)
        case .end(let ended, let reason) where reason.ends(found, with: ended):
            return (EndedSession(ended, reason).bytes.map(StorageChange.save) ?? .delete, .absent)
        default:
            return (.keep, .follow(found))
        }
    }

    private static func reconcile(
        _ wish: Wish,
        with ended: EndedSession
    ) -> (change: StorageChange, outcome: Outcome) {
        switch wish {
        case .signIn(let own), .signInIfAbsent(let own): save(own)
        // The service refused other tokens than these: whether it takes these, their next use will show.
        case .update(let own, _) where ended.leavesOpen(own): save(own)
        case .update(let own, _): (.keep, .followEnd(ended.reason(for: own)))
        case .signOut, .end, .delete: (.keep, .absent)
        }
    }

    private static func reconcileWithNothing(_ wish: Wish) -> (change: StorageChange, outcome: Outcome) {
        switch wish {
        case .signIn(let own), .signInIfAbsent(let own): save(own)
        case .update: (.keep, .followEnd(.elsewhere))
        case .signOut, .end, .delete: (.keep, .absent)
        }
    }

    private static func follow(
        _ session: KeptSession,
        over old: TokenSet
    ) -> (change: StorageChange, outcome: Outcome) {
        guard let bytes = SessionEnvelope.encode(session) else { return (.keep, .blocked(.failed)) }
        return (.save(bytes), .follow(session, over: old))
    }

    private static func save(_ session: KeptSession, over stored: StoredSession) -> (StorageChange, Outcome) {
        guard case .found(let bytes) = stored, case .session(let found) = StoredContent(bytes) else {
            return save(session)
        }
        return save(session, over: found.tokens)
    }

    private static func save(
        _ session: KeptSession,
        over old: TokenSet? = nil
    ) -> (change: StorageChange, outcome: Outcome) {
        guard let bytes = SessionEnvelope.encode(session) else { return (.keep, .blocked(.failed)) }
        return (.save(bytes), .stored(session, over: old))
    }

    /// One session out of two that began as the same: each half comes from the process that changed it.
    ///
    /// - Parameters:
    ///   - own: The session in this process.
    ///   - base: What was last known to be stored of it.
    ///   - stored: What is stored.
    /// - Returns: The session; where both changed the tokens, those that arrived later.
    static func merge(_ own: KeptSession, base: KeptSession?, stored: KeptSession) -> KeptSession {
        guard let base else { return own }
        var merged = own
        if own.account == base.account { merged.account = stored.account }
        let isOvertaken = stored.tokens != base.tokens && stored.tokens.receivedAt > own.tokens.receivedAt
        if own.tokens == base.tokens || isOvertaken { merged.tokens = stored.tokens }
        return merged
    }
}

extension SignOutReason {
    /// Whether a stored session is over together with one of this process.
    fileprivate func ends(_ stored: KeptSession, with ended: KeptSession) -> Bool {
        // Tokens that arrived in another process meanwhile are not the ones that the service has revoked.
        guard self != .revoked else { return stored.isSameSession(as: ended) && stored.tokens == ended.tokens }
        // A disabled or deleted account has no session at all.
        return stored.account.uid == ended.account.uid
    }
}
