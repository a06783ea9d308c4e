internal import HearthCore
internal import HearthFirestoreModel

/// How messages are spelled as JSON.
package struct JSONStyle: Sendable, Hashable {
    /// Whether lines are broken, as in answers to requests.
    package var isPretty: Bool
    /// Whether doubles are spelled as the official emulator does (`1.0E7`), not as briefly as possible.
    package var hasEmulatorNumbers: Bool

    package init(isPretty: Bool = true, hasEmulatorNumbers: Bool = true) {
        self.isPretty = isPretty
        self.hasEmulatorNumbers = hasEmulatorNumbers
    }
}

extension Message {
    /// The JSON form, https://protobuf.dev/programming-guides/json/, without a line feed at its end.
    package func json(_ style: JSONStyle = JSONStyle()) -> [UInt8] {
        var sink = JSONSink(style: style)
        sink.write(self)
        return sink.bytes
    }
}

/// Writes messages as JSON.
struct JSONSink: MessageSink {
    private(set) var bytes: [UInt8] = []
    private let style: JSONStyle
    private var depth = 0
    private var isFirst = true
    private var names = FieldNames("")

    init(style: JSONStyle) {
        self.style = style
        bytes.reserveCapacity(256)
    }

    mutating func write<Content: Message>(_ content: Content) {
        let (outerNames, outerFirst) = (names, isFirst)
        names = Content.names
        open()
        content.write(to: &self)
        close()
        (names, isFirst) = (outerNames, outerFirst)
    }

    private mutating func open() {
        bytes.append(UInt8(ascii: "{"))
        depth += 1
        isFirst = true
        if style.isPretty { bytes.append(0x0A) }
    }

    private mutating func close() {
        depth -= 1
        if style.isPretty {
            if !isFirst { bytes.append(0x0A) }
            indent()
        }
        bytes.append(UInt8(ascii: "}"))
    }

    private mutating func indent() {
        for _ in 0..<depth {
            bytes.append(0x20)
            bytes.append(0x20)
        }
    }

    private mutating func key(_ field: Int) { key(names.name(of: field)) }

    private mutating func key(_ name: String) {
        if !isFirst {
            bytes.append(UInt8(ascii: ","))
            if style.isPretty { bytes.append(0x0A) }
        }
        isFirst = false
        if style.isPretty { indent() }
        text(name)
        bytes.append(UInt8(ascii: ":"))
        if style.isPretty { bytes.append(0x20) }
    }

    private mutating func put(_ literal: String) { bytes.append(contentsOf: literal.utf8) }

    private mutating func text(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""): put("\\\"")
            case UInt8(ascii: "\\"): put("\\\\")
            case 0x0A: put("\\n")
            case 0x0D: put("\\r")
            case 0x09: put("\\t")
            case 0..<0x20: put("\\u00" + Hex.encode([byte]))
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    mutating func bool(_ field: Int, _ value: Bool, isMember: Bool) {
        guard isMember || value else { return }
        key(field)
        put(value ? "true" : "false")
    }

    mutating func int32(_ field: Int, _ value: Int32, isMember: Bool) {
        guard isMember || value != 0 else { return }
        key(field)
        put(String(value))
    }

    mutating func int64(_ field: Int, _ value: Int64, isMember: Bool) {
        guard isMember || value != 0 else { return }
        key(field)
        put("\"\(value)\"")
    }

    mutating func double(_ field: Int, _ value: Double, isMember: Bool) {
        guard isMember || value.bitPattern != 0 else { return }
        key(field)
        put(DecimalText.json(value, hasEmulatorForm: style.hasEmulatorNumbers))
    }

    mutating func string(_ field: Int, _ value: String, isMember: Bool) {
        guard isMember || !value.isEmpty else { return }
        key(field)
        text(value)
    }

    mutating func bytes(_ field: Int, _ value: [UInt8], isMember: Bool) {
        guard isMember || !value.isEmpty else { return }
        key(field)
        text(Base64.encode(value, .standard))
    }

    mutating func enumeration(_ field: Int, _ value: EnumerationValue) {
        guard value.number != 0 else { return }
        key(field)
        if let name = value.names.name(of: value.number) { text(name) } else { put(String(value.number)) }
    }

    mutating func null(_ field: Int) {
        key(field)
        put("null")
    }

    mutating func timestamp(_ field: Int, _ value: Timestamp?) {
        guard let value else { return }
        key(field)
        text(value.rfc3339)
    }

    mutating func wrapped(_ field: Int, _ value: Int64?, isLong: Bool) {
        guard let value else { return }
        key(field)
        put(isLong ? "\"\(value)\"" : String(value))
    }

    mutating func message(_ field: Int, _ value: (some Message)?) {
        guard let value else { return }
        key(field)
        write(value)
    }

    mutating func messages(_ field: Int, _ values: [some Message]) {
        list(field, values) { sink, value in sink.write(value) }
    }

    mutating func strings(_ field: Int, _ values: [String]) {
        list(field, values) { sink, value in sink.text(value) }
    }

    mutating func int32s(_ field: Int, _ values: [Int32]) {
        list(field, values) { sink, value in sink.put(String(value)) }
    }

    private mutating func list<Element>(
        _ field: Int,
        _ values: [Element],
        _ body: (inout JSONSink, Element) -> Void
    ) {
        guard !values.isEmpty else { return }
        key(field)
        bytes.append(UInt8(ascii: "["))
        for (index, value) in values.enumerated() {
            if index > 0 { put(style.isPretty ? ", " : ",") }
            body(&self, value)
        }
        bytes.append(UInt8(ascii: "]"))
    }

    mutating func fields(_ field: Int, _ fields: Fields) {
        guard !fields.isEmpty else { return }
        key(field)
        open()
        for entry in fields.entries {
            key(entry.name)
            write(WireValue(entry.value))
        }
        close()
        isFirst = false
    }
}
