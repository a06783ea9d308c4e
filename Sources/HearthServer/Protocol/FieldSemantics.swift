internal import HearthHTTP

/// What the fields of a head mean for the connection: where the body ends, who is asked, and what comes after.
struct FieldSemantics {
    /// The host and port of a target that brought its own.
    var authority: String?
    private var hosts = 0
    private var length: Int?
    private var isChunked = false
    private var expectsContinue = false
    private var closes = false
    private var keepsAlive = false

    /// Takes note of one field, if it has a meaning here.
    mutating func note(
        _ bytes: Span<UInt8>,
        name: Range<Int>,
        value: Range<Int>,
        isVersion10: Bool
    ) throws(RequestRefusal) {
        switch name.count {
        case 4 where bytes.matches(name, "host"):
            try Self.checkHost(bytes, value)
            hosts += 1
        case 6 where bytes.matches(name, "expect"):
            guard bytes.matches(value, "100-continue") else { throw .expectationFailed }
            expectsContinue = true
        case 10 where bytes.matches(name, "connection"):
            noteConnection(bytes, value)
        case 14 where bytes.matches(name, "content-length"):
            guard length == nil else { throw .malformed("There are two lengths.") }
            length = try Self.number(bytes, value)
        case 17 where bytes.matches(name, "transfer-encoding"):
            guard !isChunked, !isVersion10 else { throw .malformed("The transfer coding is out of place.") }
            guard bytes.matches(value, "chunked") else { throw .unsupportedCoding }
            isChunked = true
        default: break
        }
    }

    /// Writes what was noted into the head.
    func apply(to head: inout ParsedHead) throws(RequestRefusal) {
        if isChunked && length != nil { throw .malformed("The length is given in two ways.") }
        if hosts > 1 { throw .malformed("There are two Host fields.") }
        if hosts == 0 && !head.isVersion10 { throw .malformed("There is no Host field.") }
        if let authority { head.fields["Host"] = authority }
        head.framing = isChunked ? .chunked : .length(length ?? 0)
        head.expectsContinue = expectsContinue && !head.isVersion10
        head.keepsAlive = !closes && (keepsAlive || !head.isVersion10)
    }

    private mutating func noteConnection(_ bytes: Span<UInt8>, _ value: Range<Int>) {
        var start = value.lowerBound
        while start < value.upperBound {
            var end = start
            while end < value.upperBound, bytes[end] != UInt8(ascii: ",") { end += 1 }
            var first = start
            var last = end
            while first < last, Bytes.isBlank(bytes[first]) { first += 1 }
            while last > first, Bytes.isBlank(bytes[last - 1]) { last -= 1 }
            if bytes.matches(first..<last, "close") { closes = true }
            if bytes.matches(first..<last, "keep-alive") { keepsAlive = true }
            start = end + 1
        }
    }

    /// Refuses what is no host: links are made of it.
    static func checkHost(_ bytes: Span<UInt8>, _ range: Range<Int>) throws(RequestRefusal) {
        for index in range where !Bytes.isHost(bytes[index]) { throw .malformed("The host is not one.") }
    }

    /// A length in decimal digits and nothing else: 18 of them fit an `Int` and no disk.
    private static func number(_ bytes: Span<UInt8>, _ range: Range<Int>) throws(RequestRefusal) -> Int {
        guard (1...18).contains(range.count) else { throw .malformed("The length is not one.") }
        var number = 0
        for index in range {
            let digit = bytes[index] &- Bytes.zero
            guard digit < 10 else { throw .malformed("The length is not one.") }
            number = number * 10 + Int(digit)
        }
        return number
    }
}
