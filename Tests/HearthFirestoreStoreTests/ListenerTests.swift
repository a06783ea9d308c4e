import FirestoreSamples
import HearthCore
import HearthFirestoreModel
import HearthFirestoreStore
import Testing

@Suite("Listeners")
struct ListenerTests {
    /// Listeners that count how often they are woken.
    private final class Listener: Sendable {
        let wakes = Locked(0)
        let subscription: ListenSubscription
        let queries: [PreparedQuery]
        let documents: Set<ResourcePath>

        init(_ store: FirestoreStore, _ queries: [PreparedQuery], _ documents: Set<ResourcePath>) {
            self.queries = queries
            self.documents = documents
            let wakes = wakes
            subscription = store.subscribe(to: demo) { wakes.withLock { $0 += 1 } }
            var interest = ListenInterest()
            interest.queries = queries
            interest.documents = documents
            subscription.want(interest)
        }

        /// Whether a change is one of what is listened to, found out without an index.
        func isConcerned(_ name: ResourceName, _ before: Document?, _ after: Document?) -> Bool {
            if documents.contains(name.path) { return true }
            return queries.contains { query in
                query.scope.contains(name.path)
                    && [before, after].contains { $0.map(query.matchesFilter) ?? false }
            }
        }
    }

    @Test(arguments: 1...6) func `are woken by what concerns them and by nothing else`(seed: UInt64) async throws {
        let test = try await TestStore()
        var random = QueryGenerator(seed: seed)
        var listeners: [Listener] = []
        var documents: [ResourceName: Document] = [:]
        for round in 0..<200 {
            if round % 2 == 0 {
                let queries = try (0..<Int.random(in: 0..<3, using: &random)).map { _ in try random.query().prepared() }
                let names = (0..<Int.random(in: 0..<2, using: &random)).map { _ in random.name().path }
                listeners.append(Listener(test.store, queries, Set(names)))
            }
            if listeners.count > 40 { listeners.remove(at: Int.random(in: 0..<40, using: &random)) }
            let after = random.document()
            let isDeletion = Int.random(in: 0..<3, using: &random) == 0
            let before = documents[after.name]
            let write = Write(after.name, isDeletion ? .delete : .update(after.fields, mask: nil))
            let record = try #require(try await test.store.commit([write], in: demo))
            documents[after.name] = isDeletion ? nil : after
            for listener in listeners {
                let expected =
                    !record.updates.isEmpty && listener.isConcerned(after.name, before, documents[after.name])
                let woken = listener.wakes.withLock { wakes in
                    defer { wakes = 0 }
                    return wakes
                }
                #expect(woken == (expected ? 1 : 0), "\(listener.queries.map(\.query)) \(after)")
            }
        }
    }

    @Test func `that want something else, or are gone, hear nothing more`() async throws {
        let test = try await TestStore()
        let everything = try Query(parent: TestStore.name(""), source: .init("c")).prepared()
        var first: Listener? = Listener(test.store, [everything], [])
        let wakes = try #require(first?.wakes)
        try await test.put("c/a", ["n": 1])
        #expect(wakes.withLock { $0 } == 1)
        first?.subscription.want(ListenInterest())
        try await test.put("c/a", ["n": 2])
        #expect(wakes.withLock { $0 } == 1)
        first = nil
        try await test.put("c/a", ["n": 3])
        try await test.store.clear(demo)
        #expect(wakes.withLock { $0 } == 1)
    }

    @Test func `learn what has changed since a time, of what they want alone`() async throws {
        let test = try await TestStore()
        let start = try #require(try await test.put("c/a", ["n": 1])).time
        try await test.put("c/a", ["n": 2])
        try await test.put("c/a", ["n": 3])
        try await test.put("c/b", ["n": 1])
        try await test.put("other/x", ["n": 1])
        _ = try await test.store.commit([Write(TestStore.name("c/b"), .delete)], in: demo)
        var interest = ListenInterest()
        interest.queries = [try Query(parent: TestStore.name(""), source: .init("c")).prepared()]
        let wanted = interest
        let updates = try #require(try await test.updates(since: start, of: wanted))
        // The document that came and went again is as it was.
        #expect(updates.map(\.name.path.text) == ["c/a"])
        #expect(updates.first?.before?.fields == ["n": 1] && updates.first?.after?.fields == ["n": 3])
    }
}
