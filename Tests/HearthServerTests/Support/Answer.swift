import HearthHTTP

/// One answer, as a client reads it off the wire.
struct Answer: Sendable, Hashable {
    var status: Int
    var fields: [String: String]
    var body: String
}

extension RawClient {
    /// Reads one whole answer, and keeps what comes behind it.
    ///
    /// - Parameters:
    ///   - buffer: What was read and not used before.
    ///   - isHead: Whether the answer has no body whatever its head says.
    /// - Returns: The answer, or `nil` if the connection ended before it was complete.
    func answer(_ buffer: inout [UInt8], isHead: Bool = false) -> Answer? {
        while true {
            if let (answer, used) = Self.parse(buffer, isHead: isHead) {
                buffer.removeFirst(used)
                return answer
            }
            let (bytes, end) = receive()
            guard end == nil else { return nil }
            buffer += bytes
        }
    }

    /// Reads one whole answer.
    func answer(isHead: Bool = false) -> Answer? {
        var buffer: [UInt8] = []
        return answer(&buffer, isHead: isHead)
    }

    /// Sends a request and reads its answer.
    func ask(_ text: String) -> Answer? {
        send(text)
        return answer()
    }

    /// Reads to the end.
    func rest() -> (text: String, end: End) {
        var all: [UInt8] = []
        while true {
            let (bytes, end) = receive()
            all += bytes
            if let end { return (String(decoding: all, as: UTF8.self), end) }
        }
    }

    private static func parse(_ bytes: [UInt8], isHead: Bool) -> (Answer, Int)? {
        guard let end = headEnd(bytes) else { return nil }
        let lines = String(decoding: bytes[..<(end - 4)], as: UTF8.self).split(separator: "\r\n")
        guard let status = lines.first?.split(separator: " ").dropFirst().first.flatMap({ Int($0) }) else { return nil }
        var answer = Answer(status: status, fields: [:], body: "")
        for line in lines.dropFirst() {
            let parts = line.split(separator: ": ", maxSplits: 1)
            answer.fields[parts[0].lowercased()] = parts.count > 1 ? String(parts[1]) : ""
        }
        if isHead || status < 200 || status == 204 || status == 304 { return (answer, end) }
        guard answer.fields["transfer-encoding"] != "chunked" else { return chunked(answer, bytes, end) }
        guard let length = answer.fields["content-length"].flatMap({ Int($0) }), bytes.count >= end + length else {
            return nil
        }
        answer.body = String(decoding: bytes[end..<(end + length)], as: UTF8.self)
        return (answer, end + length)
    }

    private static func headEnd(_ bytes: [UInt8]) -> Int? {
        guard bytes.count >= 4 else { return nil }
        return (4...bytes.count).first { end in
            bytes[end - 1] == 10 && bytes[end - 2] == 13 && bytes[end - 3] == 10 && bytes[end - 4] == 13
        }
    }

    private static func chunked(_ head: Answer, _ bytes: [UInt8], _ start: Int) -> (Answer, Int)? {
        var answer = head
        var index = start
        while let lineEnd = bytes[index...].firstIndex(of: 10) {
            let digits = String(decoding: bytes[index..<(lineEnd - 1)], as: UTF8.self)
            guard let size = Int(digits, radix: 16), bytes.count >= lineEnd + 1 + size + 2 else { return nil }
            let data = bytes[(lineEnd + 1)..<(lineEnd + 1 + size)]
            answer.body += String(decoding: data, as: UTF8.self)
            index = lineEnd + 1 + size + 2
            if size == 0 { return (answer, index) }
        }
        return nil
    }
}
