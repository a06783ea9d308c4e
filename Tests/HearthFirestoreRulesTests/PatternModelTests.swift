import Testing

@testable import HearthFirestoreRules

/// Random regular expressions, against a matcher that tries everything.
@Suite("Patterns, tried in every way")
struct PatternModelTests {
    private indirect enum Node {
        case scalar(Unicode.Scalar)
        case any
        case set([Unicode.Scalar], isNegated: Bool)
        case start
        case end
        case boundary(Bool)
        case sequence([Node])
        case alternatives([Node])
        case repetition(Node, Int, Int?, isLazy: Bool)

        init(_ random: inout SmallRandom, depth: Int) {
            switch depth == 0 ? random.below(7) : random.below(12) {
            case 0, 1: self = .scalar(random.one(of: ["a", "b"]))
            case 2: self = .any
            case 3: self = .set(random.one(of: [["a"], ["b"], ["a", "b"], ["\n"]]), isNegated: random.below(2) == 0)
            case 4: self = random.below(2) == 0 ? .start : .end
            case 5: self = .boundary(random.below(2) == 0)
            case 6: self = .scalar("a")
            case 7, 8: self = .sequence((0..<random.below(4)).map { _ in Node(&random, depth: depth - 1) })
            case 9: self = .alternatives((0..<2 + random.below(2)).map { _ in Node(&random, depth: depth - 1) })
            default:
                let minimum = random.below(3)
                let maximum = random.one(of: [nil, minimum, minimum + 1, minimum + 2])
                self = .repetition(Node(&random, depth: depth - 1), minimum, maximum, isLazy: random.below(2) == 0)
            }
        }

        var text: String {
            switch self {
            case .scalar(let scalar): return String(scalar)
            case .any: return "."
            case .set(let scalars, let isNegated):
                let names = scalars.map { $0 == "\n" ? "\\n" : String($0) }
                return "[" + (isNegated ? "^" : "") + names.joined() + "]"
            case .start: return "^"
            case .end: return "$"
            case .boundary(let isThere): return isThere ? "\\b" : "\\B"
            case .sequence(let nodes): return "(?:" + nodes.map(\.text).joined() + ")"
            case .alternatives(let nodes): return "(" + nodes.map(\.text).joined(separator: "|") + ")"
            case .repetition(let node, let minimum, let maximum, let isLazy):
                let count: String
                switch (minimum, maximum) {
                case (0, nil): count = "*"
                case (1, nil): count = "+"
                case (0, 1?): count = "?"
                case (_, nil): count = "{\(minimum),}"
                case (_, let maximum?): count = maximum == minimum ? "{\(minimum)}" : "{\(minimum),\(maximum)}"
                }
                return "(?:\(node.text))" + count + (isLazy ? "?" : "")
            }
        }

        /// Whether it can match nothing at all somewhere.
        var canBeEmpty: Bool {
            switch self {
            case .scalar, .any, .set: false
            case .start, .end, .boundary: true
            case .sequence(let nodes): nodes.allSatisfy(\.canBeEmpty)
            case .alternatives(let nodes): nodes.contains(where: \.canBeEmpty)
            case .repetition(let node, let minimum, _, _): minimum == 0 || node.canBeEmpty
            }
        }

        /// Whether something is repeated that can match nothing: then engines prefer different matches.
        var repeatsNothing: Bool {
            switch self {
            case .scalar, .any, .set, .start, .end, .boundary: false
            case .sequence(let nodes), .alternatives(let nodes): nodes.contains(where: \.repeatsNothing)
            case .repetition(let node, _, _, _): node.canBeEmpty || node.repeatsNothing
            }
        }

        /// Where matches that begin at a place end, the preferred one first, each once.
        func ends(_ text: [Unicode.Scalar], _ place: Int) -> [Int] {
            switch self {
            case .scalar(let scalar): return place < text.count && text[place] == scalar ? [place + 1] : []
            case .any: return place < text.count && text[place] != "\n" ? [place + 1] : []
            case .set(let scalars, let isNegated):
                return place < text.count && scalars.contains(text[place]) != isNegated ? [place + 1] : []
            case .start: return place == 0 ? [place] : []
            case .end: return place == text.count ? [place] : []
            case .boundary(let isThere):
                let before = place > 0 && text[place - 1] != "\n"
                let after = place < text.count && text[place] != "\n"
                return (before != after) == isThere ? [place] : []
            case .sequence(let nodes):
                return nodes.reduce([place]) { places, node in
                    Self.unique(places.flatMap { node.ends(text, $0) })
                }
            case .alternatives(let nodes): return Self.unique(nodes.flatMap { $0.ends(text, place) })
            case .repetition(let node, let minimum, let maximum, let isLazy):
                return Self.repeated(node, minimum, maximum, isLazy, text, place)
            }
        }

        private static func repeated(
            _ node: Node,
            _ minimum: Int,
            _ maximum: Int?,
            _ isLazy: Bool,
            _ text: [Unicode.Scalar],
            _ place: Int
        ) -> [Int] {
            if maximum == 0 { return [place] }
            if minimum > 0 {
                let more = node.ends(text, place).flatMap {
                    repeated(node, minimum - 1, maximum.map { $0 - 1 }, isLazy, text, $0)
                }
                return unique(more)
            }
            let more = node.ends(text, place).filter { $0 > place }.flatMap {
                repeated(node, 0, maximum.map { $0 - 1 }, isLazy, text, $0)
            }
            return unique(isLazy ? [place] + more : more + [place])
        }

        private static func unique(_ places: [Int]) -> [Int] {
            var seen: Set<Int> = []
            return places.filter { seen.insert($0).inserted }
        }
    }

