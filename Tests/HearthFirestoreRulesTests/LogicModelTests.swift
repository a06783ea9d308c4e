import Testing

@testable import HearthFirestoreRules

/// Random conditions, against the tables of a logic whose third value is an error.
@Suite("Logic with errors")
struct LogicModelTests {
    private indirect enum Tree {
        case leaf(Bool?)
        case number
        case not(Tree)
        case and(Tree, Tree)
        case or(Tree, Tree)
        case choice(Tree, Tree, Tree)

        init(_ random: inout SmallRandom, depth: Int) {
            switch depth == 0 ? random.below(4) : random.below(9) {
            case 0: self = .leaf(true)
            case 1: self = .leaf(false)
            case 2: self = .leaf(nil)
            case 3: self = .number
            case 4: self = .not(Tree(&random, depth: depth - 1))
            case 5, 6: self = .and(Tree(&random, depth: depth - 1), Tree(&random, depth: depth - 1))
            case 7: self = .or(Tree(&random, depth: depth - 1), Tree(&random, depth: depth - 1))
            default:
                self = .choice(
                    Tree(&random, depth: depth - 1),
                    Tree(&random, depth: depth - 1),
                    Tree(&random, depth: depth - 1)
                )
            }
        }

        var text: String {
            switch self {
            case .leaf(true): "true"
            case .leaf(false): "(1 > 2)"
            case .leaf(nil): "(1 / 0 == 1)"
            case .number: "1"
            case .not(let tree): "!\(tree.text)"
            case .and(let left, let right): "(\(left.text) && \(right.text))"
            case .or(let left, let right): "(\(left.text) || \(right.text))"
            case .choice(let condition, let yes, let no): "(\(condition.text) ? \(yes.text) : \(no.text))"
            }
        }

        /// The truth value, or `nil` for an error.
        ///
        /// A number is an error where a truth value is needed.
        var value: Bool? {
            switch self {
            case .leaf(let value): return value
            case .number: return nil
            case .not(let tree): return tree.value.map { !$0 }
            case .and(let left, let right):
                if left.value == false || right.value == false { return false }
                return left.value == true && right.value == true ? true : nil
            case .or(let left, let right):
                if left.value == true || right.value == true { return true }
                return left.value == false && right.value == false ? false : nil
            case .choice(let condition, let yes, let no):
                return condition.value.flatMap { $0 ? yes.value : no.value }
            }
        }

        /// Whether it gives a number, which no condition is.
        var isNumber: Bool {
            switch self {
            case .number: true
            case .choice(let condition, let yes, let no):
                condition.value.map { $0 ? yes.isNumber : no.isNumber } ?? false
            default: false
            }
        }
    }

    @Test func `follows the tables, however it is nested`() throws {
        var random = SmallRandom(7)
        for _ in 0..<600 {
            let tree = Tree(&random, depth: 1 + random.below(4))
            let verdict = try Verdict(tree.text)
            let expected: Verdict =
                switch tree.value {
                case true?: .isTrue
                case false?: .isFalse
                case nil: .isError
                }
            #expect(verdict == expected || tree.isNumber && verdict != .isTrue, "\(tree.text)")
            // Two statements allow what one of them allows.
            let twice = try Rules("match /a/{b} { allow get: if \(tree.text); allow get: if false || \(tree.text); }")
            #expect(twice.get("a/b").isAllowed == (tree.value == true), "\(tree.text)")
        }
    }
}
