import Foundation
import HearthAuth
import HearthFirebaseCompat
import HearthFirestoreCompat
import HearthTesting
import Testing

/// Transactions as apps write them for FirebaseFirestore: the block reads without `await`.
///
/// The word `unsafe` is wanted by the memory checks of this package, which apps do not switch on.
@Suite("Transactions with FirebaseFirestore's names", .timeLimit(.minutes(5)))
struct CompatTransactionTests {
    private let db: HearthFirestoreCompat.Firestore

    init() async throws {
        let backend = try await TestBackend()
        let name = "transactions-\(UUID().uuidString)"
        FirebaseApp.configure(name: name, client: HearthAuth.Auth(backend))
        db = Firestore.firestore(app: try #require(FirebaseApp.app(name: name)))
        db.use(backend.transport)
    }

    @Test func `read, write, and return what the block returns`() async throws {
        let sf = db.collection("cities").document("SF")
        try await sf.setData(["population": 860_000, "old": 1])
        let result = unsafe try await db.runTransaction({ transaction, errorPointer -> Any? in
            let document: any DocumentSnapshot
            do {
                document = try transaction.getDocument(sf)
            } catch let fetchError as NSError {
                unsafe errorPointer?.pointee = fetchError
                return nil
            }
            guard let population = document.data()?["population"] as? Int else { return nil }
            transaction.updateData(["population": population + 1, "old": FieldValue.delete()], forDocument: sf)
            transaction.setData(["copied": population], forDocument: sf.collection("log").document("a"))
            return population + 1
        })
        #expect(result as? Int == 860_001)
        #expect(try await sf.getDocument(source: .server).data()?.keys.sorted() == ["population"])
        #expect(try await sf.collection("log").document("a").getDocument()["copied"] as? Int == 860_000)
    }

    @Test func `end with the block's error, once, and write nothing`() async throws {
        let document = db.document("a/b")
        let runs = AsyncStream.makeStream(of: Void.self)
        let block: @Sendable (Transaction, NSErrorPointer) -> Any? = { transaction, errorPointer in
            runs.continuation.yield()
            transaction.setData(["n": 1], forDocument: document)
            unsafe errorPointer?.pointee = NSError(domain: "Shop", code: 42)
            return "ignored"
        }
        let error = await #expect(throws: NSError.self) { _ = unsafe try await db.runTransaction(block) }
        #expect(error?.domain == "Shop" && error?.code == 42)
        runs.continuation.finish()
        #expect(await runs.stream.reduce(0) { count, _ in count + 1 } == 1)
        #expect(try await document.getDocument(source: .server).exists == false)
    }

    @Test func `tell the function that is called after them`() async throws {
        let document = db.document("a/b")
        let results = AsyncStream.makeStream(of: (Int?, Int?).self)
        unsafe db.runTransaction({ transaction, _ -> Any? in
            transaction.setData(["n": 1], forDocument: document)
            return 7
        }) { result, error in
            MainActor.assertIsolated()
            results.continuation.yield((result as? Int, (error as NSError?)?.code))
        }
        var answers = results.stream.makeAsyncIterator()
        #expect(await answers.next() ?? (nil, nil) == (7, nil))
        unsafe db.runTransaction(
            with: TransactionOptions(maxAttempts: 1),
            block: { transaction, _ -> Any? in
                transaction.updateData(["n": 2], forDocument: document.collection("c").document("missing"))
            },
            completion: { result, error in
                results.continuation.yield((result as? Int, (error as NSError?)?.code))
            }
        )
        #expect(await answers.next() ?? (nil, nil) == (nil, FirestoreErrorCode.notFound.rawValue))
    }

    @Test func `that meet at one document lose no write`() async throws {
        let counter = db.document("counters/one")
        let db = db
        try await withThrowingTaskGroup { group in
            for _ in 0..<8 {
                group.addTask {
                    _ = unsafe try await db.runTransaction(with: TransactionOptions(maxAttempts: 50)) {
                        transaction,
                        error in
                        do {
                            let n = try transaction.getDocument(counter)["n"] as? Int ?? 0
                            transaction.setData(["n": n + 1], forDocument: counter)
                        } catch let fetchError as NSError {
                            unsafe error?.pointee = fetchError
                        }
                        return nil
                    }
                }
                group.addTask {
                    try await db.runTransaction(TransactionOptions(maxAttempts: 50)) { transaction in
                        let n = try await transaction.getDocument(counter)["n"] as? Int ?? 0
                        transaction.setData(["n": n + 1], forDocument: counter)
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try await counter.getDocument(source: .server)["n"] as? Int == 16)
    }

    @Test func `with a mistake fail with it, whatever else they write`() async throws {
        let document = db.document("a/b")
        let calendar = Calendar(identifier: .gregorian)
        let wrong: [@Sendable (Transaction) -> Void] = [
            { $0.setData(["a": calendar], forDocument: document) },
            { $0.setData(["a": 1], forDocument: document, mergeFields: [7]) },
            { $0.updateData([7: 1], forDocument: document) },
            { $0.updateData(["a..b": 1], forDocument: document) },
            { $0.deleteDocument(self.db.document("a")) },
        ]
        for (row, write) in wrong.enumerated() {
            let error = await #expect(throws: NSError.self, "row \(row)") {
                try await db.runTransaction { transaction in
                    transaction.setData(["n": 1], forDocument: document)
                    write(transaction)
                }
            }
            #expect(error?.domain == FirestoreErrorDomain && error?.code == 3, "row \(row)")
        }
        let late = await #expect(throws: NSError.self) {
            try await db.runTransaction { transaction in
                transaction.setData(["n": 1], forDocument: document)
                _ = try await transaction.getDocument(document)
            }
        }
        #expect(late?.code == 3)
        #expect(try await document.getDocument(source: .server).exists == false)
    }

    @Test func `are of no use after their end`() async throws {
        let document = db.document("a/b")
        let kept = try await db.runTransaction { $0 }
        kept.setData(["n": 1], forDocument: document)
        let error = await #expect(throws: NSError.self) { _ = try await kept.getDocument(document) }
        #expect(error?.domain == FirestoreErrorDomain && error?.code == 9)
        #expect(try await document.getDocument(source: .server).exists == false)
    }

    @Test func `that are cancelled end their block's reads, and write nothing`() async throws {
        let document = db.document("a/b")
        let db = db
        let (begun, begin) = AsyncStream.makeStream(of: Void.self)
        let goes = DispatchSemaphore(value: 0)
        let transaction = Task {
            _ = unsafe try await db.runTransaction({ transaction, errorPointer -> Any? in
                begin.yield()
                goes.wait()
                transaction.setData(["n": 1], forDocument: document)
                do {
                    _ = try transaction.getDocument(document)
                } catch let error as NSError {
                    unsafe errorPointer?.pointee = error
                }
                return nil
            })
        }
        for await _ in begun { break }
        transaction.cancel()
        goes.signal()
        await #expect(throws: (any Error).self) { try await transaction.value }
        #expect(try await document.getDocument(source: .server).exists == false)
    }
}
