import Foundation
import HearthAuth
import HearthFirebaseCompat
import HearthFirestore
import HearthTesting
import Testing

@testable import HearthFirestoreCompat

@Suite("Queries with FirebaseFirestore's names")
struct CompatQueryTests {
    private typealias Cover = HearthFirestoreCompat.Query
    private let db: HearthFirestoreCompat.Firestore

    init() async throws {
        let backend = try await TestBackend()
        let name = "queries-\(UUID().uuidString)"
        FirebaseApp.configure(name: name, client: HearthAuth.Auth(backend))
        db = HearthFirestoreCompat.Firestore.firestore(app: try #require(FirebaseApp.app(name: name)))
        db.use(backend.transport)
    }

    @Test func `ask what Hearth's own ask`() {
        let c = db.collection("c")
        let own = db.client.collection("c")
        let at = Date(timeIntervalSince1970: 5)
        let table: [(Cover, HearthFirestore.Query)] = [
            (c, own.query), (db.collectionGroup("g"), db.client.collectionGroup("g").query),
            (c.whereField("a", isEqualTo: NSNull()), own.whereField("a", isEqualTo: FirestoreValue.null)),
            (c.whereField("a", isNotEqualTo: 1), own.whereField("a", isNotEqualTo: 1)),
            (c.whereField("a", isLessThan: at), own.whereField("a", isLessThan: Timestamp(seconds: 5))),
            (c.whereField("a", isLessThanOrEqualTo: 1.5), own.whereField("a", isLessThanOrEqualTo: 1.5)),
            (c.whereField("a", isGreaterThan: "x"), own.whereField("a", isGreaterThan: "x")),
            (c.whereField("a", isGreaterThanOrEqualTo: true), own.whereField("a", isGreaterThanOrEqualTo: true)),
            (c.whereField("a", arrayContains: [1: 2].count), own.whereField("a", arrayContains: 1)),
            (c.whereField("a", arrayContainsAny: [1, "b"]), own.whereField("a", arrayContainsAny: [1, "b"])),
            (c.whereField("a", in: [1, NSNull()]), own.whereField("a", in: [1, FirestoreValue.null])),
            (c.whereField("a", notIn: ["x"]), own.whereField("a", notIn: ["x"])),
            (
                c.whereField(FieldPath.documentID(), isEqualTo: db.document("c/d")),
                own.whereField(FieldPath.documentID(), isEqualTo: db.client.document("c/d"))
            ),
            (
                c.whereFilter(.orFilter([.whereField("a", isEqualTo: 1), .whereField("b", isLessThan: 2)])),
                own.whereFilter(.orFilter([.whereField("a", isEqualTo: 1), .whereField("b", isLessThan: 2)]))
            ),
            (c.order(by: "a").limit(to: 3), own.order(by: "a").limit(to: 3)),
            (
                c.order(by: "a", descending: true).limit(toLast: 2),
                own.order(by: "a", descending: true).limit(toLast: 2)
            ),
            (c.order(by: "a").start(at: [1]), own.order(by: "a").start(at: [1])),
            (c.order(by: "a").start(after: [at]), own.order(by: "a").start(after: [Timestamp(seconds: 5)])),
            (c.order(by: "a").end(at: ["x"]), own.order(by: "a").end(at: ["x"])),
            (c.order(by: "a").end(before: [NSNull()]), own.order(by: "a").end(before: [FirestoreValue.null])),
        ]
        for (index, (cover, query)) in table.enumerated() { #expect(cover.inner == query, "row \(index)") }
        #expect(Set(table.map(\.0)).count == table.count)
        #expect(c.count.query == c && c.aggregate([.sum("a")]).query == c)
    }

    @Test func `with a value that Firestore does not have say which, and reach no server`() async {
        let calendar = Calendar(identifier: .gregorian)
        let c = db.collection("c").order(by: "a")
        let wrong = [
            c.whereField("a", isEqualTo: calendar), c.whereField("a", in: [calendar]), c.start(at: [calendar]),
            c.whereField("a", isLessThan: calendar).limit(to: 1), c.whereField("a", arrayContainsAny: [1, calendar]),
        ]
        for query in wrong {
            let error = await #expect(throws: NSError.self) { _ = try await query.getDocuments() }
            #expect(error?.domain == "FIRFirestoreErrorDomain" && error?.code == 3)
            #expect(error?.localizedDescription.contains("Calendar") == true)
        }
    }

    @Test func `of a collection name it, others name none`() {
        let orders = db.document("users/ada").collection("orders")
        #expect(orders.collectionID == "orders" && orders.path == "users/ada/orders")
        #expect(orders.parent == db.document("users/ada") && db.collection("users").parent == nil)
        #expect(orders.document("o1").path == "users/ada/orders/o1" && orders.document().documentID.count == 20)
        #expect(orders.document("o1").parent == orders && orders.document("o1").documentID == "o1")
        let filtered = orders.limit(to: 1)
        #expect(filtered.collectionID == "" && filtered.path == "" && filtered.parent == nil)
        #expect(Set([db.document("a/b"), db.document("a/b"), db.document("a/c")]).count == 2)
    }

    @Test func `fail for a document of what is no collection`() async {
        let query = db.collection("c").limit(to: 1)
        await #expect(throws: NSError.self) { try await query.document("x").setData(["a": 1]) }
        await #expect(throws: NSError.self) { try await query.addDocument(data: ["a": 1]) }
    }

    // The numbers of gRPC's codes, which FirebaseFirestore's are.
    @Test func `throw errors with the numbers of FirebaseFirestore`() {
        let codes: [(FirestoreError.Code, Int)] = [
            (.cancelled, 1), (.unknown, 2), (.invalidArgument, 3), (.deadlineExceeded, 4), (.notFound, 5),
            (.alreadyExists, 6), (.permissionDenied, 7), (.resourceExhausted, 8), (.failedPrecondition, 9),
            (.aborted, 10), (.outOfRange, 11), (.unimplemented, 12), (.internal, 13), (.unavailable, 14),
            (.dataLoss, 15), (.unauthenticated, 16),
        ]
        for (code, number) in codes {
            let error = FirestoreErrors.error(FirestoreError(code, "why")) as NSError
            #expect(error.domain == "FIRFirestoreErrorDomain" && error.code == number)
            #expect(error.localizedDescription == "why")
        }
        struct Other: Error {}
        #expect(FirestoreErrors.error(Other()) is Other)
        #expect(FirestoreErrorCode(.notFound) == FirestoreErrorCode(.notFound))
    }
}
