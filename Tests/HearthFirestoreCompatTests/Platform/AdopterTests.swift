import Foundation
import HearthAuth
import HearthFirebaseCompat
import HearthFirestoreCompat
import HearthTesting
import Testing

/// What apps do with FirebaseFirestore, as they write it: of Hearth's it names the import alone.
private struct Place: Codable, Sendable, Equatable {
    @DocumentID var id: String?
    @ServerTimestamp var created: Timestamp?
    var name: String
    var price: Double
    var owner: DocumentReference?
    var tags: [String] = []
}

/// A model that is made from a document by hand; a query's results are documents too.
private struct Label {
    let id: String
    let name: String

    init?(document: any DocumentSnapshot) {
        guard let data = document.data(), let name = data["name"] as? String else { return nil }
        id = document.documentID
        self.name = name
    }
}

private final class PlaceStore: Sendable {
    let db: Firestore

    init(_ db: Firestore) { self.db = db }

    /// By way of JSON, which needs values that JSON has.
    func places() async throws -> [[String: Double]] {
        let snapshot = try await db.collection("prices").getDocuments()
        return try snapshot.documents.compactMap { document in
            let data = try JSONSerialization.data(withJSONObject: document.data())
            return try JSONDecoder().decode([String: Double].self, from: data)
        }
    }

    func observe(_ id: String) -> AsyncThrowingStream<[String: Any], any Error> {
        AsyncThrowingStream { continuation in
            let listener = db.collection("places").document(id).addSnapshotListener { snapshot, error in
                if let error {
                    continuation.finish(throwing: error)
                } else if let snapshot, let data = snapshot.data() {
                    continuation.yield(data)
                }
            }
            continuation.onTermination = { _ in listener.remove() }
        }
    }

    /// Page by page: the last document of a page is where the next one begins.
    func pages(of size: Int) async throws -> [[String]] {
        var pages: [[String]] = []
        var last: (any DocumentSnapshot)?
        while true {
            var query: Query = db.collection("places").order(by: "name").limit(to: size)
            if let last { query = query.start(afterDocument: last) }
            let snapshot = try await query.getDocuments()
            if snapshot.isEmpty { return pages }
            pages.append(snapshot.documents.compactMap { Label(document: $0)?.name })
            last = snapshot.documents.last
        }
    }

    /// Nothing is waited for: the listener sees the writes at once.
    func writeWithoutWaiting() {
        let places = db.collection("places")
        places.addDocument(data: ["name": "x"])
        places.document("a").setData(["name": "a"])
        places.document("a").setData(["price": 1], merge: true)
        places.document("a").setData(["price": 2, "name": "lost"], mergeFields: ["price"])
        places.document("a").updateData(["tags": FieldValue.arrayUnion(["t"])])
        places.document("b").delete()
        let batch = db.batch()
        batch.setData(["name": "c", "left": 1], forDocument: places.document("c"), mergeFields: ["name"])
        batch.commit()
    }
}

@Suite("An app that was written for FirebaseFirestore", .timeLimit(.minutes(5)))
struct AdopterTests {
    private let db: HearthFirestoreCompat.Firestore
    private let store: PlaceStore

    init() async throws {
        let backend = try await TestBackend()
        let name = "adopter-\(UUID().uuidString)"
        FirebaseApp.configure(name: name, client: HearthAuth.Auth(backend))
        db = Firestore.firestore(app: try #require(FirebaseApp.app(name: name)))
        db.use(backend.transport)
        store = PlaceStore(db)
    }

    @Test func `finds in a number every type that can hold it`() async throws {
        let document = db.document("numbers/a")
        try await document.setData(["whole": 5, "half": 2.5, "three": 3.0, "yes": true, "list": [1, 2]])
        let data = try #require(try await document.getDocument(source: .server).data())
        #expect(data["whole"] as? Int == 5 && data["whole"] as? Double == 5 && data["whole"] as? Int64 == 5)
        #expect((data["whole"] as? NSNumber)?.intValue == 5 && data["whole"] as? String == nil)
        #expect(data["half"] as? Double == 2.5 && data["half"] as? Int == nil)
        #expect(data["three"] as? Double == 3 && data["three"] as? Int == 3)
        #expect(
            data["yes"] as? Bool == true && data["list"] as? [Int] == [1, 2] && data["list"] as? [Double] == [1, 2]
        )
        // Written back, each is what it was.
        try await document.setData(data)
        let again = db.document("numbers/b")
        try await again.setData(data)
        struct Kinds: Decodable { let whole, half, three, yes: FirestoreValue }
        let kinds = try await again.getDocument(as: Kinds.self)
        #expect(kinds.whole == .integer(5) && kinds.half == .double(2.5) && kinds.three == .double(3))
        #expect(kinds.yes == .boolean(true))
    }

