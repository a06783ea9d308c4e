import Foundation
import HearthAuth
import HearthFirebaseCompat
import HearthFirestore
import HearthTesting
import Testing

@testable import HearthFirestoreCompat

@Suite("Listeners with FirebaseFirestore's names", .timeLimit(.minutes(5)))
struct CompatListenerTests {
    private typealias Cover = HearthFirestoreCompat.Query
    private let db: HearthFirestoreCompat.Firestore

    init() async throws {
        let backend = try await TestBackend()
        let name = "listeners-\(UUID().uuidString)"
        FirebaseApp.configure(name: name, client: HearthAuth.Auth(backend))
        db = HearthFirestoreCompat.Firestore.firestore(app: try #require(FirebaseApp.app(name: name)))
        db.use(backend.transport)
    }

    /// The changes of a snapshot, each as FirebaseFirestore tells them: kind, document, old index, new index.
    private static func changes(_ snapshot: HearthFirestoreCompat.QuerySnapshot) -> [String] {
        snapshot.documentChanges.map { change in
            let indices = [change.oldIndex, change.newIndex].map { $0 == UInt(NSNotFound) ? "-" : "\($0)" }
            return "\(change.type) \(change.document.documentID) \(indices.joined(separator: " "))"
        }
    }

    @Test func `tell what was added, changed and removed, and where`() async throws {
        let items = db.collection("items")
        for (id, n) in [("a", 1), ("b", 2), ("c", 3)] { try await items.document(id).setData(["n": n]) }
        let (told, tell) = AsyncStream.makeStream(of: [String].self)
        let listener = items.order(by: "n").addSnapshotListener { snapshot, _ in
            if let snapshot, !snapshot.documentChanges.isEmpty { tell.yield(Self.changes(snapshot)) }
        }
        defer { listener.remove() }
        var changes = told.makeAsyncIterator()
        #expect(await changes.next() == ["added a - 0", "added b - 1", "added c - 2"])
        try await items.document("b").delete()
        #expect(await changes.next() == ["removed b 1 -"])
        try await items.document("a").updateData(["n": 9])
        #expect(await changes.next() == ["modified a 0 1"])
        try await items.document("c").updateData(["x": 1])
        #expect(await changes.next() == ["modified c 0 0"])
    }

    @Test func `that are removed hear no more, also when they remove themselves`() async throws {
        let document = db.document("a/b")
        let (told, tell) = AsyncStream.makeStream(of: Int.self)
        let box = AsyncStream.makeStream(of: HearthFirestoreCompat.ListenerRegistration.self)
        let own = document.addSnapshotListener { snapshot, _ in
            tell.yield(snapshot?["n"] as? Int ?? -1)
            Task { for await listener in box.stream { listener.remove() } }
        }
        box.continuation.yield(own)
        var heard = told.makeAsyncIterator()
        #expect(await heard.next() == -1)
        own.remove()
        try await document.setData(["n": 1])
        // Another listener has heard of it by then; the removed one has not.
        let (others, other) = AsyncStream.makeStream(of: Int.self)
        let witness = document.addSnapshotListener { snapshot, _ in other.yield(snapshot?["n"] as? Int ?? -1) }
        for await number in others where number == 1 { break }
        witness.remove()
        tell.yield(-2)
        #expect(await heard.next() == -2)
    }

    @Test func `of a query that cannot be are told why, once`() async throws {
        let items = db.collection("items")
        let wrong: [Cover] = [
            items.limit(to: 0), items.limit(to: -1), items.limit(toLast: 1), items.whereField("a", in: []),
            items.whereField("a", in: Array(0...30)), items.whereField("a", arrayContainsAny: []),
            items.start(at: [1, 2]), items.order(by: "a").end(before: [1, 2]),
            items.whereField("a", isNotEqualTo: 1).whereField("b", isNotEqualTo: 1),
            items.whereField("a..b", isEqualTo: 1), items.whereField("", isEqualTo: 1), items.order(by: "a/b~*[]"),
            db.collectionGroup("a/b"), db.collection("a/b"), db.collection(""), db.collection("a//b"),
        ]
        for (index, query) in wrong.enumerated() {
            let error = await #expect(throws: NSError.self, "row \(index)") { _ = try await query.getDocuments() }
            #expect(
                error?.domain == "FIRFirestoreErrorDomain" && error?.code == 3,
                "row \(index): \(String(describing: error))"
            )
            let (told, tell) = AsyncStream.makeStream(of: Int.self)
            let listener = query.addSnapshotListener { snapshot, error in
                tell.yield(snapshot == nil ? (error as NSError?)?.code ?? 0 : 0)
                tell.finish()
            }
            for await code in told { #expect(code == 3, "row \(index)") }
            listener.remove()
        }
    }

    @Test func `of a document that cannot be are told why`() async {
        for path in ["", "a", "a/b/c", "a//b", "/", "a/b//c"] {
            let document = db.document(path)
            let error = await #expect(throws: NSError.self, "\(path)") { _ = try await document.getDocument() }
            #expect(error?.domain == "FIRFirestoreErrorDomain" && error?.code == 3, "\(path)")
        }
    }

    @Test func `a loop over snapshots ends with its task, and throws the errors of FirebaseFirestore`() async throws {
        try await db.document("items/a").setData(["n": 1])
        var counts: [Int] = []
        for try await snapshot in db.collection("items").snapshots {
            counts.append(snapshot.count)
            if counts.last == 1 { break }
        }
        #expect(counts.last == 1)
        let error = await #expect(throws: NSError.self) {
            for try await _ in db.collection("items").limit(to: -1).snapshots {}
        }
        #expect(error?.domain == "FIRFirestoreErrorDomain" && error?.code == 3)
        let waiting = Task { [db] in
            var snapshots = 0
            for try await _ in db.document("items/a").snapshots { snapshots += 1 }
            return snapshots
        }
        waiting.cancel()
        _ = await waiting.result
    }

