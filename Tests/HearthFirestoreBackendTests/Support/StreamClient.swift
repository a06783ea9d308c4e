import FirestoreSamples
import HearthCore
import HearthDatabase
import HearthFirestoreBackend
import HearthFirestoreModel
import HearthFirestoreStore
import HearthFirestoreWire

/// A service whose waits never end, so that nothing depends on the clock.
struct StreamServer: Sendable {
    let store: FirestoreStore
    let service: FirestoreService
    let clock = Locked<Int64>(1_700_000_000_000_000)
    static let root = "projects/demo/databases/(default)/documents"

    /// Streams look around at every heartbeat, although nothing happened; by default there is none.
    init(
        _ location: Database.Location = .memory,
        authorizer: any FirestoreAuthorizer = OpenAuthorizer(),
        heartbeats: AsyncStream<Void> = AsyncStream { _ in },
        mostChanges: Int = 10_000
    ) async throws {
        let clock = clock
        var configuration = FirestoreStore.Configuration(
            now: { Timestamp(microseconds: clock.withLock { $0 }) },
            sleep: { duration in
                if duration == .seconds(30) { for await _ in heartbeats { return } }
                let never = AsyncStream<Void> { _ in }
                for await _ in never {}
                throw CancellationError()
            }
        )
        configuration.mostChanges = mostChanges
        store = try await FirestoreStore(location, configuration: configuration)
        service = FirestoreService(store: store, authorizer: authorizer)
    }

    static func name(_ path: String) -> ResourceName {
        ResourceName(database: demo, path: ResourcePath(path.split(separator: "/").map(String.init)))
    }

    @discardableResult
    func commit(_ changes: [(String, Fields?)]) async throws -> Timestamp {
        let writes = changes.map { path, fields in
            Write(Self.name(path), fields.map { .update($0, mask: nil) } ?? .delete)
        }
        return try await store.commit(writes, in: demo)?.time ?? .earliest
    }

    /// The server waits while as many messages as the capacity were not taken.
    func listen(as caller: FirestoreCaller = .administrator, capacity: Int = .max) -> StreamClient {
        StreamClient(service, caller, capacity: capacity)
    }
}

/// A client of a Listen stream that takes messages when it wants to.
final class StreamClient: Sendable {
    private let requests: AsyncStream<ListenRequest>.Continuation
    private let received: Mailbox
    private let task: Task<FirestoreError?, Never>

    init(_ service: FirestoreService, _ caller: FirestoreCaller, capacity: Int) {
        let (stream, requests) = AsyncStream.makeStream(of: ListenRequest.self)
        let mailbox = Mailbox(capacity: capacity)
        self.requests = requests
        received = mailbox
        task = Task {
            do throws(FirestoreError) {
                try await service.listen(stream, caller) { await mailbox.put($0) }
                await mailbox.close()
                return nil
            } catch {
                await mailbox.close()
                return error
            }
        }
    }

    func send(_ change: (inout ListenRequest) -> Void) {
        var request = ListenRequest()
        request.database = demo.text
        change(&request)
        requests.yield(request)
    }

    func add(_ id: Int32, _ query: Query, _ change: (inout WireTarget) -> Void = { _ in }) {
        var target = WireTarget()
        target.targetId = id
        target.query = WireQueryTarget()
        target.query?.parent = query.parent.text
        target.query?.structuredQuery = WireQuery(query)
        change(&target)
        send { $0.addTarget = target }
    }

    func add(_ id: Int32, documents: [String]) {
        var target = WireTarget()
        target.targetId = id
        target.documents = WireDocumentsTarget()
        target.documents?.documents = documents.map { StreamServer.name($0).text }
        send { $0.addTarget = target }
    }

    /// The messages up to the mark of a snapshot, in short words; fewer if the stream ends.
    func snapshot() async -> [String] {
        var words: [String] = []
        while let message = await received.next() {
            words.append(Self.words(message))
            if words.last == "snapshot" { break }
        }
        return words
    }

    /// The next message, in short words.
    func next() async -> String? { await received.next().map(Self.words) }

    func nextMessage() async -> ListenResponse? { await received.next() }

    func end() async -> FirestoreError? {
        requests.finish()
        return await task.value
    }

    /// How the stream ended by itself.
    func ended() async -> FirestoreError? { await task.value }

    static func words(_ message: ListenResponse) -> String {
        func short(_ name: String) -> String { String(name.dropFirst(StreamServer.root.count + 1)) }
        func ids(_ ids: [Int32]) -> String { "[\(ids.map { "\($0)" }.joined(separator: ","))]" }
        if let change = message.documentChange {
            let removed = change.removedTargetIds.isEmpty ? "" : " removed \(ids(change.removedTargetIds))"
            return "change \(short(change.document?.name ?? "")) \(ids(change.targetIds))\(removed)"
        }
        if let delete = message.documentDelete {
            return "delete \(short(delete.document)) \(ids(delete.removedTargetIds))"
        }
        if let remove = message.documentRemove {
            return "remove \(short(remove.document)) \(ids(remove.removedTargetIds))"
        }
        if let filter = message.filter { return "filter \(filter.targetId) count \(filter.count)" }
        let change = message.targetChange ?? WireTargetChange()
        if change.type == 0, change.targetIds.isEmpty { return "snapshot" }
        let name = WireTargetChange.types.name(of: change.type) ?? ""
        return "\(name) \(ids(change.targetIds))" + (change.cause.map { " cause \($0.code)" } ?? "")
    }
}

/// Messages that wait for their reader.
private actor Mailbox {
    private let capacity: Int
    private var messages: [ListenResponse] = []
    private var isClosed = false
    private var reader: CheckedContinuation<ListenResponse?, Never>?
    private var writer: CheckedContinuation<Void, Never>?

    init(capacity: Int) { self.capacity = capacity }

    func put(_ message: ListenResponse) async {
        if messages.count >= capacity { await withCheckedContinuation { writer = $0 } }
        if let reader {
            self.reader = nil
            reader.resume(returning: message)
        } else {
            messages.append(message)
        }
    }

    func close() {
        isClosed = true
        reader?.resume(returning: nil)
        reader = nil
    }

    func next() async -> ListenResponse? {
        if !messages.isEmpty {
            writer?.resume()
            writer = nil
            return messages.removeFirst()
        }
        if isClosed { return nil }
        return await withCheckedContinuation { reader = $0 }
    }
}
