import Foundation
import HearthAuth
import HearthFirebaseCompat
import HearthFirestore
import HearthTesting
import Testing

@testable import HearthFirestoreCompat

/// What an app that was written for FirebaseFirestore relies on when it writes without waiting.
@Suite("Writes with FirebaseFirestore's names")
struct CompatWriteTests {
    private typealias Reference = HearthFirestoreCompat.DocumentReference
    private let backend: TestBackend
    private let db: HearthFirestoreCompat.Firestore
    private let app: FirebaseApp

    init() async throws {
        backend = try await TestBackend()
        let name = "writes-\(UUID().uuidString)"
        FirebaseApp.configure(name: name, client: HearthAuth.Auth(backend))
        app = try #require(FirebaseApp.app(name: name))
        db = HearthFirestoreCompat.Firestore.firestore(app: app)
        db.use(backend.transport)
    }

    /// The error of a call that hands it to a function.
    private func error(of call: (@escaping @MainActor @Sendable ((any Error)?) -> Void) -> Void) async -> NSError? {
        let box: AsyncStream<NSError?> = AsyncStream { continuation in
            call { error in
                continuation.yield(error as NSError?)
                continuation.finish()
            }
        }
        for await error in box { return error }
        return nil
    }

    @Test func `happen in the order of the calls, though no call waits for the one before`() async throws {
        let document = db.document("counters/one")
        for number in 0..<200 {
            switch number % 4 {
            case 0: document.setData(["n": number], completion: nil)
            case 1: document.setData(["n": number], merge: true, completion: nil)
            case 2: document.updateData(["n": number], completion: nil)
            default: db.batch().setData(["n": number], forDocument: document).commit(completion: nil)
            }
        }
        try await db.waitForPendingWrites()
        #expect(try await document.getDocument(source: .server)["n"] as? Int == 199)
    }

    @Test func `that wait for the network are seen at once by the next read, and are waited for`() async throws {
        try await db.disableNetwork()
        let document = db.document("notes/a")
        document.setData(["text": "tea"], completion: nil)
        let snapshot = try await document.getDocument(source: .cache)
        #expect(snapshot["text"] as? String == "tea" && snapshot.metadata.hasPendingWrites)
        document.delete(completion: nil)
        #expect(try await document.getDocument(source: .cache).exists == false)
        document.setData(["text": "milk"], completion: nil)
        let count = try await db.collection("notes").getDocuments(source: .cache).count
        #expect(count == 1)
        try await db.enableNetwork()
        try await db.waitForPendingWrites()
        #expect(try await document.getDocument(source: .server)["text"] as? String == "milk")
    }

