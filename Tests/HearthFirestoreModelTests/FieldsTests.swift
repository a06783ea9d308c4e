import FirestoreSamples
import HearthFirestoreModel
import Testing

/// Fields as anybody would write them down: a tree of dictionaries.
private indirect enum Tree: Equatable {
    case leaf(Value)
    case node([[UInt8]: Tree])

    init(_ fields: Fields) {
        var members: [[UInt8]: Tree] = [:]
        for entry in fields.entries {
            if case .map(let inner) = entry.value {
                members[Array(entry.name.utf8)] = Tree(inner)
            } else {
                members[Array(entry.name.utf8)] = .leaf(entry.value)
            }
        }
        self = .node(members)
    }

    func value(_ path: ArraySlice<String>) -> Tree? {
        guard let first = path.first else { return self }
        guard case .node(let members) = self else { return nil }
        return members[Array(first.utf8)]?.value(path.dropFirst())
    }

    mutating func set(_ value: Tree, _ path: ArraySlice<String>) {
        guard let first = path.first else { return self = value }
        var members: [[UInt8]: Tree] = [:]
        if case .node(let present) = self { members = present }
        var inner = members[Array(first.utf8)] ?? .node([:])
        inner.set(value, path.dropFirst())
        members[Array(first.utf8)] = inner
        self = .node(members)
    }

    mutating func remove(_ path: ArraySlice<String>) {
        guard let first = path.first, case .node(var members) = self else { return }
        if path.count == 1 {
            members[Array(first.utf8)] = nil
        } else if var inner = members[Array(first.utf8)] {
            inner.remove(path.dropFirst())
            members[Array(first.utf8)] = inner
        }
        self = .node(members)
    }
}

@Suite("Fields")
struct FieldsTests {
    private static let names = ["a", "b", "é", "e\u{301}", "a\0", "😀", "", "～"]

    private static func path(_ random: inout ValueGenerator) -> FieldPath {
        FieldPath((0..<Int.random(in: 1...3, using: &random)).map { _ in random.pick(names) })
    }

    @Test(arguments: 1...30) func `are what a tree of dictionaries is, whatever is done to them`(seed: UInt64) {
        var random = ValueGenerator(seed: seed)
        var fields = Fields()
        var tree = Tree.node([:])
        for _ in 0..<120 {
            let path = Self.path(&random)
            switch Int.random(in: 0..<5, using: &random) {
            case 0:
                fields.remove(at: path)
                tree.remove(path.segments[...])
            case 1:
                let name = random.pick(Self.names)
                fields[name] = nil
                tree.remove([name])
            case 2:
                let members = random.fields(depth: 2)
                fields.set(.map(members), at: path)
                tree.set(Tree(members), path.segments[...])
            default:
                let value = random.value(depth: 0)
                fields.set(value, at: path)
                tree.set(.leaf(value), path.segments[...])
            }
            #expect(Tree(fields) == tree)
            let other = Self.path(&random)
            let found = fields[other].map { Tree(["x": $0]).value(["x"]) } ?? nil
            #expect(found == tree.value(other.segments[...]))
        }
        // Names ascend byte by byte, and each stands once.
        let bytes = fields.names.map { Array($0.utf8) }
        #expect(zip(bytes, bytes.dropFirst()).allSatisfy { $0.lexicographicallyPrecedes($1) })
    }

    @Test(arguments: 1...30) func `that are kept are those of the paths, and all of each`(seed: UInt64) {
        var random = ValueGenerator(seed: seed)
        for _ in 0..<20 {
            var fields = Fields()
            for _ in 0..<8 { fields.set(random.value(depth: 1), at: Self.path(&random)) }
            let paths = (0..<3).map { _ in Self.path(&random) }
            let kept = Tree(fields.keeping(paths))
            var expected = Tree.node([:])
            for path in paths {
                if let value = Tree(fields).value(path.segments[...]) { expected.set(value, path.segments[...]) }
            }
            #expect(kept == expected)
        }
    }

