import Foundation
import HearthAuth
import HearthFirebaseCompat
import HearthFirestoreCompat
import HearthTesting
import Testing

@Suite("Settings with FirebaseFirestore's names")
struct CompatSettingsTests {
    private let db: HearthFirestoreCompat.Firestore
    private let app: FirebaseApp
    private let backend: TestBackend

    init() async throws {
        backend = try await TestBackend()
        let name = "settings-\(UUID().uuidString)"
        FirebaseApp.configure(name: name, client: HearthAuth.Auth(backend))
        app = try #require(FirebaseApp.app(name: name))
        db = Firestore.firestore(app: app)
        db.use(backend.transport)
        db.useEmulator(withHost: "127.0.0.1", port: 8080)
    }

    /// The code of the error that a call throws.
    private func code(_ call: () async throws -> Void) async -> Int? {
        do { try await call() } catch { return (error as NSError).code }
        return nil
    }

    @Test func `that change after the first use make every call fail, until they are back`() async throws {
        let document = db.document("a/b")
        try await document.setData(["n": 1])
        // The same again is no change.
        db.useEmulator(withHost: "127.0.0.1", port: 8080)
        try await document.setData(["n": 2])
        db.useEmulator(withHost: "127.0.0.1", port: 9090)
        let calls: [() async throws -> Void] = [
            { try await document.setData(["n": 3]) }, { try await document.updateData(["n": 3]) },
            { try await document.delete() }, { _ = try await document.getDocument() },
            { _ = try await db.collection("a").getDocuments() },
            { _ = try await db.collection("a").count.getAggregation(source: .server) },
            { try await db.batch().deleteDocument(document).commit() },
            { try await db.runTransaction { _ = $0.deleteDocument(document) } },
            { for try await _ in document.snapshots { break } },
            { for try await _ in db.collection("a").snapshots { break } },
            { try await db.waitForPendingWrites() }, { try await db.enableNetwork() },
        ]
        for (row, call) in calls.enumerated() { #expect(await code(call) == 9, "row \(row)") }
        let told = AsyncStream.makeStream(of: Int?.self)
        document.addSnapshotListener { snapshot, error in
            told.continuation.yield(snapshot == nil ? (error as NSError?)?.code : nil)
        }
        db.collection("a").addSnapshotListener { snapshot, error in
            told.continuation.yield(snapshot == nil ? (error as NSError?)?.code : nil)
        }
        document.setData(["n": 3]) { told.continuation.yield(($0 as NSError?)?.code) }
        var answers = told.stream.makeAsyncIterator()
        for _ in 0..<3 { #expect(await answers.next() == 9) }
        db.useEmulator(withHost: "127.0.0.1", port: 8080)
        #expect(try await document.getDocument(source: .server)["n"] as? Int == 2)
        // The object that `settings` gives is the database's own.
        db.settings.isSSLEnabled = true
        #expect(await code { _ = try await document.getDocument() } == 9)
    }

    @Test func `of a transport that comes too late are refused too`() async throws {
        try await db.document("a/b").setData(["n": 1])
        db.use(try await TestBackend().transport)
        #expect(await code { _ = try await db.document("a/b").getDocument() } == 9)
    }

    @Test func `may change with a new object, after the end of the old one`() async throws {
        try await db.document("a/b").setData(["n": 1])
        #expect(await code { try await db.clearPersistence() } == 9)
        db.settings.host = "127.0.0.1:9090"
        try await db.terminate()
        try await db.clearPersistence()
        let next = Firestore.firestore(app: app)
        next.use(backend.transport)
        next.useEmulator(withHost: "127.0.0.1", port: 9090)
        try await next.clearPersistence()
        #expect(try await next.document("a/b").getDocument()["n"] as? Int == 1)
    }
}
