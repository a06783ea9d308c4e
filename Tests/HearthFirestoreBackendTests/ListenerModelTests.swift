import FirestoreSamples
import HearthCore
import HearthFirestoreBackend
import HearthFirestoreModel
import HearthFirestoreStore
import HearthFirestoreWire
import Testing

@Suite("Listeners beside a model")
struct ListenerModelTests {
    @Test(arguments: 1...UInt64(LongRuns.count(3, long: 60)))
    func `fifty of them have what looking at every document gives, through cuts, slow reading and clears`(
        seed: UInt64
    ) async throws {
        let server = try await StreamServer(mostChanges: 20)
        var random = QueryGenerator(seed: seed)
        var model = DocumentModel()
        var listeners: [ModelListener] = []
        for number in 0..<50 { listeners.append(try ModelListener(server.service, pace: number % 3, &random)) }
        for round in 0..<40 {
            if round % 13 == 12 {
                try await server.store.clear(demo)
                model.clear(at: try await server.store.look(at: demo) { bounds, _, _, _, _ in bounds.epoch })
            }
            // What was told before is no history any more.
            if round % 17 == 16 { server.clock.withLock { $0 += 7_200_000_000 } }
            try await model.commit(Int.random(in: 1...4, using: &random), server, &random)
            for listener in listeners {
                try await listener.read(some: Int.random(in: 0...6, using: &random), model)
                if Int.random(in: 0..<15, using: &random) == 0 { await listener.cut() }
            }
        }
        for listener in listeners {
            await listener.cut()
            try await listener.readAll(model)
        }
    }
}

/// What the documents were after every commit.
private struct DocumentModel: Sendable {
    private var states: [(time: Timestamp, documents: [ResourceName: Document])] = []
    private var present: [ResourceName: Document] = [:]

    mutating func commit(_ count: Int, _ server: StreamServer, _ random: inout QueryGenerator) async throws {
        var changed: [ResourceName: Fields?] = [:]
        for _ in 0..<count {
            let document = random.document()
            changed.updateValue(
                Int.random(in: 0..<3, using: &random) == 0 ? nil : document.fields,
                forKey: document.name
            )
        }
        let time = try await server.commit(changed.map { ($0.key.path.text, $0.value) })
        for (name, fields) in changed { present[name] = fields.map { Document(name: name, fields: $0) } }
        states.append((time, present))
    }

    mutating func clear(at time: Timestamp) {
        present = [:]
        states.append((time, present))
    }

    /// The results of a query at a moment, found by looking at every document.
    func results(of query: PreparedQuery, at time: Timestamp) -> [ResourcePath: Fields] {
        let documents = states.last { $0.time <= time }?.documents ?? [:]
        let results = query.run(over: documents.values).results
        return Dictionary(uniqueKeysWithValues: results.map { ($0.name.path, $0.fields) })
    }
}

