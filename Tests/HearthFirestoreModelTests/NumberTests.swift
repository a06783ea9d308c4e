import FirestoreSamples
import HearthCore
import Testing

@testable import HearthFirestoreModel

@Suite("Numbers that are computed")
struct NumberTests {
    /// The examples of the standard, <https://www.rfc-editor.org/rfc/rfc1321#appendix-A.5>.
    @Test(arguments: [
        ("", "d41d8cd98f00b204e9800998ecf8427e"), ("a", "0cc175b9c0f1b6a831c399e269772661"),
        ("abc", "900150983cd24fb0d6963f7d28e17f72"), ("message digest", "f96b697d7cb7938d525a2f31aaf161d0"),
        ("abcdefghijklmnopqrstuvwxyz", "c3fcd3d76192e4007dfb496cca67e13b"),
        ("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789", "d174ab98d277d9f5a5611c2c9f419d9f"),
        (String(repeating: "1234567890", count: 8), "57edf4a22be3c955ac49da2e2107b67a"),
    ]) func `digests are those of the standard`(text: String, digest: String) {
        let (first, second) = MD5.halves(of: text.utf8)
        let bytes = [first, second].flatMap { half in (0..<8).map { UInt8(truncatingIfNeeded: half >> ($0 * 8)) } }
        #expect(Hex.encode(bytes) == digest)
    }

    @Test(arguments: 1...20) func `sums of integers are exact, and rounded once`(seed: UInt64) {
        var random = ValueGenerator(seed: seed)
        for _ in 0..<50 {
            var sum = WideSum()
            var expected: Int128 = 0
            for _ in 0..<Int.random(in: 0...40, using: &random) {
                let number = random.pick([Int64.max, .min, 0, 1, -1, Int64(bitPattern: random.next()), .max - 1023])
                sum.add(number)
                expected += Int128(number)
            }
            #expect(sum.exact == Int64(exactly: expected))
            #expect(sum.double == Double(expected))
        }
    }

    private static func aggregator(_ operations: [Aggregation.Operation]) throws -> Aggregator {
        Aggregator(try Aggregation.prepare(operations.map { Aggregation($0) }))
    }

    private static func document(_ value: Value?) -> Document {
        Document(
            name: ResourceName(database: demo, path: ResourcePath(["c", "d"])),
            fields: value.map { ["v": $0] } ?? [:]
        )
    }

    struct Numbers: Sendable {
        let values: [Value]
        let sum: Value
        let mean: Value

        init(_ values: [Value], sum: Value, mean: Value) {
            self.values = values
            self.sum = sum
            self.mean = mean
        }
    }

    /// What is no number does not count in either.
    private static let numbers: [Numbers] = [
        Numbers([], sum: 0, mean: .null),
        Numbers([1, 2], sum: 3, mean: 1.5),
        Numbers([1, 2.0], sum: 3.0, mean: 1.5),
        Numbers(["x", .null, true], sum: 0, mean: .null),
        Numbers([1, "x"], sum: 1, mean: 1.0),
        Numbers([.integer(.max), 1], sum: 9_223_372_036_854_775_808.0, mean: 4_611_686_018_427_387_904.0),
        Numbers([.integer(.max), 1, -1], sum: .integer(.max), mean: 3_074_457_345_618_258_602.5),
        Numbers([.integer(.min), .integer(.max)], sum: -1, mean: -0.5),
        Numbers([.double(.nan), 1], sum: .double(.nan), mean: .double(.nan)),
        Numbers([.double(.infinity), 1], sum: .double(.infinity), mean: .double(.infinity)),
        Numbers([.double(.infinity), .double(-.infinity)], sum: .double(.nan), mean: .double(.nan)),
        Numbers([0.1, 0.2], sum: 0.30000000000000004, mean: 0.15000000000000002),
        Numbers([0, 0, 0], sum: 0, mean: 0.0),
        Numbers([9_007_199_254_740_993, 0.0], sum: 9_007_199_254_740_992.0, mean: 4_503_599_627_370_496.0),
    ]

    @Test(arguments: numbers) func `sums and means are those of the numbers`(row: Numbers) throws {
        var aggregator = try Self.aggregator([.sum(FieldPath(["v"])), .average(FieldPath(["v"])), .count(upTo: nil)])
        for value in row.values { aggregator.add(Self.document(value)) }
        let count = Value.integer(Int64(row.values.count))
        #expect(aggregator.result == ["field_1": row.sum, "field_2": row.mean, "field_3": count])
    }

    @Test(
        arguments: [
            ([.count(upTo: 2)], 2), ([.count(upTo: 2), .count(upTo: 7)], 7), ([.count(upTo: nil)], nil),
            ([.count(upTo: 2), .sum(FieldPath(["v"]))], nil), ([.count(upTo: 0)], 0),
        ] as [([Aggregation.Operation], Int?)]
    ) func `are known after as many results as can still change them`(
        operations: [Aggregation.Operation],
        count: Int?
    ) throws {
        var aggregator = try Self.aggregator(operations)
        #expect(aggregator.sufficientCount == count)
        guard let count else { return }
        for _ in 0..<count { aggregator.add(Self.document(1)) }
        let enough = aggregator.result
        for _ in 0..<10 { aggregator.add(Self.document(1)) }
        #expect(aggregator.result == enough)
    }
}
