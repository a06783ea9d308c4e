/// Splits a rules source into tokens, on demand: whether `/` divides or begins a path is known to the parser alone.
struct Lexer {
    let scalars: [Unicode.Scalar]
    private(set) var offset = 0
    private var line = 1
    private var lineStart = 0

    init(_ source: String) {
        scalars = Array(source.unicodeScalars)
    }

    /// The next token; `end` again and again after the last one.
    mutating func next() -> Token {
        if let unclosed = skipSpaceAndComments() { return unclosed }
        let start = here
        guard let scalar = peek() else { return Token(kind: .end, span: start) }
        let kind = kind(of: scalar)
        return Token(kind: kind, span: start.through(offset - 1))
    }

    private mutating func kind(of scalar: Unicode.Scalar) -> Token.Kind {
        if scalar == "b", let quote = peek(1), quote == "'" || quote == "\"" {
            advance()
            return literal(bytes: true)
        }
        if Self.startsName(scalar) { return .name(name()) }
        if Self.isDigit(scalar) { return number() }
        return scalar == "'" || scalar == "\"" ? literal(bytes: false) : symbol()
    }

    /// Goes back to the start of a token, to read it as something else.
    mutating func rewind(to span: SourceSpan) {
        offset = span.offset
        line = span.line
        lineStart = span.offset - span.column + 1
    }

    /// The position of the next scalar, as a span of that scalar.
    var here: SourceSpan {
        SourceSpan(line: line, column: offset - lineStart + 1, offset: offset, endOffset: offset)
    }

    func peek(_ distance: Int = 0) -> Unicode.Scalar? {
        offset + distance < scalars.count ? scalars[offset + distance] : nil
    }

    mutating func advance(_ count: Int = 1) {
        for _ in 0..<count where offset < scalars.count {
            offset += 1
            if scalars[offset - 1] == "\n" {
                line += 1
                lineStart = offset
            }
        }
    }

    /// Takes scalars while they satisfy a condition.
    mutating func take(while condition: (Unicode.Scalar) -> Bool) -> String {
        var text = String.UnicodeScalarView()
        while let scalar = peek(), condition(scalar) {
            text.append(scalar)
            advance()
        }
        return String(text)
    }

    mutating func name() -> String {
        take(while: Self.continuesName)
    }

    static func startsName(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "_": true
        default: false
        }
    }

    static func continuesName(_ scalar: Unicode.Scalar) -> Bool {
        startsName(scalar) || isDigit(scalar)
    }

    static func isDigit(_ scalar: Unicode.Scalar) -> Bool {
        ("0"..."9").contains(scalar)
    }

    static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isWhitespace
    }

    /// Skips what has no meaning; returns a token if a comment never ends.
    private mutating func skipSpaceAndComments() -> Token? {
        while let scalar = peek() {
            if Self.isSpace(scalar) {
                advance()
            } else if scalar == "/", peek(1) == "/" {
                while let next = peek(), next != "\n" { advance() }
            } else if scalar == "/", peek(1) == "*" {
                let start = here
                advance(2)
                while peek() != nil, !(peek() == "*" && peek(1) == "/") { advance() }
                guard peek() != nil else { return Token(kind: .invalid("The comment is not closed."), span: start) }
                advance(2)
            } else {
                return nil
            }
        }
        return nil
    }

    private mutating func number() -> Token.Kind {
        var text = take(while: Self.isDigit)
        var isFloat = false
        if peek() == ".", let digit = peek(1), Self.isDigit(digit) {
            isFloat = true
            advance()
            text += "." + take(while: Self.isDigit)
        }
        let hasSign = peek(1) == "+" || peek(1) == "-"
        if peek() == "e" || peek() == "E", let digit = peek(hasSign ? 2 : 1), Self.isDigit(digit) {
            isFloat = true
            advance()
            let sign = hasSign && peek() == "-" ? "-" : ""
            if hasSign { advance() }
            text += "e" + sign + take(while: Self.isDigit)
        }
        if isFloat {
            guard let value = Double(text), value.isFinite else { return .invalid("The number \(text) is too large.") }
            return .float(value)
        }
        guard let value = Int64(text) else { return .invalid("The number \(text) does not fit 64 bits.") }
        return .integer(value)
    }

    private mutating func symbol() -> Token.Kind {
        for text in ["&&", "||", "==", "!=", "<=", ">=", "**"] where starts(with: text) {
            advance(2)
            return .symbol(text)
        }
        guard let scalar = peek() else { return .end }
        advance()
        guard "{}()[],;:=.?!<>+-*/%$".unicodeScalars.contains(scalar) else {
            return .invalid("Unexpected '\(scalar)'.")
        }
        return .symbol(String(Character(scalar)))
    }

    private func starts(with text: String) -> Bool {
        var distance = 0
        for scalar in text.unicodeScalars {
            guard peek(distance) == scalar else { return false }
            distance += 1
        }
        return true
    }
}
