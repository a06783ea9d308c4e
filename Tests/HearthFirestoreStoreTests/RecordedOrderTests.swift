import FirestoreSamples
import HearthFirestoreModel
import HearthFirestoreStore
import Testing

/// Queries over a value of every kind: what they find follows from the recorded order alone.
@Suite("Queries over all kinds of values")
struct RecordedOrderTests {
    private static let field = FieldPath(["v"])

    /// The id of the document with a value: ids sort as the values do.
    private static func id(_ group: Int, _ member: Int) -> String {
        String(String(1000 + group).dropFirst()) + "-\(member)"
    }

    /// The ids of all documents whose group is wanted, in order.
    private static func ids(_ isWanted: (Int) -> Bool) -> [String] {
        RecordedOrder.groups.enumerated().filter { isWanted($0.offset) }.flatMap { index, values in
            values.indices.map { id(index, $0) }
        }
    }

    /// Only values of one class are compared by `<` and the like; not-a-number and null are of none.
    private static func kind(_ group: Int) -> Int? {
        switch RecordedOrder.groups[group][0] {
        case .null: nil
        case .double(let number) where number.isNaN: nil
        case .boolean: 0
        case .integer, .double: 1
        case .timestamp: 2
        case .string: 3
        case .bytes: 4
        case .reference: 5
        case .geoPoint: 6
        case .array: 7
        case .vector: 8
        case .map: 9
        }
    }

    private static func filled() async throws -> TestStore {
        let test = try await TestStore()
        var writes: [Write] = []
        for (group, values) in RecordedOrder.groups.enumerated() {
            for (member, value) in values.enumerated() {
                writes.append(Write(TestStore.name("c/" + id(group, member)), .update(["v": value], mask: nil)))
            }
        }
        _ = try await test.store.commit(writes, in: demo)
        return test
    }

    private func ids(_ query: Query, _ test: TestStore) async throws -> [String] {
        try await test.store.results(of: try query.prepared()).documents.map(\.name.path.id)
    }

    private func query(_ test: Condition.Test? = nil, ordered isDescending: Bool? = nil) -> Query {
        Query(
            parent: TestStore.name(""),
            source: .init("c"),
            filter: test.map { .condition(Condition(Self.field, $0)) },
            orders: isDescending.map { [.init(Self.field, isDescending: $0)] } ?? []
        )
    }

    @Test func `come in the recorded order, and in the opposite one`() async throws {
        let test = try await Self.filled()
        let all = Self.ids { _ in true }
        #expect(try await ids(query(ordered: false), test) == all)
        #expect(try await ids(query(ordered: true), test) == all.reversed())
        #expect(try await test.store.faults().isEmpty)
    }

    @Test func `find equal values, whatever they are written as`() async throws {
        let test = try await Self.filled()
        for (group, values) in RecordedOrder.groups.enumerated() where Self.kind(group) != nil {
            for value in values {
                #expect(try await ids(query(.equal(value)), test) == Self.ids { $0 == group }, "\(value)")
            }
            // Null is neither equal nor unequal to anything; not-a-number is unequal to all.
            let others = Self.ids { $0 != group && $0 != 0 }
            #expect(try await ids(query(.notEqual(values[0])), test) == others, "\(values[0])")
        }
    }

    @Test func `compare values of one kind`() async throws {
        let test = try await Self.filled()
        for (group, values) in RecordedOrder.groups.enumerated() {
            guard let kind = Self.kind(group), kind != 8, group % 2 == 0 || kind == 1 else { continue }
            let value = values[group % values.count]
            let table: [(Condition.Test, (Int) -> Bool)] = [
                (.lessThan(value), { $0 < group }), (.lessThanOrEqual(value), { $0 <= group }),
                (.greaterThan(value), { $0 > group }), (.greaterThanOrEqual(value), { $0 >= group }),
            ]
            for (condition, holds) in table {
                let expected = Self.ids { Self.kind($0) == kind && holds($0) }
                #expect(try await ids(query(condition), test) == expected, "\(condition)")
            }
        }
    }

    @Test func `ask for null and for what is no number`() async throws {
        let test = try await Self.filled()
        let nan = try #require(
            RecordedOrder.groups.firstIndex { if case .double(let number) = $0[0] { number.isNaN } else { false } }
        )
        #expect(try await ids(query(.isNull), test) == Self.ids { $0 == 0 })
        #expect(try await ids(query(.isNotNull), test) == Self.ids { $0 != 0 })
        #expect(try await ids(query(.isNotANumber), test) == Self.ids { $0 == nan })
        #expect(try await ids(query(.isNotNotANumber), test) == Self.ids { $0 != nan && $0 != 0 })
    }

    @Test func `begin and end at every value, in both directions`() async throws {
        let test = try await Self.filled()
        for group in stride(from: 0, to: RecordedOrder.groups.count, by: 4) {
            let value = RecordedOrder.groups[group][0]
            for isDescending in [false, true] {
                for isBefore in [false, true] {
                    var start = query(ordered: isDescending)
                    start.start = Query.Cursor([value], isBefore: isBefore)
                    let behind = Self.ids { isDescending ? $0 < group : $0 > group }
                    let here = Self.ids { $0 == group }
                    let ordered = isDescending ? { Array($0.reversed()) } : { (ids: [String]) in ids }
                    let rest = isBefore ? ordered(isDescending ? behind + here : here + behind) : ordered(behind)
                    #expect(try await ids(start, test) == rest, "start \(value)")
                    var end = query(ordered: isDescending)
                    end.end = Query.Cursor([value], isBefore: isBefore)
                    let ahead = Self.ids { isDescending ? $0 > group : $0 < group }
                    let part = isBefore ? ordered(ahead) : ordered(isDescending ? here + ahead : ahead + here)
                    #expect(try await ids(end, test) == part, "end \(value)")
                }
            }
        }
    }

    @Test func `find the elements of arrays, whatever they are written as`() async throws {
        let test = try await TestStore()
        var writes: [Write] = []
        var expected: [Int: [String]] = [:]
        // Each document has the values of two groups; arrays hold no arrays.
        let groups = RecordedOrder.groups.indices.filter { Self.kind($0) != nil && Self.kind($0) != 7 }
        for (index, group) in groups.enumerated() {
            let next = groups[(index + 1) % groups.count]
            let values = [RecordedOrder.groups[group][0], .null, RecordedOrder.groups[next][0]]
            writes.append(Write(TestStore.name("c/" + Self.id(group, 0)), .update(["v": .array(values)], mask: nil)))
            expected[group, default: []].append(Self.id(group, 0))
            expected[next, default: []].append(Self.id(group, 0))
        }
        _ = try await test.store.commit(writes, in: demo)
        for group in groups {
            for value in RecordedOrder.groups[group] {
                #expect(try await ids(query(.arrayContains(value)), test) == expected[group]?.sorted(), "\(value)")
            }
        }
        let some: [Value] = groups.prefix(30).map { RecordedOrder.groups[$0][0] }
        let found = Set(groups.prefix(30).flatMap { expected[$0] ?? [] }).sorted()
        #expect(try await ids(query(.arrayContainsAny(some)), test) == found)
    }
}
