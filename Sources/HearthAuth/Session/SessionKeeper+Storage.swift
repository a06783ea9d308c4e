internal import HearthCore

/// What was to be written, and what has been.
struct WriteLedger {
    typealias Receipt = Promise<StorageUnavailability?>

    var wanted: UInt64 = 0
    var written: UInt64 = 0
    var failures = 0
    var receipts: [(revision: UInt64, receipt: Receipt)] = []
    var writer: Task<Void, Never>?
}

extension SessionKeeper {
    /// Asks for the present state to be stored; one write at a time, and only the newest state counts.
    ///
    /// - Returns: Fulfilled when the state, or a newer one, was written, with the problem if there was one.
    @discardableResult
    func persist() -> WriteLedger.Receipt {
        let receipt = WriteLedger.Receipt()
        ledger.wanted += 1
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
        do throws(StorageUnavailability) {
            switch phase {
            case .signedIn(let live):
                guard let session = SessionEnvelope.encode(live.account, live.tokens) else { return .failed }
                try await storage.save(session)
            case .signedOut:
                try await storage.delete()
            case .restoring, .unavailable:
                break
            }
            return nil
        } catch {
            return error
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
