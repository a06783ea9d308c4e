import FirestoreSamples
import HearthFirestoreModel
import Testing

@testable import HearthFirestore

@Suite("Changes from one list of results to the next")
struct ResultChangeTests {
    private static func shown(_ id: Int, _ number: Int64, _ isPending: Bool) -> ShownDocument {
        let name = ResourceName(database: demo, path: ResourcePath(["c", "\(id)"]))
        return ShownDocument(Document(name: name, fields: ["n": .integer(number)]), hasPendingWrites: isPending)
    }

    private static func list(_ random: inout ValueGenerator, _ order: DocumentOrder) -> [ShownDocument] {
        (0..<8).filter { _ in Bool.random(using: &random) }
            .map { shown($0, Int64.random(in: 0..<4, using: &random), Int.random(in: 0..<3, using: &random) == 0) }
            .sorted { order.compare($0.document, $1.document) == .less }
    }

    @Test(arguments: 1...40) func `turn the old list into the new one, applied one after the other`(seed: UInt64) throws
    {
        var random = ValueGenerator(seed: seed)
        var query = ModelQuery(parent: ResourceName(database: demo, path: .root), source: .init("c"))
        query.orders = [.init(ModelPath(["n"]), isDescending: Bool.random(using: &random))]
        let order = try query.prepared().order
        for _ in 0..<40 {
            let (old, new) = (Self.list(&random, order), Self.list(&random, order))
            for includesMetadata in [false, true] {
                let changes = ResultChange.changes(from: old, to: new, order: order, includesMetadata: includesMetadata)
                var list = old
                for change in changes {
                    if let index = change.oldIndex {
                        #expect(list.indices.contains(index) && list[index].path == change.document.path)
                        list.remove(at: index)
                    }
                    if let index = change.newIndex { list.insert(change.document, at: index) }
                    #expect((change.oldIndex == nil) == (change.type == .added))
                    #expect((change.newIndex == nil) == (change.type == .removed))
                }
                #expect(list.map(\.document) == new.map(\.document))
                if includesMetadata { #expect(list == new) }
                // Removals, then additions, then modifications; each document once.
                let types = changes.map(\.type)
                #expect(types == types.sorted { Self.rank($0) < Self.rank($1) })
                #expect(Set(changes.map(\.document.path)).count == changes.count)
                let modified = changes.filter { $0.type == .modified }
                for change in modified {
                    let before = try #require(old.first { $0.path == change.document.path })
                    let isOther = before.document.fields != change.document.document.fields
                    #expect(isOther || includesMetadata && before.hasPendingWrites != change.document.hasPendingWrites)
                }
            }
        }
    }

    private static func rank(_ type: DocumentChangeType) -> Int {
        switch type {
        case .removed: 0
        case .added: 1
        case .modified: 2
        }
    }
}

@Suite("Pauses and mailboxes")
struct WaitingTests {
    @Test(arguments: [(0.0, 0.5), (0.5, 1.0), (1.0, 1.5)])
    func `pauses grow by half, up to a minute, with scatter`(fraction: Double, factor: Double) {
        var backoff = Backoff()
        var expected: [Duration] = [.zero]
        var next = Duration.seconds(1)
        for _ in 0..<14 {
            expected.append(next * factor)
            next = min(next * 1.5, .seconds(60))
        }
        #expect((0..<15).map { _ in backoff.pause(fraction) } == expected)
        #expect(backoff.pause(fraction) == .seconds(60) * factor)
        backoff.reset()
        #expect(backoff.pause(fraction) == .zero)
        backoff.goToMaximum()
        #expect(backoff.pause(fraction) == .seconds(60) * factor)
    }

