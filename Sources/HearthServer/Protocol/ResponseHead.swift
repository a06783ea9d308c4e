internal import HearthHTTP

/// Writes the heads of answers.
struct ResponseHead {
    /// How the client learns where the body ends.
    enum Framing: Hashable {
        case length(Int)
        case chunked
        /// The end of the connection, for HTTP/1.0.
        case close
        /// There is no body, and no word about one: 204 and 304.
        case none
    }

    var status: Int
    var framing: Framing
    var keepsAlive: Bool
    var isVersion10: Bool

    /// Adds the head to a message.
    ///
    /// - Parameters:
    ///   - fields: The handler's fields; those that are the server's to write are left out.
    ///   - date: The `Date` field with its line end.
    ///   - message: Where the head goes.
    /// - Returns: Whether the fields are fit to be sent. A field with a line break would let anyone who chose its value
    ///   write the rest of the answer.
    func write(_ fields: HTTPFields, date: [UInt8], to message: inout [UInt8]) -> Bool {
        message.append("HTTP/1.1 ")
        message.append(decimal: status)
        message.append(StatusText.of(status))
        message.append(contentsOf: date)
        for field in fields.all {
            guard Self.write(field, to: &message) else { return false }
        }
        writeFraming(to: &message)
        if !keepsAlive {
            message.append("Connection: close\r\n")
        } else if isVersion10 {
            message.append("Connection: keep-alive\r\n")
        }
        message.append("\r\n")
        return true
    }

    private func writeFraming(to message: inout [UInt8]) {
        switch framing {
        case .length(let length):
            message.append("Content-Length: ")
            message.append(decimal: length)
            message.append("\r\n")
        case .chunked: message.append("Transfer-Encoding: chunked\r\n")
        case .close, .none: break
        }
    }

    private static func write(_ field: HTTPFields.Field, to message: inout [UInt8]) -> Bool {
        if isServersOwn(field.name) { return true }
        let name = message.count
        message.append(contentsOf: field.name.utf8)
        let colon = message.count
        message.append(": ")
        let value = message.count
        message.append(contentsOf: field.value.utf8)
        let isFit =
            colon > name && message[name..<colon].allSatisfy(Bytes.isToken)
            && message[value...].allSatisfy(Bytes.isFieldByte)
        message.append("\r\n")
        return isFit
    }

    /// Whether a field is about the connection, which handlers know nothing of.
    static func isServersOwn(_ name: String) -> Bool {
        switch name.utf8.count {
        case 4: name.lowercased() == "date"
        case 10: name.lowercased() == "connection" || name.lowercased() == "keep-alive"
        case 14: name.lowercased() == "content-length"
        case 17: name.lowercased() == "transfer-encoding"
        default: false
        }
    }
}

extension [UInt8] {
    /// Adds a number that is not negative.
    mutating func append(decimal number: Int) {
        var divisor = 1
        while number / divisor >= 10 { divisor *= 10 }
        while divisor > 0 {
            append(Bytes.zero + UInt8(truncatingIfNeeded: number / divisor % 10))
            divisor /= 10
        }
    }

    /// Adds a number in hexadecimal digits.
    mutating func append(hexadecimal number: Int) {
        append(contentsOf: String(number, radix: 16).utf8)
    }
}
