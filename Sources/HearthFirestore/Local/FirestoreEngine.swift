internal import HearthCore
internal import HearthFirestoreModel
internal import HearthFirestoreWire
internal import HearthHTTP

/// Performs what a ``SyncState`` asks for: one listening stream, one queue of writes.
actor FirestoreEngine {
    typealias ViewMailbox = Mailbox<ViewSnapshot>
    private typealias Waiter = CheckedContinuation<Result<CommitOutcome, FirestoreError>, Never>

    let remote: Remote
    private let watch: any WatchTransport
    private(set) var state: SyncState
    private var mailboxes: [Int: ViewMailbox] = [:]
    private var syncMailboxes: [Int: Mailbox<Void>] = [:]
    private var lastSyncID = 0

    // The stream
    private var connection: (any WatchConnection)?
    private var isOpening = false
    private var outbox: [ListenRequest] = []
    private var watchTask: Task<Void, Never>?
    private var idleTask: Task<Void, Never>?
    private var watchBackoff = Backoff()
    private var streamCount = 0
    private var refreshesToken = false

    // The queue
    private var writeTask: Task<Void, Never>?
    private var writeBackoff = Backoff()
    private var sending: Int?
    private var waiters: [Int: Waiter] = [:]
    private var drainWaiters: [(last: Set<Int>, go: CheckedContinuation<Void, Never>)] = []
    private var pauses: [Int: Task<Void, Never>] = [:]
    private var lastPauseID = 0

    private var userTask: Task<Void, Never>?
    private var user: String??
    private var isUserKnown = false
    private(set) var isNetworkEnabled = true
    private(set) var isTerminated = false

    init(remote: Remote, watch: any WatchTransport) {
        self.remote = remote
        self.watch = watch
        state = SyncState(database: remote.database)
    }

    deinit {
        watchTask?.cancel()
        writeTask?.cancel()
        userTask?.cancel()
        idleTask?.cancel()
    }

    static let terminated = FirestoreError(.failedPrecondition, "This Firestore was terminated.")

    // MARK: Listening

    /// Begins to listen.
    func listen(
        to subject: WatchSubject,
        includesMetadata: Bool,
        _ mailbox: ViewMailbox
    ) throws(FirestoreError) -> Int {
        if isTerminated { throw Self.terminated }
        followUser()
        let (listener, effects) = try state.listen(to: subject, includesMetadata: includesMetadata)
        mailboxes[listener] = mailbox
        perform(effects)
        startWatching()
        return listener
    }

    func unlisten(_ listener: Int) {
        mailboxes.removeValue(forKey: listener)?.end()
        perform(state.unlisten(listener))
        closeWhenIdle()
    }

    func addSyncMailbox(_ mailbox: Mailbox<Void>) -> Int {
        lastSyncID += 1
        syncMailboxes[lastSyncID] = mailbox
        return lastSyncID
    }

    func removeSyncMailbox(_ id: Int) {
        syncMailboxes.removeValue(forKey: id)?.end()
    }

    private func perform(_ effects: [SyncState.Effect]) {
        var isInSync = false
        for effect in effects {
            switch effect {
            case .show(let listener, let snapshot): mailboxes[listener]?.put(snapshot)
            case .fail(let listener, let error): mailboxes.removeValue(forKey: listener)?.end(error)
            case .ask(let request): if connection != nil || isOpening { outbox.append(request) }
            case .finish(let batch, let result): finish(batch, result)
            case .inSync: isInSync = true
            }
        }
        if isInSync { for mailbox in syncMailboxes.values { mailbox.put(()) } }
        flush()
    }

    private func flush() {
        guard let connection, !outbox.isEmpty else { return }
        for request in outbox { connection.send(request) }
        outbox = []
    }

    // MARK: The stream

    private func startWatching() {
        guard watchTask == nil, isNetworkEnabled, !isTerminated, !state.targets.isEmpty else { return }
        watchTask = Task { [weak self] in
            while await self?.watchOnce() == true {}
        }
    }

    /// Opens a stream and reads it to its end.
    ///
    /// - Returns: Whether there is something to listen to for a next one.
    private func watchOnce() async -> Bool {
        guard isNetworkEnabled, !state.targets.isEmpty, !Task.isCancelled else {
            watchTask = nil
            return false
        }
        // In whose name it begins should be known: a user who comes right after would open it anew.
        if !isUserKnown { await pause(.seconds(2)) }
        await pause(watchBackoff.pause(remote.clock.fraction()))
        guard isNetworkEnabled, !state.targets.isEmpty, !Task.isCancelled else {
            watchTask = nil
            return false
        }
        streamCount += 1
        let stream = streamCount
        let watchdog = Task { [weak self, clock = remote.clock] in
            do { try await clock.sleep(.seconds(10)) } catch { return }
            await self?.giveUpWaiting(for: stream)
        }
        defer { watchdog.cancel() }
        var error: FirestoreError?
        do throws(FirestoreError) { try await readStream(stream) } catch let failure { error = failure }
        if stream == streamCount { endStream(error) }
        return true
    }

    private func readStream(_ stream: Int) async throws(FirestoreError) {
        let requests = state.openStream()
        outbox = []
        isOpening = true
        let forcesRefresh = refreshesToken
        refreshesToken = false
        let opened: any WatchConnection
        do throws(FirestoreError) {
            opened = try await watch.open(requests, forcingRefresh: forcesRefresh)
        } catch {
            if stream == streamCount { isOpening = false }
            throw error
        }
        guard stream == streamCount else { return opened.close() }
        isOpening = false
        connection = opened
        flush()
        defer { opened.close() }
        while let message = try await opened.next() {
            guard stream == streamCount else { return }
            watchBackoff.reset()
            perform(try state.receive(message))
        }
    }

    private func endStream(_ error: FirestoreError?) {
        connection = nil
        isOpening = false
        outbox = []
        guard let error else { return state.loseStream() }
        switch error.code {
        case .resourceExhausted: watchBackoff.goToMaximum()
        case .unauthenticated: refreshesToken = true
        case .unimplemented: return perform(state.failAll(error))
        default: break
        }
        perform(state.online == .online ? [] : state.goOffline())
        state.loseStream()
    }

    private func giveUpWaiting(for stream: Int) {
        if stream == streamCount, state.online == .unknown { perform(state.goOffline()) }
    }

    /// Ends the stream; another one is opened if there is something to listen to.
    private func reopenStream() {
        streamCount += 1
        connection?.close()
        connection = nil
        isOpening = false
        outbox = []
        watchTask?.cancel()
        watchTask = nil
        watchBackoff.reset()
        wakePauses()
        startWatching()
    }

    private func closeWhenIdle() {
        guard state.targets.isEmpty, connection != nil else { return }
        idleTask?.cancel()
        idleTask = Task { [weak self, clock = remote.clock] in
            do { try await clock.sleep(.seconds(60)) } catch { return }
            await self?.closeIfIdle()
        }
    }

    private func closeIfIdle() {
        if state.targets.isEmpty { reopenStream() }
    }

    // MARK: Writing

    /// Makes writes happen together; listeners see them at once, and `entered` is told so before the server is asked.
    func write(_ writes: [Write], entered: () -> Void) async throws(FirestoreError) {
        if isTerminated { throw Self.terminated }
        followUser()
        let (batch, effects) = state.write(writes, at: ModelTimestamp(remote.clock.now()))
        perform(effects)
        startWriting()
        entered()
        _ = try await outcome(of: batch).get()
    }

    private func outcome(of batch: Int) async -> Result<CommitOutcome, FirestoreError> {
        await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: Waiter) in
                if Task.isCancelled {
                    continuation.resume(returning: .failure(.taskCancelled))
                } else {
                    waiters[batch] = continuation
                }
            }
        } onCancel: {
            Task { await self.stopWaiting(for: batch) }
        }
    }

    private func stopWaiting(for batch: Int) {
        waiters.removeValue(forKey: batch)?.resume(returning: .failure(.taskCancelled))
    }

    private func finish(_ batch: Int, _ result: Result<CommitOutcome, FirestoreError>) {
        waiters.removeValue(forKey: batch)?.resume(returning: result)
        for index in drainWaiters.indices.reversed() {
            drainWaiters[index].last.remove(batch)
            if drainWaiters[index].last.isEmpty { drainWaiters.remove(at: index).go.resume() }
        }
    }

    private func startWriting() {
        guard writeTask == nil, isNetworkEnabled, !isTerminated, state.nextBatch != nil else { return }
        writeTask = Task { [weak self] in
            while await self?.sendNext() == true {}
        }
    }

    /// Sends the next batch.
    ///
    /// - Returns: Whether there may be more to send.
    private func sendNext() async -> Bool {
        guard isNetworkEnabled, !isTerminated, let batch = state.nextBatch else {
            writeTask = nil
            return false
        }
        sending = batch.id
        var failure: FirestoreError?
        var outcome: CommitOutcome?
        do throws(FirestoreError) { outcome = try await remote.commit(batch.writes) } catch { failure = error }
        sending = nil
        if let outcome {
            writeBackoff.reset()
            perform(state.acknowledge(batch.id, outcome))
        } else if let failure {
            if failure.isPermanent {
                writeBackoff.reset()
                perform(state.reject(batch.id, failure))
            } else {
                if failure.code == .resourceExhausted { writeBackoff.goToMaximum() }
                let pause = writeBackoff.pause(remote.clock.fraction())
                await self.pause(max(pause, .milliseconds(200)))
            }
        }
        return true
    }

    /// Waits until the server has, or has refused, everything that was written up to now.
    func waitForPendingWrites() async {
        let waiting = Set(state.batches.filter { $0.outcome == nil }.map(\.id))
        guard !waiting.isEmpty else { return }
        await withCheckedContinuation { drainWaiters.append((waiting, $0)) }
    }

    // MARK: Pauses

    /// Waits, unless the network comes back first.
    private func pause(_ duration: Duration) async {
        guard duration > .zero else { return }
        lastPauseID += 1
        let id = lastPauseID
        let sleep = Task { [clock = remote.clock] in _ = try? await clock.sleep(duration) }
        pauses[id] = sleep
        await withTaskCancellationHandler {
            await sleep.value
        } onCancel: {
            sleep.cancel()
        }
        pauses[id] = nil
    }

    private func wakePauses() {
        for pause in pauses.values { pause.cancel() }
    }

    // MARK: Network and users

    func setNetwork(enabled: Bool) throws(FirestoreError) {
        if isTerminated { throw Self.terminated }
        let wasEnabled = isNetworkEnabled
        isNetworkEnabled = enabled
        switch (wasEnabled, enabled) {
        case (true, true):
            watchBackoff.reset()
            writeBackoff.reset()
            wakePauses()
        case (false, true):
            state.online = .unknown
            reopenStream()
            startWriting()
        case (true, false):
            reopenStream()
            perform(state.goOffline())
        case (false, false): break
        }
    }

    private func followUser() {
        guard userTask == nil else { return }
        userTask = Task { [weak self, changes = remote.credentials.userChanges] in
            for await user in changes { await self?.takeUser(user) }
            await self?.knowUser()
        }
    }

    /// The first user is the one in whose name everything began.
    private func takeUser(_ user: String?) {
        guard let known = self.user else {
            self.user = .some(user)
            return knowUser()
        }
        self.user = .some(user)
        if known != user { perform(state.changeUser(keeping: sending)) }
        if !state.targets.isEmpty { reopenStream() }
    }

    private func knowUser() {
        isUserKnown = true
        wakePauses()
    }

    /// Ends everything: calls that wait are cancelled, listeners end.
    func terminate() {
        guard !isTerminated else { return }
        isTerminated = true
        reopenStream()
        writeTask?.cancel()
        userTask?.cancel()
        for mailbox in mailboxes.values { mailbox.end() }
        for mailbox in syncMailboxes.values { mailbox.end() }
        mailboxes = [:]
        syncMailboxes = [:]
        for batch in Array(waiters.keys) { stopWaiting(for: batch) }
        for waiter in drainWaiters { waiter.go.resume() }
        drainWaiters = []
    }
}

extension FirestoreError {
    /// Whether a write that failed so must not be sent again.
    var isPermanent: Bool {
        switch code {
        case .cancelled, .unknown, .deadlineExceeded, .resourceExhausted, .internal, .unavailable, .aborted: false
        default: true
        }
    }
}
