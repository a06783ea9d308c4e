import HearthFirestoreModel
import Testing

@testable import HearthFirestoreRules

/// Lists, sets and maps against Swift's own.
@Suite("Collections")
struct CollectionModelTests {
    private static func list(_ numbers: some Sequence<Int>) -> Value { .array(numbers.map { .integer(Int64($0)) }) }

    private static func lists() -> [([Int], [Int])] {
        var random = SmallRandom(5)
        return (0..<120).map { _ in
            let (a, b) = (random.below(5), random.below(5))
            return ((0..<a).map { _ in random.below(4) }, (0..<b).map { _ in random.below(4) })
        }
    }

    @Test func `are compared by their members`() throws {
        let table: [(String, ([Int], [Int]) -> Bool)] = [
            ("resource.data.a.hasAll(resource.data.b)", { Set($0).isSuperset(of: $1) }),
            ("resource.data.a.hasAny(resource.data.b)", { !Set($0).isDisjoint(with: $1) }),
            ("resource.data.a.hasOnly(resource.data.b)", { Set($0).isSubset(of: $1) }),
            ("resource.data.a.toSet().hasAll(resource.data.b.toSet())", { Set($0).isSuperset(of: $1) }),
            ("resource.data.a.toSet().hasAny(resource.data.b)", { !Set($0).isDisjoint(with: $1) }),
            ("resource.data.a.hasOnly(resource.data.b.toSet())", { Set($0).isSubset(of: $1) }),
            ("resource.data.a.toSet() == resource.data.b.toSet()", { Set($0) == Set($1) }),
            ("resource.data.a == resource.data.b", { $0 == $1 }),
            ("resource.data.a.size() == resource.data.b.size()", { $0.count == $1.count }),
            ("resource.data.a.toSet().size() == resource.data.b.size()", { Set($0).count == $1.count }),
            ("2 in resource.data.a && !(3 in resource.data.b.toSet())", { $0.contains(2) && !$1.contains(3) }),
        ]
        for (condition, holds) in table {
            let rules = try Rules(condition: condition)
            for (a, b) in Self.lists() {
                let verdict = Verdict(rules, ["a": Self.list(a), "b": Self.list(b)])
                #expect(verdict == (holds(a, b) ? .isTrue : .isFalse), "\(condition) \(a) \(b)")
            }
        }
    }

    @Test func `are combined as sets and lists are`() throws {
        let table: [(String, ([Int], [Int]) -> [Int])] = [
            ("resource.data.a.concat(resource.data.b) == resource.data.r", { $0 + $1 }),
            ("resource.data.a.removeAll(resource.data.b) == resource.data.r", { a, b in a.filter { !b.contains($0) } }),
            (
                "resource.data.a.toSet().union(resource.data.b.toSet()) == resource.data.r.toSet()",
                { Array(Set($0).union($1)) }
            ),
            (
                "resource.data.a.toSet().intersection(resource.data.b.toSet()) == resource.data.r.toSet()",
                { Array(Set($0).intersection($1)) }
            ),
            (
                "resource.data.a.toSet().difference(resource.data.b.toSet()) == resource.data.r.toSet()",
                { Array(Set($0).subtracting($1)) }
            ),
        ]
        for (condition, result) in table {
            let rules = try Rules(condition: condition)
            for (a, b) in Self.lists() {
                let fields: Fields = ["a": Self.list(a), "b": Self.list(b), "r": Self.list(result(a, b))]
                #expect(Verdict(rules, fields) == .isTrue, "\(condition) \(a) \(b)")
            }
        }
    }

