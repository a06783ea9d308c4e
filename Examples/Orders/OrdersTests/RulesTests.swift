import HearthAuth
import HearthFirestore
import HearthTesting
import Testing

/// Attacks on `firestore.rules`.
struct RulesTests {
    private func refusal(_ work: () async throws -> Void) async -> FirestoreError.Code? {
        do {
            try await work()
            return nil
        } catch {
            return (error as? FirestoreError)?.code
        }
    }

    @Test func `a guest reads and writes nothing`() async throws {
        let shop = try await Shop()
        let ada = try await shop.customer("ada@example.com")
        try await ada.firestore.document("users/\(ada.id)").setData(["name": "Ada"])
        let guest = Firestore(shop.backend)
        let profile = guest.document("users/\(ada.id)")
        #expect(await refusal { _ = try await profile.getDocument() } == .permissionDenied)
        #expect(await refusal { try await profile.setData(["name": "Eve"]) } == .permissionDenied)
        #expect(await refusal { _ = try await guest.collection("users").getDocuments() } == .permissionDenied)
        #expect(await refusal { _ = try await guest.collectionGroup("orders").getDocuments() } == .permissionDenied)
    }

    @Test func `a customer reads and writes nothing of another one`() async throws {
        let shop = try await Shop()
        let ada = try await shop.customer("ada@example.com")
        let eve = try await shop.customer("eve@example.com")
        let order = ada.firestore.collection("users/\(ada.id)/orders").document("o1")
        try await order.setData(["title": "Tea", "count": 1])
        let stolen = eve.firestore.document(order.path)
        #expect(await refusal { _ = try await stolen.getDocument() } == .permissionDenied)
        #expect(await refusal { try await stolen.delete() } == .permissionDenied)
        #expect(await refusal { try await stolen.updateData(["count": 2]) } == .permissionDenied)
        #expect(await refusal { _ = try await eve.firestore.collection("users").getDocuments() } == .permissionDenied)
        let both = eve.firestore.batch().deleteDocument(stolen)
            .setData(["name": "Eve"], forDocument: eve.firestore.document("users/\(eve.id)"))
        #expect(await refusal { try await both.commit() } == .permissionDenied)
        #expect(try await order.getDocument().exists)
        #expect(try await eve.firestore.document("users/\(eve.id)").getDocument().exists == false)
    }

    @Test func `an order that is none is refused, and nothing else is a place to write`() async throws {
        let shop = try await Shop()
        let ada = try await shop.customer("ada@example.com")
        let order = ada.firestore.collection("users/\(ada.id)/orders").document()
        let wrong: [[String: any FirestoreConvertible]] = [
            ["title": "", "count": 1], ["title": "Tea"], ["title": "Tea", "count": 0], ["title": "Tea", "count": 1.5],
            ["title": 5, "count": 1], ["title": "Tea", "count": 1001],
        ]
        for data in wrong { #expect(await refusal { try await order.setData(data) } == .permissionDenied) }
        try await order.setData(["title": "Tea", "count": 1])
        #expect(await refusal { try await order.updateData(["count": 0]) } == .permissionDenied)
        #expect(await refusal { try await ada.firestore.document("orders/o1").setData(["a": 1]) } == .permissionDenied)
        let deep = ada.firestore.document("users/\(ada.id)/orders/o1/items/i1")
        #expect(await refusal { try await deep.setData(["a": 1]) } == .permissionDenied)
    }

    @Test func `who signs out is a guest, also on an open list`() async throws {
        let shop = try await Shop()
        let ada = try await shop.customer("ada@example.com")
        var lists = ada.firestore.collection("users/\(ada.id)/orders").snapshots.makeAsyncIterator()
        #expect(try await lists.next()?.isEmpty == true)
        try await ada.auth.signOut()
        let code = await refusal { while try await lists.next() != nil {} }
        #expect(code == .permissionDenied)
    }
}
