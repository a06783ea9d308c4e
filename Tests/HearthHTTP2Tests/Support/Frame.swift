/// A frame of HTTP/2 ([RFC 9113 §4.1](https://www.rfc-editor.org/rfc/rfc9113#section-4.1)).
struct Frame: Hashable {
    static let data: UInt8 = 0, headers: UInt8 = 1, priority: UInt8 = 2, reset: UInt8 = 3, settings: UInt8 = 4
    static let ping: UInt8 = 6, goAway: UInt8 = 7, windowUpdate: UInt8 = 8, continuation: UInt8 = 9
    static let endStream: UInt8 = 1, acknowledgement: UInt8 = 1, endHeaders: UInt8 = 4

    static let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)

    var type: UInt8
    var flags: UInt8
    var stream: Int
    var payload: [UInt8]

    init(_ type: UInt8, flags: UInt8 = 0, stream: Int = 0, _ payload: [UInt8] = []) {
        self.type = type
        self.flags = flags
        self.stream = stream
        self.payload = payload
    }

    /// The frame on the wire.
    var bytes: [UInt8] { Self.number(payload.count, 3) + [type, flags] + Self.number(stream, 4) + payload }

    var endsStream: Bool { (type == Self.data || type == Self.headers) && flags & Self.endStream != 0 }

    /// The reason in a reset or in a farewell.
    var reason: Int? {
        switch type {
        case Self.reset where payload.count == 4: payload.reduce(0) { $0 << 8 | Int($1) }
        case Self.goAway where payload.count >= 8: payload[4..<8].reduce(0) { $0 << 8 | Int($1) }
        default: nil
        }
    }

    static func number(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }

    /// A block whose fields are literals that change nothing
    /// ([RFC 7541 §6.2.2](https://www.rfc-editor.org/rfc/rfc7541#section-6.2.2)).
    static func block(_ fields: [(String, String)]) -> [UInt8] {
        fields.flatMap { name, value in [0] + text(name) + text(value) }
    }

    /// A request's head.
    static func request(
        _ stream: Int,
        _ method: String = "GET",
        _ path: String = "/",
        _ fields: [(String, String)] = [],
        ends: Bool = true,
        authority: String? = "x"
    ) -> Frame {
        var all = [(":method", method), (":scheme", "http"), (":path", path)]
        if let authority { all.append((":authority", authority)) }
        return Frame(headers, flags: endHeaders | (ends ? endStream : 0), stream: stream, block(all + fields))
    }

    static func data(_ stream: Int, _ text: String, ends: Bool = false) -> Frame {
        Frame(data, flags: ends ? endStream : 0, stream: stream, Array(text.utf8))
    }

    static func reset(_ stream: Int, _ reason: Int = 8) -> Frame { Frame(reset, stream: stream, number(reason, 4)) }

    static func window(_ stream: Int, _ count: Int) -> Frame { Frame(windowUpdate, stream: stream, number(count, 4)) }

    private static func text(_ text: String) -> [UInt8] {
        let bytes = Array(text.utf8)
        guard bytes.count >= 127 else { return [UInt8(bytes.count)] + bytes }
        var rest = bytes.count - 127
        var length: [UInt8] = [127]
        while rest >= 128 {
            length.append(UInt8(rest % 128) | 128)
            rest /= 128
        }
        return length + [UInt8(rest)] + bytes
    }
}
