import HearthCore
import HearthFirestore
import HearthTesting
import Testing

struct TransactionTests {
    /// Counts from several tasks.
    actor Counter {
        var value = 0
        func next() -> Int {
            value += 1
            return value
        }
    }

    @Test func `no increment is lost among many transactions`() async throws {
        let backend = try await TestBackend()
        let clock = FirestoreClock(sleep: { _ in await Task.yield() })
        let firestore = backend.client(clock: clock)
        let counter = firestore.document("counters/one")
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    try await firestore.runTransaction(TransactionOptions(maxAttempts: 1000)) { transaction in
                        let now = try await transaction.getDocument(counter)["n"]?.intValue ?? 0
                        transaction.setData(["n": now + 1], forDocument: counter)
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try await counter.getDocument()["n"] == 8)
    }

    @Test func `a document that was only read is verified`() async throws {
        let backend = try await TestBackend()
        let firestore = backend.client(clock: FirestoreClock(sleep: { _ in }))
        let (read, written) = (firestore.document("a/read"), firestore.document("a/written"))
        let attempts = Counter()
        try await firestore.runTransaction { transaction in
            let exists = try await transaction.getDocument(read).exists
            if await attempts.next() == 1 { try await read.setData(["other": "client"]) }
            transaction.setData(["saw": exists], forDocument: written)
        }
        #expect(await attempts.value == 2)
        #expect(try await written.getDocument()["saw"] == true)
    }

    @Test func `it gives up after the attempts it may make`() async throws {
        let firestore = try await TestBackend().client(clock: FirestoreClock(sleep: { _ in }))
        let document = firestore.document("a/b")
        let attempts = Counter()
        let code = await code {
            try await firestore.runTransaction(TransactionOptions(maxAttempts: 3)) { transaction in
                _ = try await transaction.getDocument(document)
                let count = await attempts.next()
                try await document.setData(["n": count])
                transaction.setData(["n": -1], forDocument: document)
            }
        }
        #expect(code == .failedPrecondition)
        #expect(await attempts.value == 3)
        #expect(try await document.getDocument()["n"] == 3)
    }

    @Test func `updating a document that was read as missing fails at once`() async throws {
        let firestore = try await TestBackend().client()
        let document = firestore.document("a/b")
        let attempts = Counter()
        let code = await code {
            try await firestore.runTransaction { transaction in
                _ = try await transaction.getDocument(document)
                _ = await attempts.next()
                transaction.updateData(["n": 1], forDocument: document)
            }
        }
        #expect(code == .notFound)
        #expect(await attempts.value == 1)
    }

    struct Refusal: Error {}

    @Test func `what the closure throws ends it without a write`() async throws {
        let firestore = try await TestBackend().client()
        let document = firestore.document("a/b")
        await #expect(throws: Refusal.self) {
            try await firestore.runTransaction { transaction in
                transaction.setData(["n": 1], forDocument: document)
                throw Refusal()
            }
        }
        #expect(try await document.getDocument().exists == false)
    }

    @Test func `reading after writing and using it later are mistakes`() async throws {
        let firestore = try await TestBackend().client()
        let document = firestore.document("a/b")
        let late = Locked<Transaction?>(nil)
        let code = await code {
            try await firestore.runTransaction { transaction in
                late.withLock { $0 = transaction }
                transaction.setData(["n": 1], forDocument: document)
                _ = try await transaction.getDocument(document)
            }
        }
        #expect(code == .invalidArgument)
        let transaction = try #require(late.withLock { $0 })
        #expect(await TransactionTests.refusal(of: transaction, document) == .failedPrecondition)
    }

    static func refusal(of transaction: Transaction, _ document: DocumentReference) async -> FirestoreError.Code? {
        do throws(FirestoreError) {
            _ = try await transaction.getDocument(document)
            return nil
        } catch {
            return error.code
        }
    }
}
