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
        /// The service ended this session: nothing, if that is what is stored, or another one of an account that is gone.
        case end(KeptSession, SignOutReason)
    }

    /// What becomes of the session in memory.
    enum Outcome: Sendable, Equatable {
        /// This is stored now; what is in memory changes to it where it differs.
        case stored(KeptSession)
        /// Nothing is stored now.
        case absent
        /// Another process signed in to this session, which takes the place of the one in memory.
        case follow(KeptSession)
        /// Another process signed out.
        case followSignOut
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
        case .signIn(let own): return save(own)
        case .signOut: return (.delete, .absent)
        case .signInIfAbsent, .update, .end: break
        }
        let found: KeptSession
        switch stored {
        case .unavailable(let reason): return (.keep, .blocked(reason))
        case .absent: return reconcileWithNothing(wish)
        case .found(let bytes):
            guard let session = SessionEnvelope.decode(bytes) else { return (.keep, .blocked(.undecodable)) }
            found = session
        }
        switch wish {
        case .update(let own, let base) where found.isSameSession(as: own):
            let merged = merge(own, base: base, stored: found)
            return merged == found ? (.keep, .stored(found)) : save(merged)
        case .update(let own, let base)
        where found.account.uid == own.account.uid && base != nil && own.tokens != base?.tokens:
            // Both are this user's, and only these tokens are certainly good: the others may be revoked by what was done.
            var newest = merge(own, base: base, stored: found)
            newest.id = found.id
            newest.tokens = own.tokens
            return follow(newest)
        case .end(let ended, let reason) where reason.ends(found, with: ended):
            return (.delete, .absent)
        default:
            return (.keep, .follow(found))
        }
    }

    private static func reconcileWithNothing(_ wish: Wish) -> (change: StorageChange, outcome: Outcome) {
        switch wish {
        case .signIn(let own), .signInIfAbsent(let own): save(own)
        case .update: (.keep, .followSignOut)
        case .signOut, .end: (.keep, .absent)
        }
    }

    private static func follow(_ session: KeptSession) -> (change: StorageChange, outcome: Outcome) {
        guard let bytes = SessionEnvelope.encode(session) else { return (.keep, .blocked(.failed)) }
        return (.save(bytes), .follow(session))
    }

    private static func save(_ session: KeptSession) -> (change: StorageChange, outcome: Outcome) {
        guard let bytes = SessionEnvelope.encode(session) else { return (.keep, .blocked(.failed)) }
        return (.save(bytes), .stored(session))
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
