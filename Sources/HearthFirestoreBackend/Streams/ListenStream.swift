internal import HearthCore
package import HearthFirestoreModel
internal import HearthFirestoreStore
package import HearthFirestoreWire

extension FirestoreService {
    /// Serves a stream that tells what happens to documents and to the results of queries.
    ///
    /// The stream keeps the last moment that its client was told of. When a commit concerns it, or a target is added, it
    /// compares that moment with now: a client that reads slowly gets fewer and larger steps, and costs no memory.
    ///
    /// - Parameters:
    ///   - requests: What the client sends; the stream ends with them.
    ///   - caller: Who it is.
    ///   - sink: Takes the answers, and waits while the client does not read.
    /// - Throws: ``FirestoreError`` that ends the stream.
    package func listen<Requests: AsyncSequence & Sendable>(
        _ requests: Requests,
        _ caller: FirestoreCaller,
        _ sink: @escaping ResultSink<ListenResponse>
    ) async throws(FirestoreError) where Requests.Element == ListenRequest {
        let inbox = ListenInbox()
        try await answering {
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    for try await request in requests { await inbox.put(request) }
                    await inbox.close()
                }
                group.addTask {
                    while true {
                        try await store.sleep(Self.heartbeat)
                        inbox.wake(.heartbeat)
                    }
                }
                group.addTask {
                    var stream = ListenStream(service: self, caller: caller, inbox: inbox, sink: sink)
                    do {
                        try await stream.run()
                    } catch {
                        await inbox.shut()
                        throw error
                    }
                    await inbox.shut()
                    throw StreamEnded()
                }
                defer { group.cancelAll() }
                do { while try await group.next() != nil {} } catch is StreamEnded {}
            }
        }
    }

    /// How often a stream on which nothing happens says that it is there, and how long a target may be listened to
    /// before it is asked again whether it is allowed: rules may depend on other documents.
    private static let heartbeat = Duration.seconds(30)
}

private struct StreamEnded: Error {}

