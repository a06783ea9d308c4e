extension Parser {
    mutating func expression() throws(ParseStop) -> Expression {
        try enter()
        defer { nesting -= 1 }
        let condition = try binary(0)
        guard token.isSymbol("?") else { return condition }
        advance()
        let first = try expression()
        try expect(":")
        let second = try expression()
        return try made(.conditional(condition, first, second), condition.span.through(second.span))
    }

    /// Reads operators that bind at least as tightly as a precedence.
    private mutating func binary(_ minimum: Int) throws(ParseStop) -> Expression {
        var left = try unary()
        while true {
            if token.isName("is"), BinaryOperator.isTypePrecedence >= minimum {
                advance()
                let type = try typeName()
                left = try made(.isType(left, type), left.span.through(type.span))
            } else if let operation = binaryOperator, operation.precedence >= minimum {
                advance()
                let right = try binary(operation.precedence + 1)
                left = try made(.binary(operation, left, right), left.span.through(right.span))
            } else {
                return left
            }
        }
    }

    private var binaryOperator: BinaryOperator? {
        switch token.kind {
        case .symbol(let text): BinaryOperator(rawValue: text)
        case .name("in"): .isIn
        default: nil
        }
    }

    /// The name of a type, among them one that is a word of the language elsewhere.
    private mutating func typeName() throws(ParseStop) -> Name {
        guard case .name(let text) = token.kind else { throw unexpected() }
        let name = Name(text: text, span: token.span)
        advance()
        return name
    }

    private mutating func unary() throws(ParseStop) -> Expression {
        var operators: [(operation: UnaryOperator, span: SourceSpan)] = []
        while case .symbol(let text) = token.kind, let operation = UnaryOperator(rawValue: text) {
            operators.append((operation, token.span))
            guard operators.count <= Self.maximumNesting else { throw tooComplex(at: token.span) }
            advance()
        }
        var operand = try postfix()
        for (operation, span) in operators.reversed() {
            operand = try made(.unary(operation, operand), span.through(operand.span))
        }
        return operand
    }

    private mutating func postfix() throws(ParseStop) -> Expression {
        var object = try primary()
        while true {
            if token.isSymbol(".") {
                advance()
                let name = try memberName()
                if token.isSymbol("(") {
                    let arguments = try arguments()
                    let end = arguments.last?.span ?? name.span
                    object = try made(.method(object, name, arguments), object.span.through(end))
                } else {
                    object = try made(.member(object, name), object.span.through(name.span))
                }
            } else if token.isSymbol("[") {
                object = try subscripted(object)
            } else {
                return object
            }
        }
    }

    /// A field may be called like a word of the language.
    private mutating func memberName() throws(ParseStop) -> Name {
        try typeName()
    }

    private mutating func subscripted(_ object: Expression) throws(ParseStop) -> Expression {
        advance()
        var from: Expression?
        if !token.isSymbol(":") { from = try expression() }
        if let from, token.isSymbol("]") {
            advance()
            return try made(.index(object, from), object.span.through(from.span))
        }
        try expect(":")
        var to: Expression?
        if !token.isSymbol("]") { to = try expression() }
        let end = to?.span.endOffset ?? previousEnd
        try expect("]")
        return try made(.slice(object, from: from, to: to), object.span.through(end))
    }

    private mutating func arguments() throws(ParseStop) -> [Expression] {
        try expect("(")
        var arguments: [Expression] = []
        while !token.isSymbol(")") {
            if !arguments.isEmpty { try expect(",") }
            arguments.append(try expression())
        }
        advance()
        return arguments
    }

    private mutating func primary() throws(ParseStop) -> Expression {
        let span = token.span
        switch token.kind {
        case .integer(let value): return try literal(.int(value))
        case .float(let value): return try literal(.float(value))
        case .string(let text): return try literal(.string(text))
        case .bytes(let bytes): return try literal(.bytes(bytes))
        case .name("true"): return try literal(.bool(true))
        case .name("false"): return try literal(.bool(false))
        case .name("null"): return try literal(.null)
        case .name:
            let name = try name()
            guard token.isSymbol("(") else { return try made(.name(name.text), span) }
            let arguments = try arguments()
            return try made(.call(name, arguments), span.through(arguments.last?.span ?? span))
        case .symbol("("):
            advance()
            let inner = try expression()
            try expect(")")
            return try made(.parentheses(inner), span.through(inner.span))
        case .symbol("["): return try list()
        case .symbol("{"): return try map()
        case .symbol("/"): return try path()
        default: throw unexpected()
        }
    }

    private mutating func literal(_ kind: Expression.Kind) throws(ParseStop) -> Expression {
        let span = token.span
        advance()
        return try made(kind, span)
    }

    private mutating func list() throws(ParseStop) -> Expression {
        let start = token.span
        advance()
        var items: [Expression] = []
        while !token.isSymbol("]") {
            items.append(try expression())
            if !token.isSymbol("]") { try expect(",") }
        }
        let end = items.last?.span.endOffset ?? token.span.endOffset
        advance()
        return try made(.list(items), start.through(end))
    }

    private mutating func map() throws(ParseStop) -> Expression {
        let start = token.span
        advance()
        var entries: [Expression.MapEntry] = []
        while !token.isSymbol("}") {
            let key: String
            switch token.kind {
            case .string(let text), .name(let text): key = text
            default: throw unexpected()
            }
            advance()
            try expect(":")
            entries.append(Expression.MapEntry(key: key, value: try expression()))
            if !token.isSymbol("}") { try expect(",") }
        }
        let end = entries.last?.value.span.endOffset ?? token.span.endOffset
        advance()
        return try made(.map(entries), start.through(end))
    }

    func isTooComplex(_ expression: Expression) -> Bool {
        expression.level >= 100 || expression.depth > Self.maximumNesting
    }

    /// An expression that may still be evaluated.
    mutating func made(_ kind: Expression.Kind, _ span: SourceSpan) throws(ParseStop) -> Expression {
        let expression = Expression(kind, span)
        guard !isTooComplex(expression) else { throw tooComplex(at: span) }
        return expression
    }
}