    @Test func `tell their error to the function that is called after them`() async {
        let document = db.document("notes/a")
        let calendar = Calendar(identifier: .gregorian)
        #expect(await error { document.updateData(["a": 1], completion: $0) }?.code == 5)
        #expect(await error { document.setData(["a": calendar], completion: $0) }?.code == 3)
        #expect(await error { document.updateData([7: 1], completion: $0) }?.code == 3)
        #expect(
            await error { db.batch().updateData(["a": 1], forDocument: document).commit(completion: $0) }?.code == 5
        )
        #expect(await error { db.document("notes").setData(["a": 1], completion: $0) }?.code == 3)
        #expect(await error { document.setData(["a": 1], completion: $0) } == nil)
        #expect(await error { document.delete(completion: $0) } == nil)
    }

    @Test func `with an element that Firestore does not have fail, and lose no other element`() async throws {
        let document = db.document("notes/a")
        try await document.setData(["tags": ["a"]])
        let calendar = Calendar(identifier: .gregorian)
        for value in [
            FieldValue.arrayUnion(["b", calendar]), .arrayRemove(["a", calendar]), .arrayUnion([UInt64.max]),
        ] {
            let error = await #expect(throws: NSError.self) { try await document.updateData(["tags": value]) }
            #expect(error?.domain == "FIRFirestoreErrorDomain" && error?.code == 3)
        }
        #expect(try await document.getDocument()["tags"] as? [String] == ["a"])
        try await document.updateData(["tags": FieldValue.arrayUnion(["b", "a", NSNull(), 1])])
        #expect((try await document.getDocument()["tags"] as? [Any])?.count == 4)
        try await document.updateData(["tags": FieldValue.arrayRemove(["a", NSNull(), 1])])
        #expect(try await document.getDocument()["tags"] as? [String] == ["b"])
    }

    @Test func `of a batch happen once, and a batch that was committed takes no more`() async throws {
        let batch = db.batch()
        batch.setData(["n": FieldValue.increment(Int64(1))], forDocument: db.document("a/b"))
        try await batch.commit()
        let second = await #expect(throws: NSError.self) { try await batch.commit() }
        #expect(second?.domain == "FIRFirestoreErrorDomain" && second?.code == 9)
        batch.deleteDocument(db.document("a/b"))
        await #expect(throws: NSError.self) { try await batch.commit() }
        #expect(try await db.document("a/b").getDocument()["n"] as? Int == 1)
        try await db.batch().commit()
        let other = HearthFirestoreCompat.Firestore.firestore(app: app, database: "other")
        let foreign = db.batch().deleteDocument(other.document("a/b"))
        await #expect(throws: NSError.self) { try await foreign.commit() }
    }

    @Test func `with a sentinel where none can stand are refused`() async throws {
        let document = db.document("a/b")
        try await document.setData(["kept": 1])
        let wrong: [[String: Any]] = [
            ["a": [FieldValue.delete()]], ["a": [["b": FieldValue.serverTimestamp()]]], ["a": FieldValue.delete()],
            ["": 1],
            ["__a__": 1], ["a": ["": 1]], ["a": [[1]]],
        ]
        for data in wrong {
            let error = await #expect(throws: NSError.self, "\(data)") { try await document.setData(data) }
            #expect(error?.code == 3, "\(data)")
        }
        #expect(try await document.getDocument().data()?.keys.sorted() == ["kept"])
        try await document.setData(["kept": FieldValue.delete(), "new": 1], merge: true)
        #expect(try await document.getDocument().data()?.keys.sorted() == ["new"])
    }

    @Test func `of numbers keep them exactly`() async throws {
        let document = db.document("a/b")
        let data: [String: Any] = [
            "nan": Double.nan, "infinite": -Double.infinity, "least": Int64.min, "most": Int64.max,
            "tiny": Double.leastNonzeroMagnitude, "whole": 3.0, "odd": 9_007_199_254_740_993,
        ]
        try await document.setData(data)
        let read = try #require(try await document.getDocument(source: .server).data())
        #expect((read["nan"] as? Double)?.isNaN == true)
        #expect(read["infinite"] as? Double == -.infinity && read["tiny"] as? Double == .leastNonzeroMagnitude)
        #expect(
            read["least"] as? Int == .min && read["most"] as? Int == .max
                && read["odd"] as? Int == 9_007_199_254_740_993
        )
        // As in FirebaseFirestore a number is found by every type that can hold it; written back, a double stays one.
        #expect(read["whole"] as? Double == 3 && read["whole"] as? Int == 3)
        try await document.setData(["whole": try #require(read["whole"])])
        #expect(try await document.getDocument(source: .server).snapshot["whole"] == .double(3))
    }

    @Test func `of the server's time are known as wanted before the server has told it`() async throws {
        let document = db.document("a/b")
        try await document.setData(["at": "before"])
        // What is listened to is in memory.
        let (known, know) = AsyncStream.makeStream(of: Bool.self)
        let listener = document.addSnapshotListener { snapshot, _ in know.yield(snapshot?["at"] as? String == "before")
        }
        defer { listener.remove() }
        for await isKnown in known where isKnown { break }
        try await db.disableNetwork()
        document.updateData(["at": FieldValue.serverTimestamp()], completion: nil)
        let snapshot = try await document.getDocument(source: .cache)
        #expect(snapshot["at"] is NSNull && snapshot.data()?["at"] is NSNull)
        #expect(
            snapshot.data(with: .estimate)?["at"] is Timestamp
                && snapshot.data(with: .previous)?["at"] as? String == "before"
        )
        #expect(snapshot.get("at", serverTimestampBehavior: .previous) as? String == "before")
        try await db.enableNetwork()
        try await db.waitForPendingWrites()
        #expect(try await document.getDocument(source: .server)["at"] is Timestamp)
    }

    @Test func `end with the database, and another one begins`() async throws {
        try await db.document("a/b").setData(["n": 1])
        try await db.terminate()
        let late = await #expect(throws: NSError.self) { try await db.document("a/b").setData(["n": 2]) }
        #expect(late?.domain == "FIRFirestoreErrorDomain" && late?.code == 9)
        let read = await #expect(throws: NSError.self) { _ = try await db.document("a/b").getDocument() }
        #expect(read?.code == 9)
        try await db.terminate()
        // FirebaseFirestore makes a new one when it is asked for the database again.
        let next = HearthFirestoreCompat.Firestore.firestore(app: app)
        #expect(next !== db && HearthFirestoreCompat.Firestore.firestore(app: app) === next)
        next.use(backend.transport)
        #expect(try await next.document("a/b").getDocument()["n"] as? Int == 1)
    }
}