    /// All texts of `a`, `b` and a line feed with up to four characters.
    private static let texts: [[Unicode.Scalar]] = {
        var all: [[Unicode.Scalar]] = [[]]
        var longest: [[Unicode.Scalar]] = [[]]
        for _ in 0..<3 {
            longest = longest.flatMap { start in (["a", "b", "\n"] as [Unicode.Scalar]).map { start + [$0] } }
            all += longest
        }
        return all + [["a", "a", "b", "b"], ["a", "b", "a", "b", "a"], ["b", "a", "\n", "a", "b"]]
    }()

    @Test func `match the texts that one way of matching matches`() throws {
        var random = SmallRandom(3)
        for _ in 0..<250 {
            let node = Node(&random, depth: 3)
            let program = try PatternProgram(node.text)
            for text in Self.texts {
                var budget = RulesBudget()
                var matcher = PatternMatcher(program, text)
                let expected = node.ends(text, 0).contains(text.count)
                #expect(try matcher.matchesAll(&budget) == expected, "\(node.text) \(text)")
            }
        }
    }

    @Test func `find from left to right what is preferred at each place`() throws {
        var random = SmallRandom(11)
        var count = 0
        while count < 150 {
            let node = Node(&random, depth: 3)
            if node.repeatsNothing { continue }
            count += 1
            let program = try PatternProgram(node.text)
            for text in Self.texts {
                var budget = RulesBudget()
                var matcher = PatternMatcher(program, text)
                #expect(try matcher.allMatches(&budget) == Self.matches(node, text), "\(node.text) \(text)")
            }
        }
    }

    /// As RE2 replaces all matches: nothing is found in the place where the match before has ended.
    private static func matches(_ node: Node, _ text: [Unicode.Scalar]) -> [Range<Int>] {
        var found: [Range<Int>] = []
        var place = 0
        while place <= text.count {
            guard let start = (place...text.count).first(where: { !node.ends(text, $0).isEmpty }),
                let end = node.ends(text, start).first
            else { break }
            if end == start, start == found.last?.upperBound {
                place = start + 1
                continue
            }
            found.append(start..<end)
            place = end
        }
        return found
    }
}
