/// How gRPC spells what it sends in fields of HTTP.
package enum GRPCText: Sendable {
    /// A message as `grpc-message` has it: UTF-8, with everything but printable ASCII as `%XX`.
    package static func encode(_ message: String) -> String {
        var text: [UInt8] = []
        for byte in message.utf8 {
            if (0x20...0x7E).contains(byte), byte != percent {
                text.append(byte)
            } else {
                text += [percent, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Reads `grpc-message`; what is no escape stands for itself.
    package static func decode(_ text: String) -> String {
        let bytes = Array(text.utf8)
        var message: [UInt8] = []
        var index = 0
        while index < bytes.count {
            if bytes[index] == percent, index + 2 < bytes.count,
                let high = digit(bytes[index + 1]), let low = digit(bytes[index + 2])
            {
                message.append(high << 4 | low)
                index += 3
            } else {
                message.append(bytes[index])
                index += 1
            }
        }
        return String(decoding: message, as: UTF8.self)
    }

    /// Reads `grpc-timeout`: up to eight digits and a unit.
    ///
    /// - Returns: `nil` for what is no timeout.
    package static func timeout(_ text: String) -> Duration? {
        let bytes = Array(text.utf8)
        guard (2...9).contains(bytes.count), let unit = bytes.last,
            bytes.dropLast().allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        else { return nil }
        let count = bytes.dropLast().reduce(0) { $0 * 10 + Int64($1 - UInt8(ascii: "0")) }
        return switch unit {
        case UInt8(ascii: "H"): .seconds(count * 3600)
        case UInt8(ascii: "M"): .seconds(count * 60)
        case UInt8(ascii: "S"): .seconds(count)
        case UInt8(ascii: "m"): .milliseconds(count)
        case UInt8(ascii: "u"): .microseconds(count)
        case UInt8(ascii: "n"): .nanoseconds(count)
        default: nil
        }
    }

    private static let percent = UInt8(ascii: "%")
    private static let digits = Array("0123456789ABCDEF".utf8)

    private static func digit(_ byte: UInt8) -> UInt8? {
        Character(Unicode.Scalar(byte)).hexDigitValue.map { UInt8($0) }
    }
}
