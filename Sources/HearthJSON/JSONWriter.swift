/// Writes JSON text.
struct JSONWriter {
    private(set) var bytes: [UInt8] = []
    private let isPretty: Bool
    private var depth = 0

    init(isPretty: Bool) {
        self.isPretty = isPretty
        bytes.reserveCapacity(512)
    }

    mutating func write(_ value: JSONValue) {
        switch value {
        case .null: put("null")
        case .bool(let truth): put(truth ? "true" : "false")
        case .integer(let integer): bytes.append(contentsOf: String(integer).utf8)
        case .number(let number): bytes.append(contentsOf: Self.text(of: number).utf8)
        case .string(let text): write(text)
        case .array(let values): list("[", values, "]") { $0.write($1) }
        case .object(let object):
            list("{", object.members, "}") { writer, member in
                writer.write(member.name)
                writer.put(writer.isPretty ? ": " : ":")
                writer.write(member.value)
            }
        }
    }

    private mutating func list<Element>(
        _ open: String,
        _ elements: [Element],
        _ close: String,
        _ write: (inout JSONWriter, Element) -> Void
    ) {
        put(open)
        depth += 1
        for (index, element) in elements.enumerated() {
            if index > 0 { put(",") }
            newLine()
            write(&self, element)
        }
        depth -= 1
        if !elements.isEmpty { newLine() }
        put(close)
    }

    private mutating func newLine() {
        guard isPretty else { return }
        bytes.append(0x0A)
        bytes.append(contentsOf: repeatElement(0x20, count: depth * 2))
    }

    private mutating func write(_ text: String) {
        put("\"")
        for byte in text.utf8 {
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
        put("\"")
    }

    private mutating func put(_ text: String) {
        bytes.append(contentsOf: text.utf8)
    }

    /// A whole number is written without its `.0`, as JavaScript does.
    private static func text(of number: Double) -> String {
        if let integer = Int64(exactly: number), abs(number) < 1e15 { return String(integer) }
        return "\(number)"
    }

    private static let digits = Array("0123456789abcdef".utf8)
}