    @Test func `of keys tell what was added, removed, changed and kept`() throws {
        typealias Keys = ([String: Int], [String: Int]) -> Set<String>
        let table: [(String, Keys)] = [
            ("addedKeys", { Set($0.keys).subtracting($1.keys) }),
            ("removedKeys", { Set($1.keys).subtracting($0.keys) }),
            ("changedKeys", { a, b in Set(a.keys.filter { b[$0] != nil && b[$0] != a[$0] }) }),
            ("unchangedKeys", { a, b in Set(a.keys.filter { b[$0] == a[$0] }) }),
            ("affectedKeys", { a, b in Set(a.keys).union(b.keys).filter { a[$0] != b[$0] } }),
        ]
        var random = SmallRandom(9)
        func map() -> [String: Int] {
            var map: [String: Int] = [:]
            for key in ["k", "l", "m", "é"] where random.below(2) == 0 { map[key] = random.below(2) }
            return map
        }
        for (method, keys) in table {
            let rules = try Rules(
                condition: "resource.data.a.diff(resource.data.b).\(method)() == resource.data.r.toSet()"
            )
            for _ in 0..<60 {
                let (a, b) = (map(), map())
                let fields: Fields = [
                    "a": .map(Fields(a.map { ($0, Value.integer(Int64($1))) })),
                    "b": .map(Fields(b.map { ($0, Value.integer(Int64($1))) })),
                    "r": .array(keys(a, b).map { .string($0) }),
                ]
                #expect(Verdict(rules, fields) == .isTrue, "\(a).diff(\(b)).\(method)()")
            }
        }
    }

    @Test func `are cut within their bounds and nowhere else`() throws {
        let rules = try Rules(condition: "resource.data.a[resource.data.i:resource.data.j] == resource.data.r")
        for size in 0...3 {
            let all = Array(10..<(10 + size))
            for from in -1...(size + 1) {
                for to in -1...(size + 1) {
                    let isInside = 0 <= from && from <= to && to <= size
                    let fields: Fields = [
                        "a": Self.list(all), "i": .integer(Int64(from)), "j": .integer(Int64(to)),
                        "r": Self.list(isInside ? all[from..<to] : []),
                    ]
                    #expect(Verdict(rules, fields) == (isInside ? .isTrue : .isError), "\(size)[\(from):\(to)]")
                }
            }
        }
    }

    // A string is cut between units of UTF-16, never inside of a character that takes two.
    @Test func `of text are cut between its units`() throws {
        let rules = try Rules(condition: "resource.data.a[resource.data.i:resource.data.j] == resource.data.r")
        let one = try Rules(condition: "resource.data.a[resource.data.i] == resource.data.r")
        for text in ["", "a", "é", "a😀b", "😀", "漢e\u{301}"] {
            let units = Array(text.utf16)
            for from in -1...(units.count + 1) {
                for to in -1...(units.count + 1) {
                    var part: String?
                    if 0 <= from, from <= to, to <= units.count {
                        part = String(validating: units[from..<to], as: UTF16.self)
                    }
                    let fields: Fields = [
                        "a": .string(text), "i": .integer(Int64(from)), "j": .integer(Int64(to)),
                        "r": .string(part ?? ""),
                    ]
                    #expect(Verdict(rules, fields) == (part == nil ? .isError : .isTrue), "\(text)[\(from):\(to)]")
                    if to == from + 1 {
                        #expect(Verdict(one, fields) == (part == nil ? .isError : .isTrue), "\(text)[\(from)]")
                    }
                }
            }
        }
    }

    @Test func `of lists have elements by whole numbers from 0 alone`() throws {
        let rules = try Rules(condition: "resource.data.a[resource.data.i] == resource.data.r")
        for (index, expected) in [
            (Value.integer(0), 7), (1, 8), (2, nil), (-1, nil), (.double(0), nil), ("0", nil),
            (.null, nil), (.integer(.max), nil), (.integer(.min), nil),
        ] as [(Value, Int64?)] {
            let fields: Fields = ["a": [7, 8], "i": index, "r": .integer(expected ?? 0)]
            #expect(Verdict(rules, fields) == (expected == nil ? .isError : .isTrue), "\(index)")
        }
    }
}
