import HearthFirestoreModel
import Testing

@testable import HearthFirestore

@Suite("Snapshots of documents and queries")
struct SnapshotTests {
    private static let firestore = Firestore(projectID: "p", transport: NoTransport())
    private static let query = firestore.collection("c").order(by: "n")

    private func shown(_ id: String, _ n: Int64, pending: Bool = false) -> ShownDocument {
        let name = ResourceName(database: DatabaseName(project: "p"), path: ResourcePath(["c", id]))
        return ShownDocument(Document(name: name, fields: ["n": .integer(n)]), hasPendingWrites: pending)
    }

    private func snapshot(
        _ results: [ShownDocument],
        after previous: [ShownDocument]? = nil,
        metadata: Bool = false
    ) -> QuerySnapshot {
        QuerySnapshot(
            query: Self.query,
            results: results,
            previous: previous,
            isFromCache: true,
            includesMetadataChanges: metadata
        )
    }

    /// A change as `added b -> 1`.
    private func texts(_ changes: [DocumentChange]) -> [String] {
        func text(_ index: UInt) -> String { index == DocumentChange.none ? "-" : "\(index)" }
        return changes.map { "\($0.type) \($0.document.documentID) \(text($0.oldIndex)) \(text($0.newIndex))" }
    }

    @Test func `add everything the first time`() {
        let first = snapshot([shown("a", 1), shown("b", 2)])
        #expect(texts(first.documentChanges) == ["added a - 0", "added b - 1"])
        #expect(first.count == 2 && !first.isEmpty && first.documents.map(\.documentID) == ["a", "b"])
        #expect(texts(snapshot([]).documentChanges) == [] && snapshot([]).isEmpty)
    }

    // Worked out by hand: each change is applied to the list that the ones before it made.
    @Test func `name removals, then additions, then modifications, by the lists in between`() {
        let old = [shown("a", 1), shown("b", 2), shown("c", 3), shown("d", 4)]
        let new = [shown("e", 0), shown("c", 1), shown("d", 4), shown("b", 9), shown("f", 10)]
        #expect(
            texts(snapshot(new, after: old).documentChanges) == [
                "removed a 0 -", "added e - 0", "added f - 4", "modified c 2 1", "modified b 2 3",
            ]
        )
    }

    @Test func `count what is only written and not confirmed as a change where it was asked for`() {
        let (old, new) = ([shown("a", 1, pending: true)], [shown("a", 1)])
        let asked = snapshot(new, after: old, metadata: true)
        #expect(texts(asked.documentChanges(includeMetadataChanges: true)) == ["modified a 0 0"])
        #expect(texts(asked.documentChanges) == [])
        // A listener that did not ask was not told of every such change: it cannot name them.
        #expect(texts(snapshot(new, after: old).documentChanges(includeMetadataChanges: true)) == [])
        #expect(snapshot(old).metadata.hasPendingWrites && !snapshot(new).metadata.hasPendingWrites)
        #expect(snapshot(new).documents.map(\.metadata.isFromCache) == [true])
    }

    @Test func `are equal by query, results and where they come from, not by what came before`() {
        let plain = snapshot([shown("a", 1)])
        #expect(plain == snapshot([shown("a", 1)], after: [shown("b", 1)]))
        #expect(plain != snapshot([shown("a", 2)]) && plain != snapshot([shown("a", 1, pending: true)]))
        #expect(plain != QuerySnapshot(query: Self.query, results: [shown("a", 1)], isFromCache: false))
        #expect(plain != QuerySnapshot(query: Self.query.limit(to: 1), results: [shown("a", 1)], isFromCache: true))
        #expect(Set([plain, snapshot([shown("a", 1)])]).count == 1)
    }

    private struct Row: Codable, Equatable {
        @DocumentID var id: String?
        var n: Int
    }

    @Test func `become types, or say which document does not`() throws {
        let rows = try snapshot([shown("a", 1), shown("b", 2)]).documents(as: Row.self)
        #expect(rows == [Row(id: "a", n: 1), Row(id: "b", n: 2)])
        struct Other: Decodable { var missing: Int }
        #expect(throws: DecodingError.self) { try snapshot([shown("a", 1)]).documents(as: Other.self) }
    }

    @Test func `show the server's time as null, as an estimate, or as what was there`() {
        var document = shown("a", 1).document
        document.fields = [
            "at": .timestamp(ModelTimestamp(seconds: 7, nanoseconds: 0) ?? .earliest), "m": ["t": 5, "x": 1],
        ]
        let both = ShownDocument(
            document,
            pendingTimestamps: [ModelPath(["at"]): Value?.none, ModelPath(["m", "t"]): Value.string("before")],
            hasPendingWrites: true
        )
        let snapshot = DocumentSnapshot(Self.firestore.document("c/a"), both)
        #expect(snapshot.data() == ["at": .null, "m": ["t": .null, "x": 1]])
        #expect(
            snapshot.data(with: .estimate) == [
                "at": .timestamp(HearthFirestore.Timestamp(seconds: 7)), "m": ["t": 5, "x": 1],
            ]
        )
        #expect(snapshot.data(with: .previous) == ["at": .null, "m": ["t": "before", "x": 1]])
        #expect(snapshot["m.t"] == .null)
        #expect(snapshot.get("m.t", serverTimestampBehavior: .previous) == "before")
        #expect(snapshot.get("m", serverTimestampBehavior: .previous) == ["t": "before", "x": 1])
        #expect(snapshot.metadata.hasPendingWrites && snapshot.createTime == nil && snapshot.updateTime == nil)
    }

    @Test func `answer for fields by path, and for the name of the document`() {
        var document = shown("a", 1).document
        document.fields = ["a.b": 1, "m": ["x": ["y": 2]], "l": [1]]
        let snapshot = DocumentSnapshot(Self.firestore.document("c/a"), ShownDocument(document))
        #expect(snapshot["a.b"] == nil && snapshot[HearthFirestore.FieldPath(["a.b"])] == 1)
        #expect(snapshot["m.x.y"] == 2 && snapshot["m.x"] == ["y": 2] && snapshot["l.0"] == nil)
        #expect(snapshot["m..x"] == nil && snapshot[""] == nil && snapshot[HearthFirestore.FieldPath([])] == nil)
        #expect(snapshot[HearthFirestore.FieldPath.documentID()] == .reference(Self.firestore.document("c/a")))
    }

    @Test func `of a missing document are nil for an optional and an error for another type`() throws {
        let missing = DocumentSnapshot(Self.firestore.document("c/a"), nil)
        #expect(!missing.exists && missing.data() == nil && missing["n"] == nil)
        #expect(missing[HearthFirestore.FieldPath.documentID()] == nil)
        #expect(try missing.data(as: Row?.self) == nil)
        let error = #expect(throws: DecodingError.self) { try missing.data(as: Row.self) }
        guard case .valueNotFound? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }
}