/// What a stream has to do: requests in their order, and at most one call to look.
private actor ListenInbox {
    enum Reason: Sendable {
        case commit
        case heartbeat
    }

    private var requests: [ListenRequest] = []
    private var isClosed = false
    private var isShut = false
    private var room: CheckedContinuation<Void, Never>?
    private let signals: AsyncStream<Void>
    private let signal: AsyncStream<Void>.Continuation
    private nonisolated let reasons = Locked<Set<Reason>>([])

    /// More requests wait at the client.
    private static let limit = 100

    init() {
        (signals, signal) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    func put(_ request: ListenRequest) async {
        if isShut { return }
        requests.append(request)
        signal.yield()
        if requests.count >= Self.limit { await withCheckedContinuation { room = $0 } }
    }

    /// Takes no more requests, and lets the one go that waits for room.
    func shut() {
        isShut = true
        room?.resume()
        room = nil
    }

    func close() {
        isClosed = true
        signal.yield()
    }

    nonisolated func wake(_ reason: Reason) {
        reasons.withLock { _ = $0.insert(reason) }
        signal.yield()
    }

    nonisolated var wakes: AsyncStream<Void> { signals }

    func takeAll() -> (requests: [ListenRequest], reasons: Set<Reason>, isClosed: Bool) {
        defer {
            requests = []
            room?.resume()
            room = nil
        }
        let taken = reasons.withLock { reasons in
            defer { reasons = [] }
            return reasons
        }
        return (requests, taken, isClosed)
    }
}

/// The state of one stream, and its only writer.
private struct ListenStream {
    let service: FirestoreService
    let caller: FirestoreCaller
    let inbox: ListenInbox
    let sink: ResultSink<ListenResponse>
    private var database: DatabaseName?
    private var subscription: ListenSubscription?
    private var targets: [ListenTarget] = []
    /// The moment up to which every current target was told everything.
    private var told: Timestamp?
    private var assignsIDs = false

    /// The most targets of a stream.
    private static let targetLimit = 1000

    init(
        service: FirestoreService,
        caller: FirestoreCaller,
        inbox: ListenInbox,
        sink: @escaping ResultSink<ListenResponse>
    ) {
        self.service = service
        self.caller = caller
        self.inbox = inbox
        self.sink = sink
    }

    mutating func run() async throws {
        for await _ in inbox.wakes {
            let work = await inbox.takeAll()
            for request in work.requests { try await handle(request) }
            let isNew = targets.contains { !$0.isCurrent }
            if isNew || !work.reasons.isEmpty {
                try await bringUpToDate(isHeartbeat: work.reasons.contains(.heartbeat))
            }
            if work.isClosed { return }
        }
    }

    private mutating func handle(_ request: ListenRequest) async throws {
        let name = try service.database(request.database.isEmpty ? database?.text ?? "" : request.database)
        guard database == nil || database == name else {
            throw FirestoreError.invalid("All requests of a stream must name one database.")
        }
        if database == nil {
            database = name
            subscription = service.store.subscribe(to: name) { [inbox] in inbox.wake(.commit) }
        }
        if let target = request.addTarget { try await add(target, name) }
        if let id = request.removeTarget, let index = targets.firstIndex(where: { $0.id == id }) {
            targets.remove(at: index)
            updateInterest()
            try await sink(ListenSnapshot.removal(id, nil))
        }
    }

    private mutating func add(_ message: WireTarget, _ database: DatabaseName) async throws {
        var id = message.targetId
        if id == 0 {
            assignsIDs = true
            id = 1
            while targets.contains(where: { $0.id == id }) { id += 1 }
        } else if assignsIDs {
            let cause = FirestoreError.invalid("The server assigns the ids of this stream's targets.")
            return try await sink(ListenSnapshot.removal(id, cause))
        }
        guard !targets.contains(where: { $0.id == id }) else {
            throw FirestoreError.invalid("Target ID \(id) is already in use.")
        }
        guard targets.count < Self.targetLimit else {
            let cause = FirestoreError(.resourceExhausted, "A stream has at most \(Self.targetLimit) targets.")
            return try await sink(ListenSnapshot.removal(id, cause))
        }
        do throws(FirestoreError) {
            let target = try ListenTarget(
                message,
                id: id,
                database: database,
                isEmulator: service.options.answersAsEmulator
            )
            if case .query(let query) = target.subject { try service.options.advisor.check(query) }
            targets.append(target)
        } catch {
            return try await sink(ListenSnapshot.removal(id, error))
        }
        updateInterest()
        try await sink(ListenSnapshot.addition(id))
    }

    /// Says which commits concern the stream.
    ///
    /// It is said before the store is looked at: no commit falls between.
    private func updateInterest() {
        subscription?.want(targets.interest)
    }

    private var checkList: (@Sendable (PreparedQuery, DocumentReader) throws -> Void)? {
        if caller.isAdministrator { return nil }
        return { [service, caller] query, read in try service.authorizer.checkList(query, caller, read) }
    }

    private mutating func bringUpToDate(isHeartbeat: Bool) async throws {
        guard let database, !targets.isEmpty else { return }
        let start = ListenSnapshot(
            targets,
            since: told,
            revision: service.authorizer.revision,
            asksAgain: isHeartbeat,
            checkGet: service.getCheck(caller),
            checkList: checkList
        )
        let snapshot = try await service.store.look(at: database) { bounds, run, read, changed, update in
            var snapshot = start
            try snapshot.look(bounds, run, read, changed, update)
            return snapshot
        }
        let former = targets
        targets = snapshot.targets
        told = snapshot.time
        if targets.count != former.count { updateInterest() }
        if snapshot.isEmpty {
            if isHeartbeat { try await sink(snapshot.mark) }
            return
        }
        do {
            try await tell(snapshot, of: database)
        } catch let error as FirestoreError where error.code == .aborted {
            // Its documents cannot be read any more.
            guard try await isCleared(database, since: snapshot.time) else { throw error }
            startAnew(former)
        }
    }

    private func tell(_ snapshot: ListenSnapshot, of database: DatabaseName) async throws {
        for message in snapshot.beginning { try await sink(message) }
        for names in snapshot.news.batches {
            let late = snapshot.news.late(names)
            let documents = late.isEmpty ? [] : try await service.store.documents(late, of: database, at: snapshot.time)
            for message in snapshot.news.messages(names, documents, at: snapshot.time) { try await sink(message) }
        }
        for (target, query) in snapshot.whole {
            var pages = try await service.store.pages(of: query, seenAt: snapshot.time)
            while let page = try await pages.next() {
                for document in page { try await sink(ListenSnapshot.result(document, target)) }
            }
        }
        for message in snapshot.ending { try await sink(message) }
    }

    private func isCleared(_ database: DatabaseName, since time: Timestamp) async throws -> Bool {
        try await service.store.look(at: database) { bounds, _, _, _, _ in bounds.epoch } > time
    }

    /// Tells all targets everything again, and first that what was told of them does not count.
    private mutating func startAnew(_ former: [ListenTarget]) {
        targets = former
        for index in targets.indices { targets[index].resume = .unreadable }
        told = nil
        updateInterest()
        inbox.wake(.commit)
    }
}
