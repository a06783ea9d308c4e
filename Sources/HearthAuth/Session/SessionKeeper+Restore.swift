internal import HearthCore

extension SessionKeeper {
    /// Looks into the storage, unless the user has decided meanwhile who is signed in.
    ///
    /// Absence is believed only if the storage says so. Whatever else is in the way is tried again, ever more
    /// slowly; bytes that this version cannot read stay where they are.
    func restore() async {
        let stored = await storage.load()
        hasRead = true
        guard isUndetermined else { return decisionsWritten() }
        // What was forgotten before it could be written is not written over what is found.
        ledger.decision = nil
        switch stored {
        case .absent:
            enter(.signedOut(.never))
        case .found(let bytes):
            switch StoredContent(bytes) {
            case .session(let session):
                base = session
                begin(session, isFound: true)
            case .ended(let ended): enter(.signedOut(ended.reason))
            case nil: enter(.unavailable(.undecodable))
            }
        case .unavailable(let reason):
            enter(.unavailable(reason))
            if reason != .undecodable { restoreLater() }
        }
    }

    private var isUndetermined: Bool {
        switch phase {
        case .restoring, .unavailable: true
        case .signedOut, .signedIn: false
        }
    }

    private func restoreLater() {
        restoreFailures += 1
        let delay = Backoff.delay(afterFailures: restoreFailures)
        background.start(.restore) { [clock, weak self] in
            guard (try? await clock.sleep(delay)) != nil else { return }
            await self?.restore()
        }
    }
}

/// How long to wait before the storage is tried again.
enum Backoff {
    /// One second, twice as long after each further failure, a minute at most.
    static func delay(afterFailures count: Int) -> Duration {
        .seconds(min(60, 1 << min(max(count - 1, 0), 6)))
    }
}
