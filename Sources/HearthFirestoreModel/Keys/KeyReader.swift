internal import HearthCore

/// Reads the keys of names back into their segments.
struct KeyReader {
    private let bytes: [UInt8]
    private var position: Int

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        position = 0
    }

    /// Reads segments up to the end.
    ///
    /// - Returns: The segments, or `nil` if the bytes are no key of a name.
    mutating func segments() -> [String]? {
        var segments: [String] = []
        while position < bytes.count {
            guard let segment = segment() else { return nil }
            segments.append(segment)
        }
        return segments
    }

    private mutating func segment() -> String? {
        let label = bytes[position]
        position += 1
        switch label {
        case KeyWriter.Label.numericSegment: return numericSegment()
        case KeyWriter.Label.textSegment: return textSegment()
        default: return nil
        }
    }

    private mutating func numericSegment() -> String? {
        guard position + 8 <= bytes.count else { return nil }
        var word: UInt64 = 0
        for byte in bytes[position..<position + 8] { word = word << 8 | UInt64(byte) }
        position += 8
        return ResourceID.text(of: Int64(bitPattern: word ^ (1 << 63)))
    }

    private mutating func textSegment() -> String? {
        let start = position
        while position < bytes.count, bytes[position] != 0 { position += 1 }
        guard position + 1 < bytes.count else { return nil }
        if bytes[position + 1] == 1 {
            defer { position += 2 }
            return String(utf8Bytes: bytes[start..<position])
        }
        return escapedSegment(from: start)
    }

    private mutating func escapedSegment(from start: Int) -> String? {
        var text = Array(bytes[start..<position])
        while position + 1 < bytes.count {
            if bytes[position] != 0 {
                text.append(bytes[position])
                position += 1
            } else {
                let mark = bytes[position + 1]
                position += 2
                if mark == 1 { return String(utf8Bytes: text) }
                guard mark == 0xFF else { return nil }
                text.append(0)
            }
        }
        return nil
    }
}