    @Test func `a mailbox gives what was put in, in order, and then its end`() async throws {
        let all = Mailbox<Int>(keeping: .all)
        let newest = Mailbox<Int>(keeping: .newest)
        for number in 1...3 {
            all.put(number)
            newest.put(number)
        }
        all.end()
        newest.end(HearthFirestore.FirestoreError(.permissionDenied, "no"))
        all.put(4)
        // The first end counts.
        newest.end()
        var found: [Int] = []
        while let number = try await all.next() { found.append(number) }
        #expect(found == [1, 2, 3])
        #expect(try await newest.next() == 3)
        #expect(await code { _ = try await newest.next() } == .permissionDenied)
        #expect(await code { _ = try await newest.next() } == .permissionDenied)
    }

    @Test func `a reader that is cancelled goes on without an element, and loses none`() async throws {
        let mailbox = Mailbox<Int>(keeping: .all)
        let reader = Task { try await mailbox.next() }
        reader.cancel()
        #expect(try await reader.value == nil)
        mailbox.put(1)
        #expect(try await mailbox.next() == 1)
    }
}

@Suite("Fields that wait for the server's time")
struct PendingTimestampTests {
    private static let name = ResourceName(database: demo, path: ResourcePath(["c", "d"]))
    private static let now = ModelTimestamp(microseconds: 7_000)

    private func local(_ fields: Fields?, _ writes: [Write]) -> LocalDocument {
        let document = fields.map { Document(name: Self.name, fields: $0, updateTime: Self.now) }
        var local = LocalDocument(RemoteDocument(document: document, version: Self.now))
        for write in writes { local.apply(write, Self.now, [:]) }
        return local
    }

    private func stamp(_ path: String...) -> Write {
        Write(Self.name, .transform, transforms: [FieldTransform(ModelPath(path), .setToRequestTime)])
    }

    private func update(_ fields: Fields, _ mask: [String]...) -> Write {
        Write(Self.name, .update(fields, mask: mask.isEmpty ? nil : mask.map { ModelPath($0) }))
    }

    @Test func `are null, an estimate, or what they were`() {
        let shown = local(["t": 1, "n": 2], [stamp("t"), stamp("m", "new")]).shown
        #expect(shown?.fields(.none) == ["t": .null, "n": 2, "m": ["new": .null]])
        #expect(shown?.fields(.previous) == ["t": 1, "n": 2, "m": ["new": .null]])
        #expect(
            shown?.fields(.estimate) == ["t": .timestamp(Self.now), "n": 2, "m": ["new": .timestamp(Self.now)]]
                || shown?.fields(.estimate)["t"] == .timestamp(Self.now.roundedDownToMilliseconds)
        )
        #expect(shown?.hasPendingWrites == true)
    }

    @Test func `remember what was there before the first of several writes`() {
        let shown = local(["t": 1], [stamp("t"), stamp("t")]).shown
        #expect(shown?.fields(.previous) == ["t": 1])
    }

    @Test func `are plain fields again when they are written over`() {
        #expect(local(["t": 1], [stamp("t"), update(["t": 5])]).pendingTimestamps.isEmpty)
        #expect(local(["t": 1], [stamp("t"), update(["t": 5], ["t"])]).pendingTimestamps.isEmpty)
        #expect(local(["t": 1], [stamp("t"), update(["n": 5], ["n"])]).pendingTimestamps.count == 1)
        // Above it and below it as well.
        #expect(local([:], [stamp("m", "t"), update(["m": 5], ["m"])]).pendingTimestamps.isEmpty)
        #expect(local([:], [stamp("m"), update(["m": ["t": 5]], ["m", "t"])]).pendingTimestamps.isEmpty)
        #expect(local(["t": 1], [stamp("t"), Write(Self.name, .delete)]).shown == nil)
    }

    @Test func `of a document that must exist and does not are not shown`() {
        var write = stamp("t")
        write.precondition = .exists(true)
        #expect(local(nil, [write]).shown == nil)
        write.precondition = .exists(false)
        #expect(local(["t": 1], [write]).shown?.fields(.none) == ["t": 1])
    }
}
