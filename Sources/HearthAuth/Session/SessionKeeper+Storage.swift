internal import HearthCore

/// What was to be written, and what has been.
struct WriteLedger {
    typealias Receipt = Promise<StorageUnavailability?>

    /// What was decided about the session, and the storage does not have yet.
    enum Decision {
        /// The user signed in.
        case signIn
        /// The user became a guest.
        case signInIfAbsent
        /// The user signed out.
        case signOut
        /// The service ended this session.
        case end(KeptSession, SignOutReason)
        /// The user deleted the account of this session.
        case delete(KeptSession)
    }

    var wanted: UInt64 = 0
    var written: UInt64 = 0
    var failures = 0
    var receipts: [(revision: UInt64, receipt: Receipt)] = []
    var writer: Task<Void, Never>?
    /// The last decision and its revision, until it is written.
    var decision: (kind: Decision, revision: UInt64)?
}

extension SessionKeeper {
    /// Asks for the present state to be stored; one write at a time, and only the newest state counts.
    ///
    /// - Parameter decision: What was decided about the session. Defaults to nothing: it has changed.
    /// - Returns: Fulfilled when the state, or a newer one, was written, with the problem if there was one.
    @discardableResult
    func persist(_ decision: WriteLedger.Decision? = nil) -> WriteLedger.Receipt {
        let receipt = WriteLedger.Receipt()
        ledger.wanted += 1
        if let decision { ledger.decision = (decision, ledger.wanted) }
        ledger.receipts.append((ledger.wanted, receipt))
        startWriter()
        return receipt
    }

    private func startWriter() {
        guard ledger.writer == nil else { return }
        ledger.writer = Task { await writeAll() }
    }

    private func writeAll() async {
        while ledger.written < ledger.wanted {
            let revision = ledger.wanted
            let problem = await write()
            if problem == nil {
                ledger.written = revision
                ledger.failures = 0
            }
            for entry in ledger.receipts where entry.revision <= revision { entry.receipt.fulfil(problem) }
            ledger.receipts.removeAll { $0.revision <= revision }
            if problem != nil, ledger.wanted == revision { break }
        }
        ledger.writer = nil
        if ledger.written < ledger.wanted { writeLater() }
    }

    private func write() async -> StorageUnavailability? {
        guard let wish else { return nil }
        let revision = ledger.wanted
        do throws(StorageUnavailability) {
            let outcome = try await carryOut(wish)
            if case .blocked(let reason) = outcome { return reason }
            decisionsWritten(upTo: revision)
            take(outcome, of: wish)
            return nil
        } catch {
            return error
        }
    }

    /// Takes note that what was decided is stored; unless the storage still owes its first answer, which changes nothing.
    func decisionsWritten(upTo revision: UInt64? = nil) {
        guard hasRead, let decision = ledger.decision, decision.revision <= revision ?? ledger.written else { return }
        ledger.decision = nil
    }

    /// What the storage should hold; `nil` while that is not known.
    private var wish: Reconciliation.Wish? {
        switch phase {
        case .restoring, .unavailable: nil
        case .signedOut:
            switch ledger.decision?.kind {
            case .signOut: .signOut
            case .end(let session, let reason): .end(session, reason)
            case .delete(let session): .delete(session)
            case .signIn, .signInIfAbsent, nil: nil
            }
        case .signedIn(let live):
            switch ledger.decision?.kind {
            case .signIn: .signIn(live.kept)
            case .signInIfAbsent: .signInIfAbsent(live.kept)
            default: .update(live.kept, base: base)
            }
        }
    }

    private func carryOut(
        _ wish: Reconciliation.Wish
    ) async throws(StorageUnavailability) -> Reconciliation.Outcome {
        // What the user decided does not depend on what is stored, nor on whether that can be read.
        switch wish {
        case .signIn(let session) where !hasRead:
            guard let bytes = SessionEnvelope.encode(session) else { return .blocked(.failed) }
            try await storage.save(bytes)
            return .stored(session)
        case .signOut:
            try await storage.delete()
            return .absent
        case .signIn, .signInIfAbsent, .update, .end, .delete:
            return try await storage.update { Reconciliation.reconcile(wish, with: $0) }
        }
    }

    private func writeLater() {
        ledger.failures += 1
        let delay = Backoff.delay(afterFailures: ledger.failures)
        background.start(.rewrite) { [clock, weak self] in
            guard (try? await clock.sleep(delay)) != nil else { return }
            await self?.startWriter()
        }
    }
}
