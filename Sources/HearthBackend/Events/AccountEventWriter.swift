internal import HearthCore
internal import HearthTriggers

/// Writes the events of one request, each in the transaction that it tells of: what is undone was never told.
final class AccountEventWriter: Sendable {
    private let outbox: TriggerOutbox
    private let random: RandomSource
    private let hasWritten = Locked(false)

    init(outbox: TriggerOutbox, random: RandomSource) {
        self.outbox = outbox
        self.random = random
    }

    func add(_ kind: AccountEvent.Kind, _ account: Account, _ tx: borrowing Transaction) throws {
        let id = random.alphanumeric(28)
        try tx.add(AccountEvent.event(kind, account, id: id, in: tx.scope, at: tx.now), to: outbox)
        hasWritten.withLock { $0 = true }
    }

    /// Has the events delivered whose transaction is committed.
    func announce() {
        let isNew = hasWritten.withLock { hasWritten in
            defer { hasWritten = false }
            return hasWritten
        }
        if isNew { outbox.wake() }
    }
}
