import FirestoreSamples
import HearthCore
import HearthFirestoreModel
import Testing

@Suite("Keys")
struct KeyTests {
    @Test(arguments: 1...20) func `of paths are read back, and part no two that are the same`(seed: UInt64) {
        var random = ValueGenerator(seed: seed)
        let ids = [
            "a", "b", "\0", "\0\0", "a\0b", "\u{1}", "é", "e\u{301}", "😀", "__id0__", "__id-1__", "__id99__", "__id__",
        ]
        for _ in 0..<200 {
            let path = ResourcePath((0..<Int.random(in: 0...5, using: &random)).map { _ in random.pick(ids) })
            let again = ResourcePath(key: path.key)
            #expect(again == path && again?.segments.map { Array($0.utf8) } == path.segments.map { Array($0.utf8) })
            var longer = ResourcePath.root
            for id in path.segments { longer = longer.appending(id) }
            #expect(longer == path && longer.key == path.key)
            #expect(path.isAtOrBelow(path) && path.appending("x").isAtOrBelow(path))
            #expect(path < path.appending("x") && path.appending("x").parent == path)
        }
    }

    @Test(arguments: [
        // A kind that does not exist, a text without an end, a number of seven bytes, text that is no UTF-8, more behind.
        "00", "21", "20", "2061", "206100", "20610002", "1080000000000000", "20ff0001", "20c30001", "20610001ff",
        "206100ff", "2000ff", "2100000000",
    ]) func `that no path has are none`(hex: String) throws {
        #expect(ResourcePath(key: try #require(Hex.decode(hex))) == nil)
    }

    @Test(arguments: 1...20) func `of random bytes are none or those of their path`(seed: UInt64) {
        var random = ValueGenerator(seed: seed)
        let bytes: [UInt8] = [0x00, 0x01, 0x10, 0x20, 0x61, 0x80, 0xC3, 0xA9, 0xFF]
        for _ in 0..<2000 {
            let key = (0..<Int.random(in: 0...14, using: &random)).map { _ in random.pick(bytes) }
            if let path = ResourcePath(key: key) { #expect(ResourcePath(path.segments).key == key) }
        }
    }

    @Test(arguments: [
        ("c", "c/d", true), ("c/d", "c", false), ("", "c", true), ("c/d", "c/d", true), ("c/d", "c/dd", false),
        ("c/__id5__", "c/__id55__", false), ("c/a", "c/a/x/y", true),
    ]) func `of an ancestor are the beginning of those below`(ancestor: String, path: String, isBelow: Bool) {
        func parsed(_ text: String) -> ResourcePath { ResourcePath(text.split(separator: "/").map(String.init)) }
        #expect(parsed(path).isAtOrBelow(parsed(ancestor)) == isBelow)
        #expect(parsed(path).key.starts(with: parsed(ancestor).key) == isBelow)
    }

    @Test func `say whether a path is a collection, a document or the root`() {
        let root = ResourcePath.root
        #expect(root.isRoot && !root.isDocument && !root.isCollection && root.parent == nil && root.id.isEmpty)
        let collection = root.appending("c")
        #expect(collection.isCollection && !collection.isDocument && collection.parent == root)
        let document = collection.appending("d")
        #expect(document.isDocument && !document.isCollection && document.id == "d" && document.text == "c/d")
    }
}

@Suite("What an order must hold to")
struct OrderLawTests {
    @Test(arguments: 1...15) func `values stand in one line`(seed: UInt64) {
        var random = ValueGenerator(seed: seed)
        let values = (0..<25).map { _ in random.value(depth: 2) }
        for a in values {
            #expect(a.compare(to: a) == .equal)
            for b in values {
                if a.kind != b.kind { #expect(a.compare(to: b) == Comparison(a.kind, b.kind)) }
                for c in values where a.compare(to: b) != .greater && b.compare(to: c) != .greater {
                    #expect(a.compare(to: c) != .greater)
                }
            }
        }
    }

    @Test(arguments: 1...15) func `maps compare by names before values, arrays by elements before lengths`(seed: UInt64)
    {
        var random = ValueGenerator(seed: seed)
        for _ in 0..<40 {
            let (left, right) = (random.fields(depth: 1), random.fields(depth: 1))
            // Written down as a list of names and values by turns, a map compares as that list does.
            func line(_ fields: Fields) -> Value {
                .array(fields.entries.flatMap { [Value.string($0.name), $0.value] })
            }
            #expect(Value.map(left).compare(to: .map(right)) == line(left).compare(to: line(right)))
            let elements = left.entries.map(\.value)
            #expect(Value.array(elements).compare(to: .array(elements + [.null])) == .less)
            #expect(Value.array([.null] + elements).compare(to: .array([true])) == .less)
        }
    }

    @Test func `vectors compare by length first, then number by number`() {
        let ascending: [[Double]] = [
            [], [-.infinity], [-1], [0], [1], [.infinity], [0, 0], [0, 1], [1, 0], [0, 0, 0],
        ]
        let values = ascending.map(Value.vector)
        for (index, left) in values.enumerated() {
            for (other, right) in values.enumerated() {
                #expect(left.compare(to: right) == Comparison(index, other))
            }
        }
        #expect(Value.vector([-0.0]).compare(to: .vector([0])) == .equal)
    }

    @Test func `texts compare by code points, not by how they look`() {
        // In UTF-16 the surrogates of the last one would stand before U+FFFD.
        let ascending = ["", "\0", "A", "Z", "a", "a\0", "aa", "e\u{301}", "z", "é", "ﬀ", "\u{FFFD}", "😀"]
        for (index, left) in ascending.enumerated() {
            for (other, right) in ascending.enumerated() {
                #expect(Comparison(text: left, right) == Comparison(index, other), "\(left) and \(right)")
                #expect(left.hasSameBytes(as: right) == (index == other))
            }
        }
    }

    @Test func `names of other databases stand before or behind all of one`() throws {
        let names = [("a", "z"), ("a", "zz"), ("b", "(default)"), ("b", "a"), ("c", "a")].flatMap { project, database in
            ["c/__id9__", "c/a", "d/a"].map { path in
                ResourceName(
                    database: DatabaseName(project: project, database: database),
                    path: ResourcePath(path.split(separator: "/").map(String.init))
                )
            }
        }
        var query = Query(parent: ResourceName(database: names[8].database, path: .root), source: nil)
        query.orders = [.init(.documentName)]
        let order = try query.prepared().order
        for (index, left) in names.enumerated() {
            for (other, right) in names.enumerated() {
                #expect(left.compare(to: right) == Comparison(index, other))
                // The bounds of a database's documents are keys, where a cursor may name another database's.
                guard left.database == query.parent.database else { continue }
                let key = try #require(order.key(of: Document(name: left)))
                let bound = order.key(of: [.reference(right)], in: query.parent.database)
                #expect(Comparison(bytes: key, bound) == Comparison(index, other))
            }
        }
    }
}
