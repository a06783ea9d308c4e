import HearthCore
import HearthFirestore
import HearthHTTP
import HearthTesting
import Testing

struct ListeningTests {
    @Test func `a query is followed as it changes`() async throws {
        let backend = try await TestBackend()
        let (here, there) = (backend.client(), backend.client())
        var snapshots = here.collection("c").order(by: "n").snapshots.makeAsyncIterator()
        let first = try #require(try await snapshots.next())
        #expect(first.isEmpty && !first.metadata.isFromCache)
        try await there.document("c/b").setData(["n": 2])
        let second = try #require(try await snapshots.next())
        #expect(second.documents.map(\.documentID) == ["b"])
        #expect(second.documentChanges.map(\.type) == [.added])
        try await there.document("c/a").setData(["n": 1])
        let third = try #require(try await snapshots.next())
        #expect(third.documents.map(\.documentID) == ["a", "b"])
        #expect(third.documentChanges.map(\.newIndex) == [0])
        try await there.document("c/b").delete()
        let fourth = try #require(try await snapshots.next())
        #expect(fourth.documentChanges.map(\.type) == [.removed])
        #expect(fourth.documentChanges.map(\.oldIndex) == [1])
    }

    @Test func `a document is followed from before it exists until after its end`() async throws {
        let backend = try await TestBackend()
        let (here, there) = (backend.client(), backend.client())
        var snapshots = here.document("c/d").snapshots.makeAsyncIterator()
        #expect(try await snapshots.next()?.exists == false)
        try await there.document("c/d").setData(["n": 1])
        #expect(try await snapshots.next()?["n"] == 1)
        try await there.document("c/d").delete()
        #expect(try await snapshots.next()?.exists == false)
    }

