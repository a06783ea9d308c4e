internal import HearthCore
internal import HearthFirestoreModel
internal import HearthFirestoreWire

/// A listening stream made of reads that are repeated, for networks that let no web channel through.
///
/// It tells what a stream would tell, later: the targets are read five seconds after something was asked or has changed,
/// and less often the longer nothing changes, down to once a minute.
final class PolledConnection: WatchConnection {
    private struct Target: Sendable {
        let subject: WatchSubject
        var told: [ResourcePath: ModelTimestamp] = [:]
        var isCurrent = false
    }

    private struct State: Sendable {
        var requests: [ListenRequest]
        var task: Task<Void, Never>?
        var pause: Task<Void, Never>?
    }

    private let remote: Remote
    private let inbox = Mailbox<ListenResponse>(keeping: .all)
    private let state: Locked<State>

    private static let shortestPause = Duration.seconds(5)
    private static let longestPause = Duration.seconds(60)

    init(remote: Remote, _ requests: [ListenRequest]) {
        self.remote = remote
        state = Locked(State(requests: requests))
    }

    func start() {
        let task = Task { await self.run() }
        state.withLock { $0.task = task }
    }

    func send(_ request: ListenRequest) {
        let pause = state.withLock { state in
            state.requests.append(request)
            return state.pause
        }
        pause?.cancel()
    }

    func next() async throws(FirestoreError) -> ListenResponse? { try await inbox.next() }

    func close() {
        let (task, pause) = state.withLock { ($0.task, $0.pause) }
        task?.cancel()
        pause?.cancel()
        inbox.end()
    }

    // MARK: Reading

    private func run() async {
        var targets: [Int32: Target] = [:]
        var pause = Self.shortestPause
        while !Task.isCancelled {
            let asked = take(&targets)
            do throws(FirestoreError) {
                let hasChanged = try await read(&targets)
                pause = asked || hasChanged ? Self.shortestPause : min(pause * 1.5, Self.longestPause)
            } catch {
                return inbox.end(error)
            }
            await wait(pause)
        }
    }

    /// Waits, unless something is asked first.
    private func wait(_ duration: Duration) async {
        let pause = Task { [clock = remote.clock] in _ = try? await clock.sleep(duration) }
        let isNeeded = state.withLock { state in
            state.pause = pause
            return state.requests.isEmpty
        }
        if !isNeeded || Task.isCancelled { pause.cancel() }
        await withTaskCancellationHandler {
            await pause.value
        } onCancel: {
            pause.cancel()
        }
    }

    /// Takes in what was asked.
    ///
    /// - Returns: Whether anything was.
    private func take(_ targets: inout [Int32: Target]) -> Bool {
        let requests = state.withLock { state in
            defer { state.requests = [] }
            return state.requests
        }
        for request in requests {
            if let id = request.removeTarget {
                targets[id] = nil
                tell(.removed, [id])
            }
            if let target = request.addTarget, let subject = WatchSubject(target, remote.database) {
                targets[target.targetId] = Target(subject: subject)
                tell(.added, [target.targetId])
            }
        }
        return !requests.isEmpty
    }

    /// Reads all targets at one moment, and tells what is not what it was.
    ///
    /// - Returns: Whether anything was told.
    private func read(_ targets: inout [Int32: Target]) async throws(FirestoreError) -> Bool {
        var time: ModelTimestamp?
        var hasChanged = false
        for id in targets.keys.sorted() {
            guard var target = targets[id] else { continue }
            do throws(FirestoreError) {
                let (found, readTime) = try await documents(of: target.subject, at: time)
                time = time ?? readTime
                if tell(found, of: &target, id, readTime) { hasChanged = true }
                targets[id] = target
            } catch {
                guard error.isPermanent, error.code != .unauthenticated else { throw error }
                targets[id] = nil
                tell(.removed, [id], error)
            }
        }
        if let time { tell(.unchanged, [], at: time) }
        return hasChanged
    }

    private func documents(
        of subject: WatchSubject,
        at time: ModelTimestamp?
    ) async throws(FirestoreError) -> (documents: [Document], readTime: ModelTimestamp) {
        switch subject {
        case .query(let query): return try await remote.run(query, at: time)
        case .document(let name):
            let found = try await remote.get([name.path], at: time)[name.path]
            return (found?.document.map { [$0] } ?? [], found?.readTime ?? .earliest)
        }
    }

    // MARK: Telling

    private func tell(
        _ documents: [Document],
        of target: inout Target,
        _ id: Int32,
        _ time: ModelTimestamp
    ) -> Bool {
        var told: [ResourcePath: ModelTimestamp] = [:]
        var hasChanged = !target.isCurrent
        for document in documents {
            let version = document.updateTime ?? time
            told[document.name.path] = version
            guard target.told[document.name.path] != version else { continue }
            hasChanged = true
            var change = WireDocumentChange()
            change.document = WireDocument(document)
            change.targetIds = [id]
            var response = ListenResponse()
            response.documentChange = change
            inbox.put(response)
        }
        for path in target.told.keys.sorted() where told[path] == nil {
            hasChanged = true
            tellGone(ResourceName(database: remote.database, path: path), from: target, id, time)
        }
        target.told = told
        if !target.isCurrent { tell(.current, [id], at: time) }
        target.isCurrent = true
        return hasChanged
    }

    /// A document that is no result any more may still exist; one that was asked for by its name does not.
    private func tellGone(_ name: ResourceName, from target: Target, _ id: Int32, _ time: ModelTimestamp) {
        var response = ListenResponse()
        if case .document = target.subject {
            var message = WireDocumentDelete()
            message.document = name.text
            message.readTime = time
            message.removedTargetIds = [id]
            response.documentDelete = message
        } else {
            var message = WireDocumentRemove()
            message.document = name.text
            message.readTime = time
            message.removedTargetIds = [id]
            response.documentRemove = message
        }
        inbox.put(response)
    }

    /// The numbers of what is said about targets.
    private enum ChangeType: Int32 {
        case unchanged = 0
        case added = 1
        case removed = 2
        case current = 3
    }

    private func tell(
        _ type: ChangeType,
        _ targets: [Int32],
        _ cause: FirestoreError? = nil,
        at time: ModelTimestamp? = nil
    ) {
        var change = WireTargetChange()
        change.type = type.rawValue
        change.targetIds = targets
        change.readTime = time
        change.cause = cause.map {
            WireStatus(ModelError(ModelError.Code(rawValue: $0.code.rawValue) ?? .unknown, $0.message))
        }
        var response = ListenResponse()
        response.targetChange = change
        inbox.put(response)
    }
}

extension WatchSubject {
    /// What a target of a request is about; `nil` for one that this client would not ask for.
    fileprivate init?(_ target: WireTarget, _ database: DatabaseName) {
        if let text = target.documents?.documents.first {
            guard let name = try? ResourceName(document: text, in: database) else { return nil }
            self = .document(name)
        } else if let message = target.query {
            guard let parent = try? ResourceName(parent: message.parent),
                let query = try? message.structuredQuery?.query(parent: parent)
            else { return nil }
            self = .query(query)
        } else {
            return nil
        }
    }
}
