internal import HearthCore
internal import HearthFirestoreModel

/// Which transactions have looked at what, so that no commit changes it under them.
///
/// Reading shares a lock, committing needs to be alone: a commit waits, for a time, until no other transaction holds a
/// lock on what it writes.
actor LockTable {
    typealias Holder = TransactionID

    /// How long a commit waits for other transactions.
    static let patience = Duration.seconds(2)

    private var documents: [ResourcePath: Set<Holder>] = [:]
    private var scopes: [QueryScope: Set<Holder>] = [:]
    private var committing: [ResourcePath: Int] = [:]
    private var waiting: [Waiter] = []
    private var nextWaiter = 0
    private let sleep: @Sendable (Duration) async throws -> Void

    private struct Waiter {
        let number: Int
        let paths: Set<ResourcePath>
        let holder: Holder?
        let isCommit: Bool
        let continuation: CheckedContinuation<Bool, Never>
        var timer: Task<Void, Never>?
    }

    init(sleep: @escaping @Sendable (Duration) async throws -> Void) {
        self.sleep = sleep
    }

    /// Shares a lock on documents for a transaction; waits while one of them is being committed.
    func share(_ paths: [ResourcePath], with holder: Holder) async {
        for path in paths { documents[path, default: []].insert(holder) }
        if paths.contains(where: { committing[$0] != nil }) {
            _ = await wait(Set(paths), holder, isCommit: false)
        }
    }

    /// Shares a lock on everything that a query looks at, documents included that do not exist yet.
    func share(_ scope: QueryScope, with holder: Holder) async {
        scopes[scope, default: []].insert(holder)
        let affected = committing.keys.filter { scope.contains($0) }
        if !affected.isEmpty { _ = await wait(Set(affected), holder, isCommit: false) }
    }

    /// Waits for the right to write documents, and takes it.
    ///
    /// A commit that would wait for a transaction which waits for this one is refused at once: of two transactions that
    /// read the same document and write it, the first to commit goes on as soon as the second was told to try again.
    ///
    /// - Returns: Whether it was taken before the time was over.
    func beginCommit(_ paths: Set<ResourcePath>, by holder: Holder?) async -> Bool {
        if !isBlocked(paths, holder) {
            mark(paths)
            return true
        }
        if let holder, isDeadlock(paths, holder) { return false }
        return await wait(paths, holder, isCommit: true)
    }

    /// Gives the right to write back.
    func endCommit(_ paths: Set<ResourcePath>) {
        for path in paths {
            committing[path, default: 1] -= 1
            if committing[path] == 0 { committing[path] = nil }
        }
        wake()
    }

    /// Ends all locks of a transaction.
    func release(_ holder: Holder) {
        for (path, holders) in documents where holders.contains(holder) {
            documents[path] = holders.count == 1 ? nil : holders.subtracting([holder])
        }
        for (scope, holders) in scopes where holders.contains(holder) {
            scopes[scope] = holders.count == 1 ? nil : holders.subtracting([holder])
        }
        wake()
    }

    private func isBlocked(_ paths: Set<ResourcePath>, _ holder: Holder?) -> Bool {
        holders(of: paths).contains { $0 != holder }
    }

    /// Whether a commit would wait for itself, by way of the commits that wait already.
    private func isDeadlock(_ paths: Set<ResourcePath>, _ holder: Holder) -> Bool {
        var reached = holders(of: paths).subtracting([holder])
        var unseen = reached
        while let next = unseen.popFirst() {
            for waiter in waiting where waiter.isCommit && waiter.holder == next {
                let blocking = holders(of: waiter.paths).subtracting([next])
                if blocking.contains(holder) { return true }
                unseen.formUnion(blocking.subtracting(reached))
                reached.formUnion(blocking)
            }
        }
        return false
    }

    /// The transactions that hold a lock on one of some documents.
    private func holders(of paths: Set<ResourcePath>) -> Set<Holder> {
        var holders: Set<Holder> = []
        for path in paths {
            holders.formUnion(documents[path] ?? [])
            for (scope, readers) in scopes where scope.contains(path) { holders.formUnion(readers) }
        }
        return holders
    }

    private func mark(_ paths: Set<ResourcePath>) {
        for path in paths { committing[path, default: 0] += 1 }
    }

    private func wait(_ paths: Set<ResourcePath>, _ holder: Holder?, isCommit: Bool) async -> Bool {
        nextWaiter += 1
        let number = nextWaiter
        return await withCheckedContinuation { continuation in
            var waiter = Waiter(
                number: number,
                paths: paths,
                holder: holder,
                isCommit: isCommit,
                continuation: continuation
            )
            if isCommit {
                waiter.timer = Task { [sleep] in
                    do { try await sleep(Self.patience) } catch { return }
                    self.giveUp(number)
                }
            }
            waiting.append(waiter)
        }
    }

    private func giveUp(_ number: Int) {
        guard let index = waiting.firstIndex(where: { $0.number == number }) else { return }
        waiting.remove(at: index).continuation.resume(returning: false)
    }

    /// Lets those go on, in the order of their arrival, who can.
    private func wake() {
        var index = 0
        while index < waiting.count {
            let waiter = waiting[index]
            let mayGo =
                waiter.isCommit
                ? !isBlocked(waiter.paths, waiter.holder) : !waiter.paths.contains { committing[$0] != nil }
            guard mayGo else {
                index += 1
                continue
            }
            if waiter.isCommit { mark(waiter.paths) }
            waiter.timer?.cancel()
            waiting.remove(at: index)
            waiter.continuation.resume(returning: true)
        }
    }
}
