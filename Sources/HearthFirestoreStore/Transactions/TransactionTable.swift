internal import HearthCore
package import HearthFirestoreModel

/// How a transaction is to be.
package enum TransactionMode: Sendable, Hashable {
    /// Reads lock: commits of others wait.
    case readWrite
    /// Reads are remembered: the commit fails if one of them is not true any more.
    case optimistic
    /// Reads see one moment, now or a given one; nothing is written.
    case readOnly(Timestamp?)
}

/// The open transactions of all databases.
actor TransactionTable {
    /// A transaction that is open.
    struct Open: Sendable {
        let id: TransactionID
        let database: DatabaseName
        let mode: TransactionMode
        let began: Timestamp
        var lastUse: Timestamp
        /// The moment that the transaction sees, once it has read.
        var snapshot: Timestamp?
        /// What was read, and the moment since which it must not have changed when the transaction commits.
        var readPaths: [ResourcePath: Timestamp] = [:]
        var readScopes: [QueryScope: Timestamp] = [:]
    }

    private var open: [TransactionID: Open] = [:]
    /// The latest that have ended, so that they are told from those that never were.
    private var ended: [TransactionID] = []
    private var endedSet: Set<TransactionID> = []
    private var counter: UInt64 = 0
    private let random: RandomSource?

    /// How long a transaction may rest, and how long it may last.
    static let idleLimit = Duration.seconds(60)
    static let lifetime = Duration.seconds(270)
    /// How many may be open in all.
    private static let openLimit = 1000
    private static let endedLimit = 10_000

    /// - Parameter random: Where ids come from that cannot be guessed; `nil` for a counter, as the official emulator has.
    init(random: RandomSource?) {
        self.random = random
    }

    func begin(
        _ database: DatabaseName,
        _ mode: TransactionMode,
        now: Timestamp
    ) throws(FirestoreError) -> TransactionID {
        guard open.count < Self.openLimit else {
            throw FirestoreError(.resourceExhausted, "Too many transactions are open.")
        }
        let id: TransactionID
        if let random {
            id = TransactionID([0x12] + random.bytes(16))
        } else {
            counter += 1
            id = TransactionID([0x11] + (0..<8).map { UInt8(truncatingIfNeeded: (counter - 1) >> (8 * $0)) })
        }
        var snapshot: Timestamp?
        if case .readOnly(let time?) = mode { snapshot = time }
        open[id] = Open(id: id, database: database, mode: mode, began: now, lastUse: now, snapshot: snapshot)
        return id
    }

    /// Finds a transaction that goes on.
    func use(_ bytes: [UInt8], in database: DatabaseName, now: Timestamp) throws(FirestoreError) -> Open {
        let id = TransactionID(bytes)
        try checkIssued(id)
        guard var transaction = open[id] else { throw Self.ended }
        guard transaction.database == database else { throw Self.unknown }
        transaction.lastUse = now
        open[id] = transaction
        return transaction
    }

    /// Finds a transaction that ends with a commit, and ends it: the same commit that comes once more finds none.
    ///
    /// One that only reads goes on if the commit would write.
    func take(
        _ bytes: [UInt8],
        in database: DatabaseName,
        isWriting: Bool,
        now: Timestamp
    ) throws(FirestoreError) -> Open {
        let transaction = try use(bytes, in: database, now: now)
        if isWriting, case .readOnly = transaction.mode {
            throw .invalid("Cannot modify entities in a read-only transaction.")
        }
        end(transaction.id)
        return transaction
    }

    /// Ends a transaction without a commit; one that has ended already may end again.
    ///
    /// - Returns: Whether it was open.
    func rollback(_ bytes: [UInt8], in database: DatabaseName) throws(FirestoreError) -> Bool {
        let id = TransactionID(bytes)
        try checkIssued(id)
        if let transaction = open[id], transaction.database != database { throw Self.unknown }
        return end(id)
    }

    /// Refuses what is no id of a transaction that is or was.
    func checkIssued(_ id: TransactionID) throws(FirestoreError) {
        let length = random == nil ? 9 : 17
        guard id.bytes.count == length, id.bytes[0] == (random == nil ? 0x11 : 0x12) else {
            throw .invalid("Invalid transaction.")
        }
        if open[id] != nil || endedSet.contains(id) { return }
        if random == nil {
            var number: UInt64 = 0
            for byte in id.bytes.dropFirst().reversed() { number = number << 8 | UInt64(byte) }
            if number < counter { return }
        }
        throw Self.unknown
    }

    /// Remembers what a transaction has read, and the latest commit that it saw then.
    func note(
        _ id: TransactionID,
        paths: [ResourcePath],
        scope: QueryScope?,
        snapshot: Timestamp,
        lastCommit: Timestamp
    ) -> Timestamp {
        guard var transaction = open[id] else { return snapshot }
        // The clock of another process may be behind: a commit is known by being later than the latest one seen.
        let since = min(snapshot, lastCommit)
        // What is read twice must not have changed since the first time.
        for path in paths { transaction.readPaths[path] = transaction.readPaths[path] ?? since }
        if let scope { transaction.readScopes[scope] = transaction.readScopes[scope] ?? since }
        transaction.snapshot = transaction.snapshot ?? snapshot
        open[id] = transaction
        return transaction.snapshot ?? snapshot
    }

    /// Ends a transaction.
    ///
    /// - Returns: Whether it was open.
    @discardableResult
    func end(_ id: TransactionID) -> Bool {
        guard open.removeValue(forKey: id) != nil else { return false }
        if random != nil {
            ended.append(id)
            endedSet.insert(id)
            if ended.count > Self.endedLimit { endedSet.remove(ended.removeFirst()) }
        }
        return true
    }

    /// Ends the transactions that rested or lasted too long, and those of a database that was cleared.
    func expire(now: Timestamp, of cleared: DatabaseName? = nil) -> [Open] {
        let gone = open.values.filter { transaction in
            transaction.database == cleared
                || now.microseconds - transaction.lastUse.microseconds > Self.idleLimit.wholeMilliseconds * 1000
                || now.microseconds - transaction.began.microseconds > Self.lifetime.wholeMilliseconds * 1000
        }
        for transaction in gone { end(transaction.id) }
        return Array(gone)
    }

    private static let ended = FirestoreError(
        .aborted,
        "The referenced transaction has expired or is no longer valid."
    )
    private static let unknown = FirestoreError.invalid("Transaction is invalid or expired.")
}