    @Test func `reads documents by way of JSON`() async throws {
        try await db.document("prices/a").setData(["tea": 2, "cake": 3.5])
        #expect(try await store.places() == [["tea": 2, "cake": 3.5]])
    }

    @Test func `stores its types, references and the server's time among their fields`() async throws {
        let owner = db.document("users/ada")
        let reference = try db.collection("places").addDocument(
            from: Place(name: "Cafe", price: 2, owner: owner, tags: ["tea"])
        )
        try await db.waitForPendingWrites()
        let place = try await reference.getDocument(as: Place.self)
        #expect(place.id == reference.documentID && place.owner == owner && place.created != nil)
        #expect(place.owner?.firestore === db && place.price == 2)
        let answers = AsyncStream.makeStream(of: String.self)
        reference.getDocument(as: Place.self) { result in
            switch result {
            case .success(let place): answers.continuation.yield(place.name)
            case .failure(let error): answers.continuation.yield("\(error)")
            }
        }
        for await name in answers.stream {
            #expect(name == "Cafe")
            break
        }
        try reference.setData(from: Place(name: "lost", price: 7), mergeFields: ["price"])
        #expect(try await reference.getDocument().data(as: Place.self).name == "Cafe")
        #expect(try await reference.getDocument()["price"] as? Int == 7)
    }

