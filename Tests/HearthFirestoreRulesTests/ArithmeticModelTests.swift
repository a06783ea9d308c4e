import HearthFirestoreModel
import Testing

@testable import HearthFirestoreRules

/// All pairs of numbers at the edges, against arithmetic with twice as many bits.
@Suite("Arithmetic at its edges")
struct ArithmeticModelTests {
    private static let integers: [Int64] = [
        .min, .min + 1, -9_007_199_254_740_993, -3, -2, -1, 0, 1, 2, 3, 7, 9_007_199_254_740_992,
        9_007_199_254_740_993, 3_037_000_500, .max - 1, .max,
    ]
    private static let doubles: [Double] = [
        -1e300, -9_223_372_036_854_775_808, -2.5, -0.5, -0.0, 0,
        .leastNonzeroMagnitude, 0.5, 1, 2, 9_007_199_254_740_992,
        9_223_372_036_854_775_808, 1e300, .infinity, -.infinity, .nan,
    ]

    /// What an operator gives; `nil` for an error.
    private func whole(_ left: Int64, _ symbol: String, _ right: Int64) -> Int64? {
        let (left, right) = (Int128(left), Int128(right))
        let result: Int128? =
            switch symbol {
            case "+": left + right
            case "-": left - right
            case "*": left * right
            case "/": right == 0 ? nil : left / right
            default: right == 0 ? nil : left % right
            }
        return result.flatMap { Int64(exactly: $0) }
    }

    @Test(arguments: ["+", "-", "*", "/", "%"])
    func `of whole numbers is exact, or an error beyond 64 bits`(symbol: String) throws {
        let rules = try Rules(
            condition: "resource.data.a \(symbol) resource.data.b == resource.data.r && "
                + "(resource.data.a \(symbol) resource.data.b) is int"
        )
        for left in Self.integers {
            for right in Self.integers {
                let expected = whole(left, symbol, right)
                let fields: Fields = ["a": .integer(left), "b": .integer(right), "r": .integer(expected ?? 0)]
                #expect(Verdict(rules, fields) == (expected == nil ? .isError : .isTrue), "\(left) \(symbol) \(right)")
            }
        }
    }

    @Test(arguments: ["+", "-", "*", "/"])
    func `of a floating point number and any other is IEEE 754's, and dividing by zero an error`(symbol: String) throws
    {
        let rules = try Rules(
            condition: "resource.data.a \(symbol) resource.data.b == resource.data.r && "
                + "(resource.data.a \(symbol) resource.data.b) is float"
        )
        let operators: [String: (Double, Double) -> Double] = ["+": (+), "-": (-), "*": (*), "/": (/)]
        let compute = try #require(operators[symbol])
        let numbers = Self.doubles.map { ($0, Value.double($0)) } + Self.integers.map { (Double($0), .integer($0)) }
        for (left, leftValue) in numbers {
            for (right, rightValue) in numbers {
                if case .integer = leftValue, case .integer = rightValue { continue }
                let fields: Fields = ["a": leftValue, "b": rightValue, "r": .double(compute(left, right))]
                let isError = symbol == "/" && right == 0
                #expect(Verdict(rules, fields) == (isError ? .isError : .isTrue), "\(left) \(symbol) \(right)")
            }
        }
    }

    /// How two numbers compare, exactly; `nil` if one is none.
    private func sign(_ left: Value, _ right: Value) -> Int? {
        switch (left, right) {
        case (.integer(let a), .integer(let b)): a < b ? -1 : a > b ? 1 : 0
        case (.double(let a), .double(let b)): a.isNaN || b.isNaN ? nil : a < b ? -1 : a > b ? 1 : 0
        case (.integer, .double): sign(right, left).map { -$0 }
        case (.double(let number), .integer(let whole)):
            if number.isNaN {
                nil
            } else if abs(number) >= 1e19 {
                number < 0 ? -1 : 1
            } else {
                Int128(number.rounded(.down)) < Int128(whole)
                    ? -1 : Int128(number.rounded(.down)) > Int128(whole) || number != number.rounded(.down) ? 1 : 0
            }
        default: nil
        }
    }

    @Test func `compares whole and floating point numbers exactly, and nothing with what is no number`() throws {
        let numbers = Self.doubles.map { Value.double($0) } + Self.integers.map { Value.integer($0) }
        let table: [(String, (Int) -> Bool)] = [
            ("<", { $0 < 0 }), ("<=", { $0 <= 0 }), (">", { $0 > 0 }), (">=", { $0 >= 0 }), ("==", { $0 == 0 }),
            ("!=", { $0 != 0 }),
        ]
        for (symbol, holds) in table {
            let rules = try Rules(condition: "resource.data.a \(symbol) resource.data.b")
            for left in numbers {
                for right in numbers {
                    let expected: Verdict
                    if let sign = sign(left, right) {
                        expected = holds(sign) ? .isTrue : .isFalse
                    } else if symbol == "==" || symbol == "!=" {
                        // Not-a-number is equal to itself alone.
                        expected = (left == right) == (symbol == "==") ? .isTrue : .isFalse
                    } else {
                        expected = .isError
                    }
                    #expect(Verdict(rules, ["a": left, "b": right]) == expected, "\(left) \(symbol) \(right)")
                }
            }
        }
    }

    @Test func `negates every number but the least`() throws {
        let rules = try Rules(condition: "-resource.data.a == resource.data.r")
        for number in Self.integers {
            let expected = Int64(exactly: -Int128(number))
            let verdict = Verdict(rules, ["a": .integer(number), "r": .integer(expected ?? 0)])
            #expect(verdict == (expected == nil ? .isError : .isTrue), "\(number)")
        }
        for number in Self.doubles {
            #expect(Verdict(rules, ["a": .double(number), "r": .double(-number)]) == .isTrue, "\(number)")
        }
    }
}