/// A client with some targets that keeps what it is told, and compares it with the model at every snapshot.
private actor ModelListener {
    private struct Target {
        let query: PreparedQuery
        var documents: [ResourcePath: Fields] = [:]
        /// The documents at the last snapshot that was told of this target, which is where its token goes on.
        var told: [ResourcePath: Fields] = [:]
        var token: [UInt8] = []
        /// Whether this stream has taken the target up: marks before that are not about it.
        var isAdded = false
        var isCurrent = false
        /// Whether a count told that something was missed.
        var isWrong = false
    }

    private let service: FirestoreService
    private let pace: Int
    private var targets: [Int32: Target] = [:]
    private var stream: PacedStream?
    private let queries: [Query]

    /// The pace says how many messages wait until the client takes them: one, some, or any number.
    init(_ service: FirestoreService, pace: Int, _ random: inout QueryGenerator) throws {
        self.service = service
        self.pace = pace
        var queries: [Query] = []
        for _ in 0..<Int.random(in: 1...3, using: &random) { queries.append(try random.query()) }
        self.queries = queries
        for (index, query) in queries.enumerated() { targets[Int32(index + 1)] = Target(query: try query.prepared()) }
    }

    /// Loses the stream; what was not taken from it is lost too.
    func cut() async {
        await stream?.end()
        stream = nil
    }

    private func open() -> PacedStream {
        if let stream { return stream }
        let stream = PacedStream(service, capacity: [1, 4, 1000][pace])
        for (id, old) in targets.sorted(by: { $0.key < $1.key }) {
            var state = old
            var target = WireTarget()
            target.targetId = id
            target.query = WireQueryTarget()
            target.query?.parent = queries[Int(id) - 1].parent.text
            target.query?.structuredQuery = WireQuery(queries[Int(id) - 1])
            if !state.isWrong, !state.token.isEmpty {
                state.documents = state.told
                target.resumeToken = state.token
                target.expectedCount = Int64(state.documents.count)
            } else {
                state.documents = [:]
            }
            state.isAdded = false
            state.isCurrent = false
            state.isWrong = false
            targets[id] = state
            stream.add(target)
        }
        self.stream = stream
        return stream
    }

    /// Takes messages that are there.
    func read(some count: Int, _ model: DocumentModel) async throws {
        let stream = open()
        for _ in 0..<count {
            guard let message = await stream.takeIfThere() else { return }
            try take(message, model)
        }
    }

    /// Takes messages until every target was told all of the last commit.
    func readAll(_ model: DocumentModel) async throws {
        while true {
            let stream = open()
            var isMarked = false
            while !isMarked || targets.values.contains(where: { !$0.isCurrent }) {
                let message = try #require(await stream.take())
                isMarked = try take(message, model)
            }
            if !targets.values.contains(where: \.isWrong) { break }
            await cut()
        }
        await cut()
    }

    /// - Returns: Whether it was the mark of a snapshot.
    @discardableResult
    private func take(_ message: ListenResponse, _ model: DocumentModel) throws -> Bool {
        func path(_ name: String) throws -> ResourcePath { try ResourceName(document: name).path }
        if let change = message.documentChange, let document = change.document {
            for id in change.targetIds { targets[id]?.documents[try path(document.name)] = document.fields }
            for id in change.removedTargetIds { targets[id]?.documents[try path(document.name)] = nil }
        } else if let deletion = message.documentDelete {
            for id in deletion.removedTargetIds { targets[id]?.documents[try path(deletion.document)] = nil }
        } else if let removal = message.documentRemove {
            for id in removal.removedTargetIds { targets[id]?.documents[try path(removal.document)] = nil }
        } else if let filter = message.filter {
            let count = targets[filter.targetId]?.documents.count
            if count != Int(filter.count) { targets[filter.targetId]?.isWrong = true }
        } else if let change = message.targetChange {
            return take(change, model)
        }
        return false
    }

    private func take(_ change: WireTargetChange, _ model: DocumentModel) -> Bool {
        for id in change.targetIds {
            switch WireTargetChange.types.name(of: change.type) {
            case "ADD": targets[id]?.isAdded = true
            case "RESET": targets[id]?.documents = [:]
            case "CURRENT": targets[id]?.isCurrent = true
            case "REMOVE": Issue.record("\(queries[Int(id) - 1]) was refused: \(change.cause?.message ?? "")")
            default: break
            }
        }
        guard change.targetIds.isEmpty, let time = change.readTime else { return false }
        for (id, var target) in targets where target.isAdded {
            target.told = target.documents
            target.token = change.resumeToken
            targets[id] = target
        }
        for (id, target) in targets where target.isCurrent && !target.isWrong {
            let expected = model.results(of: target.query, at: time)
            #expect(target.documents == expected, "\(queries[Int(id) - 1])")
        }
        return true
    }
}

/// A Listen stream whose server waits while so many messages were not taken.
private final class PacedStream: Sendable {
    private let requests: AsyncStream<ListenRequest>.Continuation
    private let box: PacedBox
    private let task: Task<Void, Never>

    init(_ service: FirestoreService, capacity: Int) {
        let (stream, requests) = AsyncStream.makeStream(of: ListenRequest.self)
        let box = PacedBox(capacity: capacity)
        self.requests = requests
        self.box = box
        task = Task {
            do { try await service.listen(stream, .administrator) { try await box.put($0) } } catch {}
            await box.close()
        }
    }

    func add(_ target: WireTarget) {
        var request = ListenRequest()
        request.database = demo.text
        request.addTarget = target
        requests.yield(request)
    }

    func take() async -> ListenResponse? { await box.take() }

    /// A message, unless none comes soon.
    func takeIfThere() async -> ListenResponse? {
        for _ in 0..<20 {
            if let message = await box.takeIfThere() { return message }
            await Task.yield()
        }
        return nil
    }

    func end() async {
        await box.close()
        requests.finish()
        task.cancel()
        await task.value
    }
}

private actor PacedBox {
    private let capacity: Int
    private var messages: [ListenResponse] = []
    private var isClosed = false
    private var writer: CheckedContinuation<Void, Never>?
    private var reader: CheckedContinuation<Void, Never>?

    init(capacity: Int) { self.capacity = capacity }

    func put(_ message: ListenResponse) async throws {
        while messages.count >= capacity, !isClosed { await withCheckedContinuation { writer = $0 } }
        if isClosed { throw CancellationError() }
        messages.append(message)
        reader?.resume()
        reader = nil
    }

    func takeIfThere() -> ListenResponse? {
        guard !messages.isEmpty else { return nil }
        defer {
            writer?.resume()
            writer = nil
        }
        return messages.removeFirst()
    }

    func take() async -> ListenResponse? {
        while messages.isEmpty, !isClosed { await withCheckedContinuation { reader = $0 } }
        return takeIfThere()
    }

    func close() {
        isClosed = true
        for waiting in [writer, reader] { waiting?.resume() }
        writer = nil
        reader = nil
    }
}
