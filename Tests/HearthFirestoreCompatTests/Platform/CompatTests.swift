import Foundation
import HearthAuth
import HearthFirebaseCompat
import HearthFirestoreCompat
import HearthTesting
import Testing

struct CompatTests {
    let db: HearthFirestoreCompat.Firestore

    init() async throws {
        let backend = try await TestBackend()
        let name = "compat-\(UUID().uuidString)"
        FirebaseApp.configure(name: name, client: HearthAuth.Auth(backend))
        let app = try #require(FirebaseApp.app(name: name))
        db = Firestore.firestore(app: app)
        db.use(backend.transport)
        let settings = FirestoreSettings()
        settings.host = "127.0.0.1:8080"
        settings.isSSLEnabled = false
        settings.isPersistenceEnabled = false
        db.settings = settings
    }

    @Test func `an app's database is one object`() throws {
        let app = try #require(db.app)
        #expect(Firestore.firestore(app: app) === db)
        #expect(Firestore.firestore(app: app, database: "other") !== db)
        #expect(db.settings.isPersistenceEnabled == false)
    }

    @Test func `data without types is written and read`() async throws {
        let now = Date(timeIntervalSince1970: 1_700_000_000)
        let document = db.collection("cities").document("par")
        let optional: String? = nil
        let data: [String: Any] = [
            "name": "Paris", "people": 2_100, "area": 105.4, "isCapital": true, "mayor": NSNull(),
            "nothing": optional as Any,
            "founded": now, "place": GeoPoint(latitude: 48.9, longitude: 2.4),
            "tags": ["big", 1, ["a": true]] as [Any],
            "raw": Data([1, 2]), "twin": db.document("cities/rom"), "at": FieldValue.serverTimestamp(),
            "map": ["nested": ["deep": 1]],
        ]
        try await document.setData(data)
        let read = try #require(try await document.getDocument().data())
        #expect(read["name"] as? String == "Paris")
        #expect(read["people"] as? Int == 2_100)
        #expect(read["area"] as? Double == 105.4)
        #expect(read["isCapital"] as? Bool == true)
        #expect(read["mayor"] is NSNull && read["nothing"] is NSNull)
        #expect((read["founded"] as? Timestamp)?.dateValue() == now)
        #expect((read["place"] as? GeoPoint)?.latitude == 48.9)
        #expect((read["tags"] as? [Any])?.count == 3)
        #expect(read["raw"] as? Data == Data([1, 2]))
        #expect((read["twin"] as? DocumentReference)?.path == "cities/rom")
        #expect(read["at"] is Timestamp)
        try await document.updateData(["map.nested.deep": 2, FieldPath(["name"]): FieldValue.delete()])
        #expect(try await document.getDocument().get("map.nested.deep") as? Int == 2)
        #expect(try await document.getDocument()["name"] == nil)
    }

    @Test func `errors are those of FirebaseFirestore`() async {
        do {
            try await db.document("a/b").updateData(["x": 1])
            Issue.record("a missing document was updated")
        } catch {
            let error = error as NSError
            #expect(error.domain == FirestoreErrorDomain)
            #expect(error.code == FirestoreErrorCode.Code.notFound.rawValue)
            #expect(error.userInfo[NSUnderlyingErrorKey] is FirestoreError)
        }
        await #expect(throws: NSError.self) {
            try await db.document("a/b").setData(["x": Calendar(identifier: .gregorian)])
        }
        await #expect(throws: NSError.self) { _ = try await db.collection("a/b").getDocuments() }
    }

    @Test func `fields to merge are texts and paths, and nothing else is passed over`() async throws {
        let document = db.document("cities/rom")
        try await document.setData(["a": 1, "b.c": 2, "d": 3], mergeFields: ["a", FieldPath(["b.c"])])
        #expect(try await document.getDocument().data()?.keys.sorted() == ["a", "b.c"])
        await #expect(throws: NSError.self) { try await document.setData(["a": 9, "d": 3], mergeFields: ["d", 7]) }
        #expect(try await document.getDocument()["a"] as? Int == 1)
    }

    @Test func `a batch keeps its first mistake, and writes nothing`() async throws {
        let document = db.document("cities/rom")
        let batch = db.batch()
        batch.setData(["a": 1], forDocument: document)
        batch.setData(["a": Calendar(identifier: .gregorian)], forDocument: document)
        batch.updateData([7: 1], forDocument: document)
        let error = await #expect(throws: NSError.self) { try await batch.commit() }
        #expect(error?.code == 3 && error?.localizedDescription.contains("Calendar") == true)
        #expect(try await document.getDocument().exists == false)
        #expect(try await document.getDocument().data() == nil)
    }

    struct City: Codable, Equatable {
        @DocumentID var id: String?
        var name: String
        var people: Int
    }

    @Test func `a query is built, run and decoded as in FirebaseFirestore`() async throws {
        var query: Query = db.collection("cities")
        for (id, people) in [("a", 1), ("b", 2), ("c", 3)] {
            try db.collection("cities").document(id).setData(from: City(name: id.uppercased(), people: people))
        }
        try await db.waitForPendingWrites()
        query = query.whereField("people", isGreaterThan: 1).order(by: "people", descending: true)
        let snapshot = try await query.getDocuments()
        #expect(try snapshot.documents.map { try $0.data(as: City.self) }.map(\.name) == ["C", "B"])
        #expect(snapshot.documents.compactMap { $0.data()["people"] as? Int } == [3, 2])
        let first = try #require(snapshot.documents.first)
        #expect(try await query.start(afterDocument: first).getDocuments().documents.map(\.documentID) == ["b"])
        #expect(try await db.collection("cities").count.getAggregation(source: .server).count == 3)
        let batch = db.batch()
        batch.setData(["name": "D", "people": 4], forDocument: db.collection("cities").document("d"))
        batch.deleteDocument(db.document("cities/a"))
        try await batch.commit()
        #expect(try await db.collection("cities").getDocuments().count == 3)
    }

    @Test func `handlers are called on the main actor, and a listener lives until it is removed`() async throws {
        let cities = db.collection("cities")
        let names = AsyncStream.makeStream(of: [String].self)
        let listener = cities.order(by: "name").addSnapshotListener { snapshot, error in
            MainActor.assertIsolated()
            if error == nil { names.continuation.yield(snapshot?.documents.compactMap { $0["name"] as? String } ?? []) }
        }
        var lists = names.stream.makeAsyncIterator()
        #expect(await lists.next() == [])
        cities.addDocument(data: ["name": "Rom"]) { error in #expect(error == nil) }
        #expect(await lists.next() == ["Rom"])
        listener.remove()
        listener.remove()
        let count = await withCheckedContinuation { continuation in
            cities.getDocuments { snapshot, _ in continuation.resume(returning: snapshot?.count) }
        }
        #expect(count == 1)
    }

    @Test func `without an app every call is refused`() async {
        await #expect(throws: NSError.self) { _ = try await Firestore.firestore().document("a/b").getDocument() }
    }
}
