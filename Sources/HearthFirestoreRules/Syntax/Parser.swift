/// Says that an issue was recorded and that the statement cannot be read further.
struct ParseStop: Error {}

/// Reads a rules source.
///
/// After a mistake it goes on behind the statement, so one run finds several mistakes.
struct Parser {
    /// How deep expressions and blocks may be nested, which bounds the stack.
    static let maximumNesting = 200

    var lexer: Lexer
    var token: Token
    var issues = IssueList()
    var nesting = 0
    /// The end of the token before the current one.
    private(set) var previousEnd = 0

    /// Reads a source.
    ///
    /// - Returns: What could be read, and the issues; with an error among them, parts of the file are missing.
    static func parse(_ source: String) -> (file: RulesFile, issues: IssueList) {
        var parser = Parser(source)
        let file = parser.file()
        return (file, parser.issues)
    }

    init(_ source: String) {
        lexer = Lexer(source)
        token = lexer.next()
    }

    private mutating func file() -> RulesFile {
        var file = RulesFile()
        if token.isName("rules_version") {
            recovering { parser throws(ParseStop) in file.version = try parser.version() }
        }
        while token.kind != .end {
            if token.isName("function") {
                recovering { parser throws(ParseStop) in file.functions.append(try parser.function()) }
            } else if token.isName("service") {
                recovering { parser throws(ParseStop) in file.services.append(try parser.service()) }
            } else {
                recovering { parser throws(ParseStop) in throw parser.unexpected() }
                if token.isSymbol("}") { advance() }
            }
        }
        if file.services.isEmpty, !issues.hasErrors { _ = unexpected() }
        return file
    }

    private mutating func version() throws(ParseStop) -> Int {
        advance()
        try expect("=")
        guard case .string(let text) = token.kind, let version = ["1": 1, "2": 2][text] else { throw unexpected() }
        advance()
        try expect(";")
        return version
    }

    private mutating func service() throws(ParseStop) -> ServiceDeclaration {
        advance()
        var name = try self.name()
        while token.isSymbol(".") {
            advance()
            let part = try self.name()
            name = Name(text: name.text + "." + part.text, span: name.span.through(part.span))
        }
        var service = ServiceDeclaration(name: name)
        try block { parser throws(ParseStop) in
            if parser.token.isName("match") {
                service.matches.append(try parser.match())
            } else if parser.token.isName("function") {
                service.functions.append(try parser.function())
            } else {
                throw parser.unexpectedInBlock()
            }
        }
        return service
    }

    private mutating func match() throws(ParseStop) -> MatchDeclaration {
        try enter()
        defer { nesting -= 1 }
        advance()
        var match = MatchDeclaration(pattern: try pattern())
        try block { parser throws(ParseStop) in
            if parser.token.isName("match") {
                match.items.append(.match(try parser.match()))
            } else if parser.token.isName("allow") {
                match.items.append(.allow(try parser.allow()))
            } else if parser.token.isName("function") {
                match.functions.append(try parser.function())
            } else {
                throw parser.unexpectedInBlock()
            }
        }
        return match
    }

    private mutating func allow() throws(ParseStop) -> AllowStatement {
        let start = token.span
        advance()
        var operations: [AllowStatement.Operation] = []
        repeat {
            if token.isSymbol(",") { advance() }
            guard case .name(let text) = token.kind, let operation = AllowStatement.Operation(rawValue: text) else {
                throw unexpected()
            }
            operations.append(operation)
            advance()
        } while token.isSymbol(",")
        var condition: Expression?
        if token.isSymbol(":") {
            advance()
            guard token.isName("if") else { throw unexpected() }
            advance()
            guard !token.isSymbol(";") else { throw stop("Missing conditional expression after 'if'.", at: token.span) }
            condition = try expression()
        }
        let span = start.through(previousEnd)
        try expect(";")
        return AllowStatement(operations: operations, condition: condition, span: span)
    }

