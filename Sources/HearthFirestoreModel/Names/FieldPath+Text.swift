internal import HearthCore

extension FieldPath {
    /// Reads the text form: names joined by dots, in backticks unless they are plain words.
    ///
    /// - Parameter text: For example `a.b`; a name with a space is written between backticks.
    /// - Throws: ``FirestoreError`` with code `invalidArgument`.
    public init(_ text: String) throws(FirestoreError) {
        var parser = FieldPathParser(bytes: Array(text.utf8))
        guard let segments = parser.segments() else { throw Self.failure(text) }
        self.init(segments)
    }

    /// The text form; a name is quoted only if it must be.
    public var text: String {
        segments.map(Self.text).joined(separator: ".")
    }

    private static func text(of segment: String) -> String {
        if isPlain(segment.utf8) { return segment }
        var quoted = "`"
        for character in segment.unicodeScalars {
            if character == "`" || character == "\\" { quoted.unicodeScalars.append("\\") }
            quoted.unicodeScalars.append(character)
        }
        return quoted + "`"
    }

    /// Whether a name matches `[a-zA-Z_][a-zA-Z_0-9]*`.
    static func isPlain(_ name: some Sequence<UInt8>) -> Bool {
        var isFirst = true
        for byte in name {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"): break
            case UInt8(ascii: "0")...UInt8(ascii: "9") where !isFirst: break
            default: return false
            }
            isFirst = false
        }
        return !isFirst
    }

    private static func failure(_ text: String) -> FirestoreError {
        .invalid(
            "Invalid property path \"\(text)\". Unquoted property paths must match regex ([a-zA-Z_][a-zA-Z_0-9]*), "
                + "and quoted property paths must match regex (`(?:[^`\\\\]|(?:\\\\.))+`)"
        )
    }
}

/// Reads the text form of a field path.
private struct FieldPathParser {
    let bytes: [UInt8]
    var position = 0

    mutating func segments() -> [String]? {
        var segments: [String] = []
        while true {
            guard let segment = segment() else { return nil }
            segments.append(segment)
            if position == bytes.count { return segments }
            guard bytes[position] == UInt8(ascii: ".") else { return nil }
            position += 1
        }
    }

    private mutating func segment() -> String? {
        guard position < bytes.count else { return nil }
        if bytes[position] == UInt8(ascii: "`") { return quoted() }
        let start = position
        while position < bytes.count, bytes[position] != UInt8(ascii: ".") { position += 1 }
        guard FieldPath.isPlain(bytes[start..<position]) else { return nil }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    private mutating func quoted() -> String? {
        position += 1
        var name: [UInt8] = []
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "`"):
                position += 1
                return name.isEmpty ? nil : String(utf8Bytes: name)
            case UInt8(ascii: "\\"):
                position += 1
                guard position < bytes.count else { return nil }
                name.append(bytes[position])
            default: name.append(bytes[position])
            }
            position += 1
        }
        return nil
    }
}
