internal import HearthCore

/// Reads JSON text, strictly: no byte order mark, no trailing comma, no name twice, no lone surrogate, and no
/// nesting beyond ``maximumDepth``.
struct JSONParser {
    /// The deepest nesting that is read: what a client sends is flat, and recursion costs stack.
    static let maximumDepth = 128

    // A contiguous array has a span on every system, an array only since iOS 26.
    private let bytes: ContiguousArray<UInt8>
    private var position = 0
    private var depth = 0
    private var valuesLeft: Int

    init(_ bytes: [UInt8], maximumValues: Int = .max) {
        self.bytes = ContiguousArray(bytes)
        valuesLeft = maximumValues
    }

    /// Reads the one value that the text holds.
    mutating func document() throws(JSONError) -> JSONValue {
        let value = try value()
        skipSpace()
        guard position == bytes.count else { throw failure("nothing after the value") }
        return value
    }

    private mutating func value() throws(JSONError) -> JSONValue {
        skipSpace()
        guard position < bytes.count else { throw failure("a value") }
        guard valuesLeft > 0 else { throw failure("fewer values") }
        valuesLeft -= 1
        switch bytes[position] {
        case UInt8(ascii: "{"):
            try enter()
            let object = try object()
            depth -= 1
            return .object(object)
        case UInt8(ascii: "["):
            try enter()
            let values = try array()
            depth -= 1
            return .array(values)
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try literal("true", .bool(true))
        case UInt8(ascii: "f"): return try literal("false", .bool(false))
        case UInt8(ascii: "n"): return try literal("null", .null)
        default: return try number()
        }
    }

    private mutating func enter() throws(JSONError) {
        depth += 1
        guard depth <= Self.maximumDepth else { throw failure("at most \(Self.maximumDepth) levels") }
        position += 1
    }

    private mutating func object() throws(JSONError) -> JSONObject {
        var object = JSONObject()
        skipSpace()
        if take("}") { return object }
        repeat {
            skipSpace()
            guard peek() == UInt8(ascii: "\"") else { throw failure("a name") }
            let name = try string()
            skipSpace()
            guard take(":") else { throw failure("a colon") }
            guard object.insert(name, try value()) else { throw failure("each name once") }
            skipSpace()
        } while take(",")
        guard take("}") else { throw failure("a comma or a closing brace") }
        return object
    }

    private mutating func array() throws(JSONError) -> [JSONValue] {
        var values: [JSONValue] = []
        skipSpace()
        if take("]") { return values }
        repeat {
            values.append(try value())
            skipSpace()
        } while take(",")
        guard take("]") else { throw failure("a comma or a closing bracket") }
        return values
    }

    private mutating func literal(_ text: String, _ value: JSONValue) throws(JSONError) -> JSONValue {
        let expected = text.utf8
        guard bytes[position...].starts(with: expected) else { throw failure("a value") }
        position += expected.count
        return value
    }

    // MARK: Strings

    private mutating func string() throws(JSONError) -> String {
        position += 1
        let start = position
        let isASCII = skipPlainText()
        guard let byte = peek() else { throw failure("a closing quote") }
        switch byte {
        case UInt8(ascii: "\""):
            let text = try text(bytes[start..<position], isASCII: isASCII)
            position += 1
            return text
        case UInt8(ascii: "\\"): return try escapedString(from: start)
        default: throw failure("no control character in a string")
        }
    }

    /// Goes on to the next quote, backslash or control character, and tells whether all before it was ASCII.
    private mutating func skipPlainText() -> Bool {
        let (end, isASCII) = Self.endOfPlainText(in: bytes.span, from: position)
        position = end
        return isASCII
    }

    private static func endOfPlainText(in text: Span<UInt8>, from start: Int) -> (end: Int, isASCII: Bool) {
        var index = start
        var seen: UInt8 = 0
        while index < text.count {
            let byte = text[index]
            if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte < 0x20 { break }
            seen |= byte
            index += 1
        }
        return (index, seen < 0x80)
    }

    private mutating func escapedString(from start: Int) throws(JSONError) -> String {
        var content = Array(bytes[start..<position])
        while let byte = peek() {
            switch byte {
            case UInt8(ascii: "\""):
                position += 1
                return try text(content[...], isASCII: false)
            case UInt8(ascii: "\\"):
                position += 1
                try escape(into: &content)
            case 0..<0x20: throw failure("no control character in a string")
            default:
                let start = position
                _ = skipPlainText()
                content += bytes[start..<position]
            }
        }
        throw failure("a closing quote")
    }

