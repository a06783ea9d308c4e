extension Lexer {
    /// Reads a string or bytes literal from its opening quote on.
    ///
    /// After a mistake the rest of the literal is skipped.
    mutating func literal(bytes isBytes: Bool) -> Token.Kind {
        guard let quote = peek() else { return .end }
        advance()
        var content = LiteralContent(isBytes: isBytes)
        var mistake: String?
        while let scalar = peek(), scalar != quote {
            if scalar == "\n" || scalar == "\r" { return .invalid("A line feed stands in a string.") }
            advance()
            if scalar != "\\" {
                content.append(scalar)
            } else if let problem = escape(into: &content) {
                mistake = mistake ?? problem
            }
        }
        guard peek() != nil else { return .invalid("The string is not closed.") }
        advance()
        if !content.finish() { mistake = mistake ?? "A surrogate stands alone in a string." }
        if let mistake { return .invalid(mistake) }
        return isBytes ? .bytes(content.bytes) : .string(String(content.text))
    }

    /// Reads an escape sequence behind its backslash; returns what is wrong with it.
    private mutating func escape(into content: inout LiteralContent) -> String? {
        guard let scalar = peek() else { return "The string is not closed." }
        advance()
        switch scalar {
        case "\\", "'", "\"": content.append(scalar)
        case "n": content.append("\n")
        case "r": content.append("\r")
        case "t": content.append("\t")
        case "b": content.append("\u{8}")
        case "f": content.append("\u{C}")
        case "x":
            guard let value = digits(2, radix: 16) else { return "Invalid escape sequence '\\x'." }
            content.append(value: value)
        case "u":
            guard !content.isBytes, let unit = digits(4, radix: 16) else { return "Invalid escape sequence '\\u'." }
            guard content.append(unit: UInt16(unit)) else { return "A surrogate stands alone in a string." }
        case "0"..."3":
            guard let low = digits(2, radix: 8) else { return "Invalid escape sequence '\\\(scalar)'." }
            content.append(value: (scalar.value - 48) << 6 | low)
        default: return "Invalid escape sequence '\\\(scalar)'."
        }
        return nil
    }

    /// Takes exactly so many digits, or none.
    private mutating func digits(_ count: Int, radix: UInt32) -> UInt32? {
        var value: UInt32 = 0
        for distance in 0..<count {
            guard let scalar = peek(distance), scalar.isASCII,
                let digit = Character(scalar).hexDigitValue, digit < radix
            else { return nil }
            value = value * radix + UInt32(digit)
        }
        advance(count)
        return value
    }
}

/// What a literal holds: text, in which an escaped value is a code point, or bytes, in which it is a byte.
private struct LiteralContent {
    let isBytes: Bool
    private(set) var text = String.UnicodeScalarView()
    private(set) var bytes: [UInt8] = []
    private var highSurrogate: UInt16?
    private var isBroken = false

    init(isBytes: Bool) {
        self.isBytes = isBytes
    }

    mutating func append(_ scalar: Unicode.Scalar) {
        isBroken = isBroken || highSurrogate != nil
        if isBytes { bytes += Array(UTF8.encode(scalar) ?? .init()) } else { text.append(scalar) }
    }

    /// Appends an escaped value up to 255.
    mutating func append(value: UInt32) {
        if isBytes {
            bytes.append(UInt8(truncatingIfNeeded: value))
        } else {
            append(Unicode.Scalar(UInt8(value & 255)))
        }
    }

    /// Appends a UTF-16 unit; false if it is a second half without a first one.
    mutating func append(unit: UInt16) -> Bool {
        if let high = highSurrogate {
            guard UTF16.isTrailSurrogate(unit) else { return false }
            highSurrogate = nil
            let value = 0x10000 + (UInt32(high) - 0xD800) << 10 + (UInt32(unit) - 0xDC00)
            guard let scalar = Unicode.Scalar(value) else { return false }
            text.append(scalar)
        } else if UTF16.isLeadSurrogate(unit) {
            highSurrogate = unit
        } else if let scalar = Unicode.Scalar(UInt32(unit)) {
            text.append(scalar)
        } else {
            return false
        }
        return true
    }

    /// Whether every first half of a surrogate pair found its second one.
    func finish() -> Bool {
        !isBroken && highSurrogate == nil
    }
}
