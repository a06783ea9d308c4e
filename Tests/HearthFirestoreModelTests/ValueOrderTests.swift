import FirestoreSamples
import HearthCore
import HearthFirestoreModel
import HearthJSON
import Testing

@Suite("The order of values")
struct ValueOrderTests {
    @Test func `follows the recorded groups, by comparison and by key`() throws {
        let groups = try Vectors.rows("value-order").map { row in
            (key: row["key"]?.string, values: try #require(row["values"]?.array).map { try Value(vector: $0) })
        }
        for (index, group) in groups.enumerated() {
            for value in group.values {
                #expect(Hex.encode(value.key) == group.key)
                for (otherIndex, other) in groups.enumerated() {
                    let expected = Comparison(index, otherIndex)
                    #expect(other.values.allSatisfy { value.compare(to: $0) == expected })
                }
            }
        }
    }

    @Test func `orders paths by their recorded keys`() throws {
        let rows = try Vectors.rows("path-order")
        let paths = rows.map { row in
            ResourcePath(row["path"]?.string?.split(separator: "/").map(String.init) ?? [])
        }
        #expect(paths.map { Hex.encode($0.key) } == rows.map { $0["key"]?.string })
        #expect(paths.sorted() == paths)
        for path in paths { #expect(ResourcePath(key: path.key)?.segments == path.segments) }
    }

    @Test(arguments: 1...20) func `is the order of keys for random values`(seed: UInt64) {
        var random = ValueGenerator(seed: seed)
        let values = (0..<60).map { _ in random.value(depth: 3) }
        for left in values {
            for right in values {
                #expect(left.compare(to: right) == Comparison(bytes: left.key, right.key))
                #expect(left.compare(to: right) == right.compare(to: left).reversed)
                // No key is the beginning of another one.
                if left.key != right.key { #expect(!left.key.starts(with: right.key)) }
                if left == right { #expect(left.key == right.key && left.hashValue == right.hashValue) }
            }
        }
    }

    private static let borders: [Int64] = [
        .max, .max - 1, .min, .min + 1, 9_007_199_254_740_992, 9_007_199_254_740_993, -9_007_199_254_740_993, 0,
    ]

    @Test(arguments: borders)
    func `compares integers with the doubles around them exactly`(integer: Int64) {
        let near = Double(integer)
        for double in [near.nextDown, near, near.nextUp] {
            let value = Value.integer(integer)
            // The difference in 128 bits; all doubles here are whole but the two around zero.
            let expected: Comparison
            if double.rounded() != double {
                expected = Comparison(0, double)
            } else {
                expected = Comparison(Int128(integer), Int128(double))
            }
            #expect(value.compare(to: .double(double)) == expected)
            #expect(Comparison(bytes: value.key, Value.double(double).key) == expected)
        }
    }

    @Test func `equality asks for the kind, equivalence for the place`() {
        #expect(Value.integer(1) != .double(1))
        #expect(Value.integer(1).isEquivalent(to: .double(1)))
        #expect(Value.double(.nan) == .double(-.nan))
        #expect(Value.double(0) != .double(-0.0) && Value.vector([0]) != .vector([-0.0]))
        #expect(Value.double(0).isEquivalent(to: .double(-0.0)) && Value.integer(0).isEquivalent(to: .double(-0.0)))
        #expect(Value.double(0).key == Value.double(-0.0).key)
        #expect(Value.string("é") != .string("e\u{301}"))
        #expect(Fields([("é", 1), ("e\u{301}", 2)]).count == 2)
    }
}