    private func text(_ content: ArraySlice<UInt8>, isASCII: Bool) throws(JSONError) -> String {
        // The initializer that validates is not inlined, and costs more than all the rest.
        if isASCII { return String(decoding: content, as: UTF8.self) }
        guard let text = String(utf8Bytes: content) else { throw failure("UTF-8") }
        return text
    }

    private mutating func escape(into content: inout [UInt8]) throws(JSONError) {
        guard position < bytes.count else { throw failure("an escape") }
        let byte = bytes[position]
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): content.append(byte)
        case UInt8(ascii: "b"): content.append(0x08)
        case UInt8(ascii: "f"): content.append(0x0C)
        case UInt8(ascii: "n"): content.append(0x0A)
        case UInt8(ascii: "r"): content.append(0x0D)
        case UInt8(ascii: "t"): content.append(0x09)
        case UInt8(ascii: "u"): content.append(contentsOf: String(Character(try unicodeEscape())).utf8)
        default: throw failure("an escape")
        }
    }

    private mutating func unicodeEscape() throws(JSONError) -> Unicode.Scalar {
        let first = try fourDigits()
        if let scalar = Unicode.Scalar(first) { return scalar }
        guard (0xD800..<0xDC00).contains(first), take("\\"), take("u") else { throw failure("a surrogate pair") }
        let second = try fourDigits()
        guard (0xDC00..<0xE000).contains(second),
            let scalar = Unicode.Scalar(0x10000 + (UInt32(first) - 0xD800) << 10 + (UInt32(second) - 0xDC00))
        else { throw failure("a surrogate pair") }
        return scalar
    }

    private mutating func fourDigits() throws(JSONError) -> UInt16 {
        guard position + 4 <= bytes.count else { throw failure("four hexadecimal digits") }
        var value: UInt16 = 0
        for byte in bytes[position..<position + 4] {
            guard let digit = Self.hexadecimalDigit(byte) else { throw failure("four hexadecimal digits") }
            value = value << 4 | UInt16(digit)
        }
        position += 4
        return value
    }

    private static func hexadecimalDigit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    // MARK: Numbers

    private mutating func number() throws(JSONError) -> JSONValue {
        let start = position
        let isNegative = take("-")
        guard let first = peek(), isDigit(first) else { throw failure("a value") }
        let integer = first == UInt8(ascii: "0") ? zero() : digits(isNegative: isNegative)
        var isInteger = true
        if take(".") {
            isInteger = false
            guard let digit = peek(), isDigit(digit) else { throw failure("a digit") }
            skipDigits()
        }
        if take("e") || take("E") {
            isInteger = false
            if !take("+") { _ = take("-") }
            guard let digit = peek(), isDigit(digit) else { throw failure("a digit") }
            skipDigits()
        }
        if isInteger, let integer { return .integer(integer) }
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        guard let number = Double(text), number.isFinite else { throw failure("a number in range") }
        return .number(number)
    }

    private mutating func zero() -> Int64? {
        position += 1
        return 0
    }

    /// Reads digits; what does not fit 64 bits is passed over and answered with `nil`.
    private mutating func digits(isNegative: Bool) -> Int64? {
        var value: Int64? = 0
        while let byte = peek(), isDigit(byte) {
            let digit = Int64(byte - UInt8(ascii: "0"))
            value = value.flatMap { Self.appending(isNegative ? -digit : digit, to: $0) }
            position += 1
        }
        return value
    }

    private static func appending(_ digit: Int64, to value: Int64) -> Int64? {
        let (shifted, overflow) = value.multipliedReportingOverflow(by: 10)
        let (sum, carry) = shifted.addingReportingOverflow(digit)
        return overflow || carry ? nil : sum
    }

    private mutating func skipDigits() {
        while let byte = peek(), isDigit(byte) { position += 1 }
    }

    private func isDigit(_ byte: UInt8) -> Bool {
        byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
    }

    // MARK: Bytes

    private func peek() -> UInt8? {
        position < bytes.count ? bytes[position] : nil
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard peek() == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    private mutating func skipSpace() {
        while let byte = peek(), byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
    }

    private func failure(_ expected: String) -> JSONError {
        JSONError(.syntax, "expected \(expected)", offset: position)
    }
}