    private mutating func function() throws(ParseStop) -> FunctionDeclaration {
        advance()
        let name = try name()
        try expect("(")
        var parameters: [Name] = []
        while !token.isSymbol(")") {
            if !parameters.isEmpty { try expect(",") }
            parameters.append(try self.name())
        }
        advance()
        try expect("{")
        var variables: [LetStatement] = []
        while token.isName("let") {
            advance()
            let variable = try self.name()
            try expect("=")
            variables.append(LetStatement(name: variable, value: try expression()))
            try expect(";")
        }
        guard token.isName("return") else { throw unexpected() }
        advance()
        let body = try expression()
        if token.isSymbol(";") { advance() }
        try expect("}")
        return FunctionDeclaration(name: name, parameters: parameters, variables: variables, body: body)
    }
}

/// Moving on and going wrong.
extension Parser {
    mutating func advance() {
        previousEnd = token.span.endOffset
        token = lexer.next()
    }

    mutating func expect(_ symbol: String) throws(ParseStop) {
        guard token.isSymbol(symbol) else { throw unexpected() }
        advance()
    }

    mutating func name() throws(ParseStop) -> Name {
        guard case .name(let text) = token.kind, !["true", "false", "null"].contains(text) else { throw unexpected() }
        let name = Name(text: text, span: token.span)
        advance()
        return name
    }

    /// Goes one level deeper.
    ///
    /// The caller takes it back.
    mutating func enter() throws(ParseStop) {
        nesting += 1
        guard nesting <= Self.maximumNesting else {
            nesting -= 1
            throw tooComplex(at: token.span)
        }
    }

    mutating func tooComplex(at span: SourceSpan) -> ParseStop {
        stop("Expression is too complex to evaluate safely.", at: span)
    }

    mutating func unexpected() -> ParseStop {
        switch token.kind {
        case .end: return stop("Unexpected '<EOF>'.", at: token.span)
        case .invalid(let reason): return stop(reason, at: token.span)
        default:
            let end = min(token.span.endOffset + 1, lexer.scalars.count)
            var text = String.UnicodeScalarView()
            text.append(contentsOf: lexer.scalars[min(token.span.offset, end)..<end])
            return stop("Unexpected '\(String(text))'.", at: token.span)
        }
    }

    mutating func stop(_ description: String, at span: SourceSpan) -> ParseStop {
        issues.error(description, at: span)
        return ParseStop()
    }

    /// Where a declaration is expected, a path can only mean a forgotten `match`.
    private mutating func unexpectedInBlock() -> ParseStop {
        if token.kind == .end || token.isSymbol("/") {
            issues.error("Missing 'match' keyword before path.", at: token.span)
            if token.kind != .end { return ParseStop() }
        }
        return unexpected()
    }

    /// Reads declarations between braces.
    private mutating func block(_ declaration: (inout Parser) throws(ParseStop) -> Void) throws(ParseStop) {
        try expect("{")
        while !token.isSymbol("}") {
            if token.kind == .end { throw unexpectedInBlock() }
            recovering(declaration)
        }
        advance()
    }

    /// Reads something; after a mistake goes on behind the next semicolon, or before the brace that closes the block.
    private mutating func recovering(_ body: (inout Parser) throws(ParseStop) -> Void) {
        let start = token.span.offset
        let outside = nesting
        do throws(ParseStop) {
            try body(&self)
        } catch {
            nesting = outside
            skipStatement()
            if token.span.offset == start, token.kind != .end { advance() }
        }
    }

    private mutating func skipStatement() {
        var depth = 0
        while token.kind != .end {
            if token.isSymbol("{") {
                depth += 1
            } else if token.isSymbol("}") {
                if depth == 0 { return }
                depth -= 1
                if depth == 0 { return advance() }
            } else if token.isSymbol(";"), depth == 0 {
                return advance()
            }
            advance()
        }
    }
}
