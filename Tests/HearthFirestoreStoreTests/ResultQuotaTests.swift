import FirestoreSamples
import HearthFirestoreModel
import Testing

@testable import HearthFirestoreStore

@Suite("The first results of many")
struct ResultQuotaTests {
    private func result(_ key: [UInt8], size: Int) -> QueryResult {
        QueryResult(key: key, name: TestStore.name("c/d"), updated: .earliest, document: nil, size: size)
    }

    @Test(arguments: 1...12) func `are those that sorting everything gives`(seed: UInt64) {
        var random = ValueGenerator(seed: seed)
        let count = Int.random(in: 0...1200, using: &random)
        let quota = ResultQuota(
            documents: [nil, 0, 1, 5, 200, count, 5000][Int(random.next() % 7)],
            bytes: [nil, 0, 1, 300, 20_000, 1_000_000][Int(random.next() % 6)]
        )
        // Keys of two bytes, each once, in any order.
        var keys = (0..<count).map { [UInt8($0 / 256), UInt8($0 % 256)] }
        keys.shuffle(using: &random)
        let results = keys.map { result($0, size: Int($0[1])) }
        var best = BestResults(quota: quota)
        for result in results where !best.isBeyond(result.key) { best.add(result) }
        var expected: [[UInt8]] = []
        var size = 0
        for result in results.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
            if let most = quota.documents, expected.count >= most { break }
            if let most = quota.bytes, !expected.isEmpty, size >= most { break }
            expected.append(result.key)
            size += result.size
        }
        #expect(best.sorted().map(\.key) == expected)
        #expect(best.isCut == (expected.count < count))
    }

    @Test func `are not all when the scan stopped`() {
        var best = BestResults(quota: ResultQuota())
        best.add(result([1], size: 1))
        #expect(!best.isCut)
        best.stop()
        #expect(best.isCut && best.sorted().count == 1)
    }

    @Test func `are limited by whichever bound is the smaller`() {
        let page = ResultQuota(documents: 10, bytes: 100)
        #expect(page.limited(to: 3).documents == 3 && page.limited(to: 30).documents == 10)
        #expect(page.limited(to: nil).documents == 10 && page.limited(to: 3).bytes == 100)
        #expect(ResultQuota().limited(to: 4).documents == 4)
        // The first document is taken however large it is.
        #expect(!page.isReached(0, 1_000) && page.isReached(1, 100) && !page.isReached(1, 99) && page.isReached(10, 0))
    }
}

@Suite("Ranges of keys")
struct KeyRangeTests {
    /// All keys of up to three bytes of a few values; none begins with 0xFF, as no key does.
    private static let keys: [[UInt8]] = {
        let bytes: [UInt8] = [0, 1, 0xFE, 0xFF]
        var keys: [[UInt8]] = [[]]
        var longest: [[UInt8]] = [[]]
        for _ in 0..<3 {
            longest = longest.flatMap { start in bytes.map { start + [$0] } }
            keys += longest
        }
        return keys.filter { $0.first != 0xFF }
    }()

    private func contains(_ range: KeyRange, _ key: [UInt8]) -> Bool {
        !key.lexicographicallyPrecedes(range.lower) && key.lexicographicallyPrecedes(range.upper)
    }

    @Test func `of a prefix hold what begins with it`() {
        for prefix in Self.keys {
            let range = KeyRange(prefix: prefix)
            for key in Self.keys {
                #expect(contains(range, key) == (key.prefix(prefix.count) == prefix[...]), "\(prefix) \(key)")
            }
        }
    }

    @Test func `that overlap have in common what both hold`() {
        let bounds = Self.keys.filter { $0.count < 3 }
        let ranges = bounds.flatMap { lower in bounds.map { KeyRange(lower: lower, upper: $0) } } + [.all]
        for (index, one) in ranges.enumerated() where index % 7 == 0 {
            for (other, two) in ranges.enumerated() where other % 11 == 0 {
                let both = one.intersection(two)
                for key in Self.keys {
                    #expect(contains(both, key) == (contains(one, key) && contains(two, key)))
                }
                if both.isEmpty { #expect(!Self.keys.contains { contains(both, $0) }) }
            }
        }
    }

    @Test func `behind a prefix hold the same keys behind it`() {
        let prefix: [UInt8] = [7, 0xFF]
        for range in [
            KeyRange.all, KeyRange(prefix: [1]), KeyRange(lower: [0], upper: [1, 2]), KeyRange(prefix: [0xFE, 0xFF]),
        ] {
            let moved = range.prefixed(by: prefix)
            for key in Self.keys { #expect(contains(moved, prefix + key) == contains(range, key)) }
            #expect(!contains(moved, [7, 0xFE]) && !contains(moved, [8]) && !contains(moved, [7]))
        }
        #expect(KeyRange.all.isEmpty == false && KeyRange(lower: [1], upper: [1]).isEmpty)
    }
}
