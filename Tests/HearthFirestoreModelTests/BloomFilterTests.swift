import HearthCore
import HearthFirestoreModel
import HearthJSON
import Testing

@Suite("Bloom filters")
struct BloomFilterTests {
    private func name(_ index: Int) -> String { "projects/project-1/databases/database-1/documents/coll/doc\(index)" }

    @Test func `hold what the recorded filters hold`() throws {
        for row in try Vectors.rows("bloom-filter") {
            let bitmap = try #require(Base64.decodeLeniently(row["bitmap"]?.string ?? ""))
            let filter = try BloomFilter(
                bitmap: bitmap,
                padding: Int(try #require(row["padding"]?.integer)),
                hashCount: Int(try #require(row["hashCount"]?.integer))
            )
            let length = Int(try #require(row["length"]?.integer))
            let membership = (0..<length).map { filter.mightContain(name($0)) ? "1" : "0" }.joined()
            if let expected = row["membership"]?.string { #expect(membership == expected) }
            // The longest texts are known by the names that were put in.
            let inserted = Int(try #require(row["inserted"]?.integer))
            if filter.bitCount > 0 { #expect(membership.prefix(inserted).allSatisfy { $0 == "1" }) }
        }
    }

    @Test(arguments: [0, 1, 2, 10, 1000, 5000]) func `know all names and few others`(count: Int) throws {
        let filter = BloomFilter(names: (0..<count).map(name))
        #expect((0..<count).allSatisfy { filter.mightContain(name($0)) })
        let strangers = (count..<count + 10_000).count { filter.mightContain(name($0)) }
        // A handful of bits says little: eight of ten stand for one name.
        #expect(strangers < (count < 10 ? 2000 : 250))
        let again = try BloomFilter(bitmap: filter.bitmap, padding: filter.padding, hashCount: filter.hashCount)
        #expect(again == filter)
    }

    @Test(arguments: [([UInt8](), 8, 1), ([1], 8, 1), ([1], -1, 1), ([1], 0, -1), ([1], 0, 0), ([], 1, 0)])
    func `are refused if their numbers do not fit`(bitmap: [UInt8], padding: Int, hashCount: Int) {
        #expect(throws: FirestoreError.self) { try BloomFilter(bitmap: bitmap, padding: padding, hashCount: hashCount) }
    }
}
