/// An expression as it stands in the source.
///
/// Two expressions are equal if they mean the same tree; where they stand and how they are spelled does not count.
struct Expression: Sendable, Equatable {
    indirect enum Kind: Sendable, Equatable {
        case null
        case bool(Bool)
        case int(Int64)
        case float(Double)
        case string(String)
        case bytes([UInt8])
        case list([Expression])
        case map([MapEntry])
        case path([PathPart])
        case name(String)
        case member(Expression, Name)
        case index(Expression, Expression)
        /// `object[from:to]`; either end may be missing.
        case slice(Expression, from: Expression?, to: Expression?)
        case call(Name, [Expression])
        case method(Expression, Name, [Expression])
        case unary(UnaryOperator, Expression)
        case binary(BinaryOperator, Expression, Expression)
        case isType(Expression, Name)
        case conditional(Expression, Expression, Expression)
        case parentheses(Expression)
    }

    struct MapEntry: Sendable, Equatable {
        let key: String
        let value: Expression
    }

    enum PathPart: Sendable, Equatable {
        case literal(String)
        case interpolation(Expression)
    }

    let kind: Kind
    let span: SourceSpan
    /// The official measure of complexity: how many levels deep the expression is nested, at least 1.
    let level: Int
    /// How many nodes deep the tree is, which bounds every walk over it.
    let depth: Int

    init(_ kind: Kind, _ span: SourceSpan) {
        self.kind = kind
        self.span = span
        (level, depth) = Self.measure(kind)
    }

    static func == (left: Expression, right: Expression) -> Bool {
        left.kind == right.kind
    }

    /// Parentheses, binary operators, lists, maps and the arguments of calls are one level deeper; what a dot, an index
    /// or a unary operator applies to is not.
    private static func measure(_ kind: Kind) -> (level: Int, depth: Int) {
        var level = 0
        var depth = 0
        func inside(_ expression: Expression, _ deeper: Int = 1) {
            level = max(level, expression.level + deeper)
            depth = max(depth, expression.depth)
        }
        switch kind {
        case .null, .bool, .int, .float, .string, .bytes, .name: break
        case .list(let items): for item in items { inside(item) }
        case .map(let entries): for entry in entries { inside(entry.value) }
        case .path(let parts):
            for case .interpolation(let expression) in parts { inside(expression, 0) }
        case .member(let object, _), .unary(_, let object): inside(object, 0)
        case .index(let object, let index):
            inside(object, 0)
            inside(index, 0)
        case .slice(let object, let from, let to):
            inside(object, 0)
            if let from { inside(from, 0) }
            if let to { inside(to, 0) }
        case .call(_, let arguments): for argument in arguments { inside(argument) }
        case .method(let object, _, let arguments):
            inside(object, 0)
            for argument in arguments { inside(argument) }
        case .binary(_, let left, let right):
            inside(left)
            inside(right)
        case .isType(let value, _), .parentheses(let value): inside(value)
        case .conditional(let condition, let first, let second):
            inside(condition, 0)
            inside(first, 0)
            inside(second, 0)
        }
        return (max(level, 1), depth + 1)
    }
}

/// A name in the source.
///
/// Two are equal if the text is.
struct Name: Sendable, Equatable {
    let text: String
    let span: SourceSpan

    static func == (left: Name, right: Name) -> Bool {
        left.text == right.text
    }
}

enum UnaryOperator: String, Sendable {
    case not = "!"
    case minus = "-"
}

enum BinaryOperator: String, Sendable, CaseIterable {
    case or = "||"
    case and = "&&"
    case equal = "=="
    case notEqual = "!="
    case isIn = "in"
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
    case plus = "+"
    case minus = "-"
    case times = "*"
    case divided = "/"
    case modulo = "%"

    /// How tightly the operator binds; the loosest is 0.
    var precedence: Int {
        switch self {
        case .or: 0
        case .and: 1
        case .equal, .notEqual: 2
        case .isIn: 3
        case .less, .lessOrEqual, .greater, .greaterOrEqual: 4
        case .plus, .minus: 5
        case .times, .divided, .modulo: 6
        }
    }

    static let tightest = 6
    /// The precedence of `is`, which has a type on its right.
    static let isTypePrecedence = 3
}
