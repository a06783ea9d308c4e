extension Parser {
    /// Reads a path where an operand is expected: the scalars from the slash on are read anew, as segments.
    mutating func path() throws(ParseStop) -> Expression {
        let start = token.span
        lexer.rewind(to: start)
        var parts: [Expression.PathPart] = []
        var end = start.endOffset
        while lexer.peek() == "/" {
            lexer.advance()
            if lexer.peek() == "$", lexer.peek(1) == "(" {
                lexer.advance(2)
                token = lexer.next()
                let value = try expression()
                guard token.isSymbol(")") else { throw unexpected() }
                parts.append(.interpolation(value))
                end = value.span.endOffset
            } else {
                let segment = literalSegment()
                guard !segment.isEmpty else { throw unexpectedScalar() }
                parts.append(.literal(segment))
                end = lexer.offset - 1
            }
        }
        guard isPathEnd(lexer.peek()) else { throw unexpectedScalar() }
        advance()
        return try made(.path(parts), start.through(end))
    }

    /// Takes a segment of a path in an expression; braces and balanced parentheses belong to it.
    private mutating func literalSegment() -> String {
        var segment = ""
        var parentheses = 0
        while let scalar = lexer.peek() {
            if scalar == "{" {
                segment += lexer.take { $0 != "}" && $0 != "/" && !Lexer.isSpace($0) }
                guard lexer.peek() == "}" else { return "" }
            } else if scalar == "/" || isPathEnd(scalar) && !(scalar == ")" && parentheses > 0) {
                break
            } else if scalar == "(" {
                parentheses += 1
            } else if scalar == ")" {
                parentheses -= 1
            }
            segment.unicodeScalars.append(scalar == "{" ? "}" : scalar)
            lexer.advance()
        }
        return parentheses == 0 ? segment : ""
    }

    private func isPathEnd(_ scalar: Unicode.Scalar?) -> Bool {
        guard let scalar else { return true }
        return Lexer.isSpace(scalar) || ";,]:&|=!<>)}".unicodeScalars.contains(scalar)
    }

    /// Reads the path behind `match`.
    mutating func pattern() throws(ParseStop) -> [PatternSegment] {
        guard token.isSymbol("/") else { throw unexpected() }
        lexer.rewind(to: token.span)
        var segments: [PatternSegment] = []
        while lexer.peek() == "/" {
            let start = lexer.here
            lexer.advance()
            let kind: PatternSegment.Kind
            if lexer.peek() == "{" {
                lexer.advance()
                kind = try wildcard()
            } else {
                let text = lexer.take { $0 != "/" && $0 != "{" && $0 != "}" && !Lexer.isSpace($0) }
                guard !text.isEmpty else { throw unexpectedScalar() }
                kind = .literal(text)
            }
            segments.append(PatternSegment(kind: kind, span: start.through(lexer.offset - 1)))
        }
        advance()
        return segments
    }

    /// Reads a wildcard behind its opening brace.
    private mutating func wildcard() throws(ParseStop) -> PatternSegment.Kind {
        token = lexer.next()
        let name = try name()
        var isGlob = false
        if token.isSymbol("=") {
            advance()
            guard token.isSymbol("**") else { throw unexpected() }
            isGlob = true
            advance()
        }
        guard token.isSymbol("}") else { throw unexpected() }
        return isGlob ? .glob(name.text) : .wildcard(name.text)
    }

    /// Stops at a scalar that cannot stand in a path.
    private mutating func unexpectedScalar() -> ParseStop {
        guard let scalar = lexer.peek() else {
            token = lexer.next()
            return unexpected()
        }
        let span = lexer.here
        lexer.advance()
        token = lexer.next()
        return stop("Unexpected '\(scalar)'.", at: span)
    }
}
