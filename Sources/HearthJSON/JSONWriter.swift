/// Writes JSON text.
struct JSONWriter {
    // A contiguous array has a span on every system, an array only since iOS 26.
    private(set) var bytes: ContiguousArray<UInt8> = []
    private let isPretty: Bool
    private let keepsFractions: Bool
    private var depth = 0

    init(isPretty: Bool, keepsFractions: Bool = false) {
        self.isPretty = isPretty
        self.keepsFractions = keepsFractions
        bytes.reserveCapacity(512)
    }

    mutating func write(_ value: JSONValue) {
        switch value {
        case .null: put("null")
        case .bool(let truth): put(truth ? "true" : "false")
        case .integer(let integer): put(String(integer))
        case .number(let number): put(text(of: number))
        case .string(let text): write(text)
        case .array(let values):
            open(UInt8(ascii: "["))
            for index in values.indices {
                separate(index)
                write(values[index])
            }
            close(UInt8(ascii: "]"), isEmpty: values.isEmpty)
        case .object(let object):
            open(UInt8(ascii: "{"))
            for index in object.members.indices {
                separate(index)
                write(object.members[index].name)
                bytes.append(UInt8(ascii: ":"))
                if isPretty { bytes.append(UInt8(ascii: " ")) }
                write(object.members[index].value)
            }
            close(UInt8(ascii: "}"), isEmpty: object.isEmpty)
        }
    }

    private mutating func open(_ bracket: UInt8) {
        bytes.append(bracket)
        depth += 1
    }

    private mutating func separate(_ index: Int) {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        newLine()
    }

    private mutating func close(_ bracket: UInt8, isEmpty: Bool) {
        depth -= 1
        if !isEmpty { newLine() }
        bytes.append(bracket)
    }

    private mutating func newLine() {
        guard isPretty else { return }
        bytes.append(0x0A)
        for _ in 0..<depth {
            bytes.append(0x20)
            bytes.append(0x20)
        }
    }

    private mutating func write(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        let start = bytes.count
        put(text)
        // Most text is good as it is; the other is written again.
        if Self.needsEscapes(bytes.span.extracting(start...)) {
            bytes.removeSubrange(start...)
            for byte in text.utf8 { escape(byte) }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private static func needsEscapes(_ text: Span<UInt8>) -> Bool {
        var found = false
        for index in text.indices {
            let byte = text[index]
            found = found || byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
        }
        return found
    }

    private mutating func escape(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""): put("\\\"")
        case UInt8(ascii: "\\"): put("\\\\")
        case 0x0A: put("\\n")
        case 0x0D: put("\\r")
        case 0x09: put("\\t")
        case 0..<0x20:
            put("\\u00")
            bytes.append(Self.digits[Int(byte >> 4)])
            bytes.append(Self.digits[Int(byte & 15)])
        default: bytes.append(byte)
        }
    }

    private mutating func put(_ text: String) {
        bytes.append(contentsOf: text.utf8)
    }

    /// A whole number is written without its `.0` unless it keeps its fraction, and what is not finite as `null`, as
    /// JavaScript does.
    private func text(of number: Double) -> String {
        guard number.isFinite else { return "null" }
        if !keepsFractions, let integer = Int64(exactly: number), abs(number) < 1e15 { return String(integer) }
        return "\(number)"
    }

    private static let digits = Array("0123456789abcdef".utf8)
}
