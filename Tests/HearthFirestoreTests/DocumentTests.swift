import HearthFirestore
import HearthTesting
import Testing

struct DocumentTests {
    @Test func `what was written is read`() async throws {
        let firestore = try await TestBackend().client()
        let document = firestore.document("users/ada")
        let everything: [String: FirestoreValue] = [
            "null": .null, "yes": true, "int": 7, "double": 1.5, "text": "Grüße 🌞", "bytes": .bytes([0, 255]),
            "time": .timestamp(Timestamp(seconds: 1_700_000_000, nanoseconds: 123_456_000)),
            "place": .geoPoint(GeoPoint(latitude: 52.5, longitude: 13.4)), "list": [1, "two", ["three": 3]],
            "vector": .vector(VectorValue([1, 2, 3])), "map": ["a": ["b": 1]], "self": .reference(document),
            "nan": .double(.nan),
        ]
        try await document.setData(everything)
        let snapshot = try await document.getDocument()
        #expect(snapshot.exists)
        #expect(snapshot.data()?.filter { $0.key != "nan" } == everything.filter { $0.key != "nan" })
        #expect(snapshot["nan"]?.doubleValue?.isNaN == true)
        #expect(snapshot["map.a.b"] == 1)
        #expect(snapshot.updateTime != nil && snapshot.createTime == snapshot.updateTime)
        #expect(snapshot.metadata == (try await document.getDocument().metadata))
    }

    @Test func `a missing document exists not`() async throws {
        let snapshot = try await TestBackend().client().document("users/nobody").getDocument()
        #expect(!snapshot.exists)
        #expect(snapshot.data() == nil)
        #expect(snapshot["name"] == nil)
    }

    @Test func `an update changes what it names and nothing else`() async throws {
        let document = try await TestBackend().client().document("users/ada")
        try await document.setData([
            "name": "Ada", "address": ["city": "London", "zip": "N1"] as FirestoreValue, "n": 1,
        ])
        try await document.updateData(["address.city": "Paris", "n": FieldValue.delete()])
        #expect(try await document.getDocument().data() == ["name": "Ada", "address": ["city": "Paris", "zip": "N1"]])
        try await document.updateData([FieldPath(["a.b"]): 3])
        #expect(try await document.getDocument().get(FieldPath(["a.b"])) == 3)
    }

    @Test func `an update of a missing document fails and a create of a present one`() async throws {
        let document = try await TestBackend().client().document("users/ada")
        #expect(await code { try await document.updateData(["a": 1]) } == .notFound)
        try await document.create(["a": 1])
        #expect(await code { try await document.create(["a": 2]) } == .alreadyExists)
        let old = try await document.getDocument()
        try await document.setData(["a": 3])
        let time = try #require(old.updateTime)
        #expect(await code { try await document.delete(precondition: .lastUpdateTime(time)) } == .failedPrecondition)
        try await document.delete()
        #expect(try await document.getDocument().exists == false)
    }

    @Test func `a condition that no document can meet is refused, not passed over`() async throws {
        let document = try await TestBackend().client().document("users/ada")
        try await document.setData(["a": 1])
        for time in [Timestamp(seconds: .max), Timestamp(seconds: 0, nanoseconds: -1)] {
            let never = Precondition.lastUpdateTime(time)
            #expect(await code { try await document.delete(precondition: never) } == .invalidArgument)
            #expect(await code { try await document.updateData(["a": 2], precondition: never) } == .invalidArgument)
        }
        #expect(try await document.getDocument().data() == ["a": 1])
    }

    @Test func `merging keeps what the data does not name`() async throws {
        let document = try await TestBackend().client().document("users/ada")
        try await document.setData(["name": "Ada", "map": ["a": 1, "b": 2] as FirestoreValue])
        try await document.setData(["map": ["b": 3] as FirestoreValue, "gone": FieldValue.delete()], merge: true)
        #expect(try await document.getDocument().data() == ["name": "Ada", "map": ["a": 1, "b": 3]])
        try await document.setData(["name": "Bob", "map": ["a": 9] as FirestoreValue], mergeFields: ["name"])
        #expect(try await document.getDocument().data() == ["name": "Bob", "map": ["a": 1, "b": 3]])
        #expect(await code { try await document.setData(["a": 1], mergeFields: ["b"]) } == .invalidArgument)
    }

    @Test func `the server computes what it is asked to`() async throws {
        let document = try await TestBackend().client().document("counters/one")
        try await document.setData(["n": 1, "list": [1, 2], "max": 5])
        try await document.updateData([
            "n": FieldValue.increment(4), "list": FieldValue.arrayUnion([2, 3]), "max": FieldValue.maximum(9),
            "at": FieldValue.serverTimestamp(), "min": FieldValue.minimum(2.5),
        ])
        var data = try #require(try await document.getDocument().data())
        #expect(data.removeValue(forKey: "at")?.timestampValue != nil)
        #expect(data == ["n": 5, "list": [1, 2, 3], "max": 9, "min": 2.5])
        try await document.updateData(["list": FieldValue.arrayRemove([1, 3]), "n": FieldValue.increment(0.5)])
        #expect(try await document.getDocument()["list"] == [2])
        #expect(try await document.getDocument()["n"] == 5.5)
    }

    @Test func `data that cannot be written is refused before it is sent`() async throws {
        let document = Firestore(projectID: "demo-test", transport: NoTransport()).document("a/b")
        let wrong: [[String: any FirestoreConvertible]] = [
            ["a": FieldValue.delete()], ["list": [FieldValue.serverTimestamp()]], ["": 1],
            ["at": Timestamp(seconds: .max)], ["list": FirestoreValue.array([[1]])],
        ]
        for data in wrong { #expect(await code { try await document.setData(data) } == .invalidArgument, "\(data)") }
        let updates: [[String: any FirestoreConvertible]] = [
            [:], ["a": 1, "a.b": 2], ["a..b": 1], ["a*": 1], [".a": 1],
            ["a": ["b": .fieldValue(.delete())] as FirestoreValue],
        ]
        for data in updates {
            #expect(await code { try await document.updateData(data) } == .invalidArgument, "\(data)")
        }
    }

    @Test func `a batch happens as a whole, once`() async throws {
        let firestore = try await TestBackend().client()
        let (first, second) = (firestore.document("a/1"), firestore.document("a/2"))
        #expect(
            await code {
                try await firestore.batch().setData(["x": 1], forDocument: first).updateData(
                    ["x": 1],
                    forDocument: second
                ).commit()
            }
                == .notFound
        )
        #expect(try await first.getDocument().exists == false)
        let batch = firestore.batch().setData(["x": 1], forDocument: first).setData(["x": 2], forDocument: second)
        try await batch.commit()
        #expect(try await firestore.collection("a").getDocuments().documents.map { $0["x"] } == [1, 2])
        #expect(await code { try await batch.commit() } == .failedPrecondition)
        try await firestore.batch().commit()
    }
}