    @Test func `changes encoded data before it is written`() async throws {
        var data = try Firestore.Encoder().encode(Place(name: "Bar", price: 1, owner: db.document("users/eva")))
        data["updated"] = FieldValue.serverTimestamp()
        data["name"] = "Pub"
        let reference = db.document("places/p")
        try await reference.setData(data)
        let read = try await reference.getDocument()
        #expect(read["updated"] is Timestamp && read["name"] as? String == "Pub")
        #expect((read["owner"] as? DocumentReference)?.path == "users/eva")
        let fields = try #require(read.data())
        let place = try Firestore.Decoder().decode(Place.self, from: fields, in: reference)
        #expect(place.id == "p" && place.owner == db.document("users/eva") && place.name == "Pub")
        #expect(throws: NSError.self) {
            try Firestore.Decoder().decode([String: Int].self, from: ["a": Calendar(identifier: .gregorian)])
        }
    }

    @Test func `listens, and reads page by page`() async throws {
        for name in ["a", "b", "c", "d", "e"] {
            try await db.collection("places").document(name).setData(["name": name])
        }
        #expect(try await store.pages(of: 2) == [["a", "b"], ["c", "d"], ["e"]])
        var profile = store.observe("a").makeAsyncIterator()
        #expect(try await profile.next()?["name"] as? String == "a")
        try await db.document("places/a").updateData(["name": "A"])
        #expect(try await profile.next()?["name"] as? String == "A")
    }

    @Test func `writes without waiting, and finds all of it`() async throws {
        try await db.document("places/b").setData(["name": "b"])
        store.writeWithoutWaiting()
        try await db.waitForPendingWrites()
        let snapshot = try await db.collection("places").order(by: "name").getDocuments(source: .server)
        #expect(snapshot.documents.compactMap { $0["name"] as? String } == ["a", "c", "x"])
        let first = try #require(snapshot.documents.first)
        #expect(first["price"] as? Int == 2 && first["tags"] as? [String] == ["t"])
        #expect(snapshot.documents[1].data().keys.sorted() == ["name"])
    }

    @Test func `combines filters of any values, and is told which value cannot be asked for`() async throws {
        let places = db.collection("places")
        for (id, price) in [("a", 1), ("b", 2), ("c", 3)] { try await places.document(id).setData(["price": price]) }
        let least: Any = 1
        let filter = Filter.orFilter([
            .whereField("price", isEqualTo: least),
            .andFilter([.whereField("price", isGreaterThan: 2 as Any), .whereField("price", in: [3, 4] as [Any])]),
        ])
        let found = try await places.whereFilter(filter).getDocuments()
        #expect(found.documents.map(\.documentID) == ["a", "c"])
        let wrong = Filter.whereField("price", isEqualTo: Calendar(identifier: .gregorian))
        let error = await #expect(throws: NSError.self) { _ = try await places.whereFilter(wrong).getDocuments() }
        #expect(error?.code == 3 && error?.localizedDescription.contains("Calendar") == true)
    }

    @Test func `asks for numbers`() async throws {
        let places = db.collection("places")
        for price in [1, 2, 6] { try await places.addDocument(data: ["price": price]) }
        let count = try await places.count.getAggregation(source: .server).count
        #expect(count.intValue == 3 && Int(truncating: count) == 3)
        let query = places.aggregate([.sum("price"), .average("price"), .count()])
        let numbers = try await query.getAggregation(source: .server)
        #expect(numbers.get(.sum("price")) as? Int == 9 && numbers.get(.average("price")) as? Double == 3)
        #expect(numbers.get(.count()) as? NSNumber == 3 && numbers.get(.sum("other")) == nil)
        let none = db.collection("none").aggregate([.average("price")])
        let answers = AsyncStream.makeStream(of: Bool.self)
        none.getAggregation(source: .server) { snapshot, _ in
            answers.continuation.yield(snapshot?.get(.average("price")) is NSNull)
        }
        for await isNull in answers.stream {
            #expect(isNull)
            break
        }
    }

    @Test func `tells errors apart by their codes`() async throws {
        do {
            try await db.document("a/b").updateData(["n": 1])
            Issue.record("a missing document was updated")
        } catch FirestoreErrorCode.notFound {
            // As expected.
        }
        do {
            _ = try await db.document("a").getDocument()
        } catch FirestoreErrorCode.notFound {
            Issue.record("another code was wanted")
        } catch let error as NSError {
            #expect(error.domain == FirestoreErrorDomain && error.code == FirestoreErrorCode.invalidArgument.rawValue)
        }
        #expect(FirestoreErrorCode(.unavailable).code == FirestoreErrorCode.Code(rawValue: 14))
        #expect(!(FirestoreErrorCode.notFound ~= NSError(domain: "Shop", code: 5)))
    }

    @Test func `compares what it has with anything`() async throws {
        let a = db.document("places/a")
        try await a.setData(["n": 1])
        let other: Any = db.document("places/a")
        #expect(a.isEqual(other) && !a.isEqual("places/a") && !a.isEqual(nil))
        #expect(db.collection("c").limit(to: 1).isEqual(db.collection("c").limit(to: 1)))
        #expect(!db.collection("c").isEqual(db.collection("d")))
        let single = try await a.getDocument()
        let result = try #require(try await db.collection("places").getDocuments().documents.first)
        #expect(single.isEqual(result) && single == result && !single.isEqual(1))
        #expect(GeoPoint(latitude: 1, longitude: 2).isEqual(GeoPoint(latitude: 1, longitude: 2)))
        #expect(FieldPath.documentID().isEqual(FieldPath.documentID()))
    }

    @Test func `ends and begins the network with functions that are called after them`() async throws {
        let codes = AsyncStream.makeStream(of: Int?.self)
        let tell: @MainActor @Sendable ((any Error)?) -> Void = { codes.continuation.yield(($0 as NSError?)?.code) }
        var answers = codes.stream.makeAsyncIterator()
        db.disableNetwork(completion: tell)
        #expect(await answers.next() == .some(nil))
        db.document("a/b").setData(["n": 1], completion: tell)
        db.enableNetwork(completion: tell)
        #expect(await answers.next() == .some(nil))
        #expect(await answers.next() == .some(nil))
        db.waitForPendingWrites(completion: tell)
        #expect(await answers.next() == .some(nil))
        db.clearPersistence(completion: tell)
        #expect(await answers.next() == 9)
        db.terminate(completion: tell)
        #expect(await answers.next() == .some(nil))
        db.clearPersistence(completion: tell)
        #expect(await answers.next() == .some(nil))
    }
}