    @Test(arguments: 1...20) func `come together in any order, the last of a name counts`(seed: UInt64) {
        var random = ValueGenerator(seed: seed)
        for _ in 0..<30 {
            let pairs = (0..<Int.random(in: 0..<12, using: &random)).map { _ in
                (random.pick(Self.names), random.value(depth: 0))
            }
            var one = Fields()
            for (name, value) in pairs { one[name] = value }
            #expect(Fields(pairs) == one && Fields(entries: pairs.map { Fields.Entry($0, $1) }) == one)
            #expect(one.count == Set(pairs.map { Array($0.0.utf8) }).count && one.isEmpty == pairs.isEmpty)
        }
    }

    @Test func `are different if only a kind is`() {
        let variants: [Fields] = [
            ["a": 1], ["a": 1.0], ["a": "1"], ["a": [1]], ["a": [1.0]], ["a": ["b": 1]], ["b": 1], [:], ["a": .null],
            ["a": .vector([1])], ["a": .bytes([1])], ["a": true],
        ]
        for (index, left) in variants.enumerated() {
            for (other, right) in variants.enumerated() { #expect((left == right) == (index == other)) }
        }
        #expect(Set(variants).count == variants.count)
    }
}

@Suite("Paths of fields")
struct FieldPathTests {
    @Test(arguments: 1...30) func `are read as what was written`(seed: UInt64) throws {
        var random = ValueGenerator(seed: seed)
        let parts = ["a", "Z", "_", "9", "`", "\\", ".", " ", "é", "e\u{301}", "😀", "\0", "\n", "-", "\"", "["]
        for _ in 0..<100 {
            let segments = (0..<Int.random(in: 1...4, using: &random)).map { _ in
                (0..<Int.random(in: 1...5, using: &random)).map { _ in random.pick(parts) }.joined()
            }
            let path = FieldPath(segments)
            let again = try FieldPath(path.text)
            #expect(again == path && again.text == path.text, "\(path.text)")
        }
    }

    @Test(arguments: 1...20) func `of random text are refused or mean themselves`(seed: UInt64) {
        var random = ValueGenerator(seed: seed)
        let parts = ["a", "b1", "`", "``", "\\", "\\`", ".", "..", " ", "é", "1", "`a.b`"]
        for _ in 0..<200 {
            let text = (0..<Int.random(in: 0...6, using: &random)).map { _ in random.pick(parts) }.joined()
            do throws(FirestoreError) {
                let path = try FieldPath(text)
                #expect(!path.segments.isEmpty && path.segments.allSatisfy { !$0.isEmpty })
                #expect(try FieldPath(path.text) == path)
            } catch {
                #expect(error.code == .invalidArgument && error.message.contains("\"\(text)\""))
            }
        }
    }

    @Test(arguments: [
        (["a"], ["a"], true), (["a", "b"], ["a"], true), (["a"], ["a", "b"], false), (["ab"], ["a"], false),
        (["a", "b", "c"], ["a", "b"], true), (["a", "x", "c"], ["a", "b"], false), (["é"], ["e\u{301}"], false),
    ]) func `are below those that they lead through`(path: [String], other: [String], isBelow: Bool) {
        #expect(FieldPath(path).isAtOrBelow(FieldPath(other)) == isBelow)
        #expect(FieldPath(other).appending("x").isAtOrBelow(FieldPath(other)))
    }

    @Test func `ascend by bytes, each before those below it`() {
        let ascending = [
            ["A"], ["a"], ["a", "b"], ["a", "b", "c"], ["a", "é"], ["a\0"], ["ab"], ["b"], ["é"], ["😀"],
        ]
        .map { FieldPath($0) }
        #expect(ascending.shuffled().sorted() == ascending)
        #expect(Set(ascending).count == ascending.count)
    }
}