    @Test func `a write is shown here at once and confirmed later`() async throws {
        let backend = try await TestBackend()
        let firestore = backend.client()
        let document = firestore.document("c/d")
        var snapshots = document.snapshots(includeMetadataChanges: true).makeAsyncIterator()
        #expect(try await snapshots.next()?.exists == false)
        async let write: Void = document.setData(["n": 1, "at": FieldValue.serverTimestamp()])
        let local = try #require(try await snapshots.next())
        #expect(local.metadata.hasPendingWrites)
        #expect(local["n"] == 1)
        #expect(local["at"] == .null)
        #expect(local.get("at", serverTimestampBehavior: .estimate)?.timestampValue != nil)
        try await write
        var last = local
        while last.metadata.hasPendingWrites { last = try #require(try await snapshots.next()) }
        #expect(last["at"]?.timestampValue != nil)
        #expect(last.updateTime != nil)
    }

    @Test func `a write that the rules refuse is taken back`() async throws {
        let backend = try await TestBackend()
        try await backend.setFirestoreRules(
            """
            service cloud.firestore {
              match /databases/{database}/documents {
                match /c/{id} { allow read: if true; allow write: if request.resource.data.n < 5; }
              }
            }
            """
        )
        let firestore = backend.client(FixedCredentials.anonymous)
        let document = firestore.document("c/d")
        try await document.setData(["n": 1])
        var snapshots = firestore.collection("c").snapshots.makeAsyncIterator()
        var snapshot = try #require(try await snapshots.next())
        while snapshot.documents.first?["n"] != 1 { snapshot = try #require(try await snapshots.next()) }
        let refused = Task { await code { try await document.setData(["n": 9]) } }
        var seen: [FirestoreValue?] = []
        repeat {
            snapshot = try #require(try await snapshots.next())
            seen.append(snapshot.documents.first?["n"])
        } while seen.last != .some(1)
        #expect(await refused.value == .permissionDenied)
        #expect(seen.count <= 2)
    }

    @Test func `a listener that the rules refuse ends with their error`() async throws {
        let backend = try await TestBackend()
        try await backend.setFirestoreRules("service cloud.firestore { match /databases/{d}/documents { } }")
        let firestore = backend.client(FixedCredentials.anonymous)
        let code = await code { for try await _ in firestore.collection("c").snapshots {} }
        #expect(code == .permissionDenied)
    }

    @Test func `the last ones of a query keep its order`() async throws {
        let backend = try await TestBackend()
        let firestore = backend.client()
        for n in 1...4 { try await firestore.document("c/d\(n)").setData(["n": n]) }
        var snapshots = firestore.collection("c").order(by: "n").limit(toLast: 2).snapshots.makeAsyncIterator()
        #expect(try await snapshots.next()?.documents.map { $0["n"]?.intValue } == [3, 4])
        try await backend.client().document("c/d9").setData(["n": 9])
        let next = try #require(try await snapshots.next())
        #expect(next.documents.map { $0["n"]?.intValue } == [4, 9])
        #expect(next.documentChanges.map(\.type) == [.removed, .added])
    }

    @Test func `typed snapshots and callbacks say the same`() async throws {
        struct Item: Codable, Sendable, Equatable { var n: Int }
        let backend = try await TestBackend()
        let firestore = backend.client()
        let heard = AsyncStream.makeStream(of: Int.self)
        let listener = firestore.collection("c").addSnapshotListener { result in
            if case .success(let snapshot) = result { heard.continuation.yield(snapshot.count) }
        }
        var counts = heard.stream.makeAsyncIterator()
        #expect(await counts.next() == 0)
        try await firestore.document("c/d").setData(["n": 7])
        #expect(await counts.next() == 1)
        var typed = firestore.collection("c").snapshots(as: Item.self).makeAsyncIterator()
        #expect(try await typed.next() == [Item(n: 7)])
        listener.remove()
        listener.remove()
    }

    @Test func `without network writes wait and memory is read`() async throws {
        let backend = try await TestBackend()
        let firestore = backend.client()
        let document = firestore.document("c/d")
        try await document.setData(["n": 1])
        var snapshots = document.snapshots(includeMetadataChanges: true).makeAsyncIterator()
        var snapshot = try #require(try await snapshots.next())
        while snapshot.metadata.isFromCache { snapshot = try #require(try await snapshots.next()) }
        try await firestore.disableNetwork()
        while !snapshot.metadata.isFromCache { snapshot = try #require(try await snapshots.next()) }
        let write = Task { try await document.updateData(["n": 2]) }
        while snapshot["n"] != 2 { snapshot = try #require(try await snapshots.next()) }
        #expect(snapshot.metadata.hasPendingWrites)
        #expect(try await document.getDocument()["n"] == 2)
        #expect(try await document.getDocument(source: .cache)["n"] == 2)
        #expect(try await firestore.collection("c").getDocuments(source: .cache).count == 1)
        #expect(await code { _ = try await document.getDocument(source: .server) } == .unavailable)
        #expect(await code { _ = try await firestore.document("c/other").getDocument() } == .unavailable)
        #expect(try await backend.client().document("c/d").getDocument()["n"] == 1)
        try await firestore.enableNetwork()
        try await write.value
        await firestore.waitForPendingWrites()
        #expect(try await backend.client().document("c/d").getDocument()["n"] == 2)
        while snapshot.metadata.hasPendingWrites || snapshot.metadata.isFromCache {
            snapshot = try #require(try await snapshots.next())
        }
        #expect(snapshot["n"] == 2)
    }

    @Test func `a cancelled write is written all the same`() async throws {
        let backend = try await TestBackend()
        let firestore = backend.client()
        try await firestore.disableNetwork()
        let write = Task { await code { try await firestore.document("c/d").setData(["n": 1]) } }
        while try await firestore.collection("c").getDocuments(source: .cache).isEmpty { await Task.yield() }
        write.cancel()
        #expect(await write.value == .cancelled)
        try await firestore.enableNetwork()
        await firestore.waitForPendingWrites()
        #expect(try await backend.client().document("c/d").getDocument()["n"] == 1)
    }

    @Test func `after its end a client listens to nothing and takes nothing`() async throws {
        let firestore = try await TestBackend().client()
        var snapshots = firestore.collection("c").snapshots.makeAsyncIterator()
        #expect(try await snapshots.next() != nil)
        await firestore.terminate()
        #expect(try await snapshots.next() == nil)
        #expect(await code { try await firestore.document("c/d").setData(["n": 1]) } == .failedPrecondition)
        #expect(await code { for try await _ in firestore.collection("c").snapshots {} } == .failedPrecondition)
    }

    @Test func `long polling brings the same`() async throws {
        let backend = try await TestBackend()
        var settings = FirestoreSettings.emulator()
        settings.longPolling = .always
        let firestore = Firestore(
            projectID: backend.project.rawValue,
            credentials: FixedCredentials.emulatorOwner,
            settings: settings,
            transport: backend.transport
        )
        var snapshots = firestore.collection("c").snapshots.makeAsyncIterator()
        #expect(try await snapshots.next()?.isEmpty == true)
        for n in 1...3 {
            try await backend.client().document("c/d\(n)").setData(["n": n])
            #expect(try await snapshots.next()?.count == n)
        }
    }

    @Test func `listeners are told that they are in sync`() async throws {
        let backend = try await TestBackend()
        let firestore = backend.client()
        var syncs = firestore.snapshotsInSync.makeAsyncIterator()
        var snapshots = firestore.collection("c").snapshots.makeAsyncIterator()
        #expect(try await snapshots.next() != nil)
        try await firestore.document("c/d").setData(["n": 1])
        #expect(await syncs.next() != nil)
    }
}
