internal import HearthHTTP

/// Understands a complete head ([RFC 9112](https://www.rfc-editor.org/rfc/rfc9112)), strictly: what two readers
/// could understand differently is refused.
struct HeadParser {
    private let limits: ServerLimits
    private var index = 0
    private var semantics = FieldSemantics()
    private var head = ParsedHead()

    /// Parses a head.
    ///
    /// - Parameters:
    ///   - bytes: The head, up to and with the empty line; ``HeadScanner`` has found its end.
    ///   - limits: How long the target may be and how many fields there may be.
    /// - Returns: The head.
    /// - Throws: ``RequestRefusal`` with the status that the client gets.
    static func parse(_ bytes: Span<UInt8>, _ limits: ServerLimits) throws(RequestRefusal) -> ParsedHead {
        var parser = HeadParser(limits: limits)
        try parser.parseRequestLine(bytes)
        try parser.parseFields(bytes)
        try parser.semantics.apply(to: &parser.head)
        return parser.head
    }

    private init(limits: ServerLimits) {
        self.limits = limits
    }

    /// The byte at the index; the line end that closes every head stands for what lies behind it.
    private func current(_ bytes: Span<UInt8>) -> UInt8 {
        index < bytes.count ? bytes[index] : Bytes.lineFeed
    }

    private mutating func parseRequestLine(_ bytes: Span<UInt8>) throws(RequestRefusal) {
        if current(bytes) == Bytes.carriageReturn { index = 2 }
        let method = index
        while Bytes.isToken(current(bytes)) { index += 1 }
        guard index > method, index - method <= 20, current(bytes) == Bytes.space else {
            throw .malformed("The method is not one.")
        }
        head.method = Self.method(bytes, method..<index)
        index += 1
        let target = index
        while current(bytes) > Bytes.space, current(bytes) < 0x7F { index += 1 }
        guard index > target, current(bytes) == Bytes.space else { throw .malformed("The target is not one.") }
        guard index - target <= limits.targetBytes else { throw .targetTooLong }
        try parseTarget(bytes, target..<index)
        index += 1
        try parseVersion(bytes)
    }

    private static func method(_ bytes: Span<UInt8>, _ range: Range<Int>) -> HTTPMethod {
        switch (range.count, bytes[range.lowerBound]) {
        case (3, UInt8(ascii: "G")) where bytes.text(range) == "GET": .get
        case (4, UInt8(ascii: "P")) where bytes.text(range) == "POST": .post
        default: HTTPMethod(rawValue: bytes.text(range))
        }
    }

    private mutating func parseTarget(_ bytes: Span<UInt8>, _ range: Range<Int>) throws(RequestRefusal) {
        switch bytes[range.lowerBound] {
        case UInt8(ascii: "/"):
            head.target = bytes.text(range)
        case UInt8(ascii: "*") where range.count == 1 && head.method == .options:
            head.target = "*"
        default:
            try parseAbsoluteTarget(bytes, range)
        }
    }

    /// A target with its scheme: its authority replaces the `Host` field
    /// ([RFC 9112 §3.2.2](https://www.rfc-editor.org/rfc/rfc9112#section-3.2.2)).
    private mutating func parseAbsoluteTarget(_ bytes: Span<UInt8>, _ range: Range<Int>) throws(RequestRefusal) {
        let start = range.lowerBound
        var authority = start
        if range.count > 7, bytes.matches(start..<start + 7, "http://") { authority = start + 7 }
        if range.count > 8, bytes.matches(start..<start + 8, "https://") { authority = start + 8 }
        var end = authority
        while end < range.upperBound, bytes[end] != UInt8(ascii: "/"), bytes[end] != UInt8(ascii: "?") { end += 1 }
        guard authority > start, end > authority else { throw .malformed("The target is not one.") }
        try FieldSemantics.checkHost(bytes, authority..<end)
        semantics.authority = bytes.text(authority..<end)
        let rest = bytes.text(end..<range.upperBound)
        head.target = rest.hasPrefix("/") ? rest : "/" + rest
    }

    private mutating func parseVersion(_ bytes: Span<UInt8>) throws(RequestRefusal) {
        guard index + 10 <= bytes.count, bytes.matches(index..<index + 5, "http/"),
            bytes[index] == UInt8(ascii: "H"), bytes[index + 1] == UInt8(ascii: "T"),
            bytes[index + 2] == UInt8(ascii: "T"), bytes[index + 3] == UInt8(ascii: "P"),
            bytes[index + 6] == UInt8(ascii: "."), bytes[index + 8] == Bytes.carriageReturn,
            bytes[index + 9] == Bytes.lineFeed
        else { throw .malformed("The version is not one.") }
        guard bytes[index + 5] == UInt8(ascii: "1") else { throw .unsupportedVersion }
        switch bytes[index + 7] {
        case UInt8(ascii: "0"): head.isVersion10 = true
        case UInt8(ascii: "1"): head.isVersion10 = false
        default: throw .unsupportedVersion
        }
        index += 10
    }

    private mutating func parseFields(_ bytes: Span<UInt8>) throws(RequestRefusal) {
        head.fields.reserveCapacity(8)
        var count = 0
        while current(bytes) != Bytes.carriageReturn {
            guard count < limits.fields else { throw .headTooLarge }
            count += 1
            let name = try parseName(bytes)
            let value = try parseValue(bytes)
            head.fields.append(bytes.text(name), bytes.text(value))
            try semantics.note(bytes, name: name, value: value, isVersion10: head.isVersion10)
        }
        guard index + 2 == bytes.count else { throw .malformed("A line holds a lone carriage return.") }
    }

    private mutating func parseName(_ bytes: Span<UInt8>) throws(RequestRefusal) -> Range<Int> {
        let start = index
        while Bytes.isToken(current(bytes)) { index += 1 }
        guard index > start, current(bytes) == Bytes.colon else { throw .malformed("A field name is not one.") }
        index += 1
        return start..<index - 1
    }

    private mutating func parseValue(_ bytes: Span<UInt8>) throws(RequestRefusal) -> Range<Int> {
        while Bytes.isBlank(current(bytes)) { index += 1 }
        let start = index
        while Bytes.isFieldByte(current(bytes)) { index += 1 }
        guard current(bytes) == Bytes.carriageReturn, index + 1 < bytes.count, bytes[index + 1] == Bytes.lineFeed else {
            throw .malformed("A field value is not one.")
        }
        var end = index
        while end > start, Bytes.isBlank(bytes[end - 1]) { end -= 1 }
        index += 2
        return start..<end
    }
}