    @Test func `reads that need the network say that there is none`() async throws {
        let document = db.document("items/a")
        try await document.setData(["n": 1])
        try await db.disableNetwork()
        let server = await #expect(throws: NSError.self) { _ = try await document.getDocument(source: .server) }
        #expect(server?.domain == "FIRFirestoreErrorDomain" && server?.code == 14)
        // Nothing is known of this one.
        let cache = await #expect(throws: NSError.self) {
            _ = try await db.document("items/z").getDocument(source: .cache)
        }
        #expect(cache?.code == 14)
        let query = await #expect(throws: NSError.self) {
            _ = try await db.collection("items").getDocuments(source: .server)
        }
        #expect(query?.code == 14)
        #expect(try await db.collection("empty").getDocuments(source: .cache).metadata.isFromCache)
        try await db.enableNetwork()
        #expect(try await document.getDocument(source: .server).metadata.isFromCache == false)
    }

    @Test func `cursors from a document begin and end where it stands`() async throws {
        let items = db.collection("items")
        for (id, n) in [("a", 1), ("b", 2), ("c", 2), ("d", 3)] { try await items.document(id).setData(["n": n]) }
        let ordered = items.order(by: "n")
        let b = try await items.document("b").getDocument()
        let table: [(Cover, [String])] = [
            (ordered.start(atDocument: b), ["b", "c", "d"]), (ordered.start(afterDocument: b), ["c", "d"]),
            (ordered.end(atDocument: b), ["a", "b"]), (ordered.end(beforeDocument: b), ["a"]),
            (ordered.start(at: [2]), ["b", "c", "d"]), (ordered.start(after: [2]), ["d"]),
            (ordered.limit(toLast: 2), ["c", "d"]), (items.order(by: "n", descending: true).limit(to: 2), ["d", "c"]),
        ]
        for (index, (query, ids)) in table.enumerated() {
            #expect(try await query.getDocuments().documents.map(\.documentID) == ids, "row \(index)")
        }
        let missing = try await items.document("none").getDocument()
        await #expect(throws: NSError.self) { _ = try await ordered.start(atDocument: missing).getDocuments() }
    }
}
