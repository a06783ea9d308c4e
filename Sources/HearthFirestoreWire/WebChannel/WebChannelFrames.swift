package import HearthFirestoreModel

/// The frames of a web channel: a length in decimal digits, a line feed, and so much JSON text.
///
/// Lengths count code units of UTF-16, because browsers do: a body is cut up without being parsed.
package struct WebChannelFrames: Sendable {
    private var buffer: [UInt8] = []
    private var start = 0

    /// The largest frame that is read, in code units of UTF-16.
    package static let maximum = 12 << 20
    /// The most digits of a length.
    private static let digits = 8

    /// Starts to read frames.
    package init() {}

    /// Puts JSON text into a frame.
    ///
    /// - Parameter json: JSON text in UTF-8.
    /// - Returns: The frame.
    package static func frame(_ json: [UInt8]) -> [UInt8] {
        Array("\(units(json))\n".utf8) + json
    }

    /// Takes more bytes of a body, however it is cut up.
    ///
    /// - Parameter bytes: What has arrived.
    package mutating func append(_ bytes: [UInt8]) {
        if start > 0 {
            buffer.removeSubrange(..<start)
            start = 0
        }
        buffer += bytes
    }

    /// Whether everything that arrived was part of a frame that has been taken.
    package var isEmpty: Bool { start == buffer.count }

    /// Takes the next frame.
    ///
    /// - Returns: Its JSON text; `nil` if it has not arrived in full.
    /// - Throws: ``FirestoreError`` with code `invalidArgument` for what is no frame.
    package mutating func next() throws(FirestoreError) -> [UInt8]? {
        guard let feed = buffer[start...].firstIndex(of: UInt8(ascii: "\n")) else {
            if buffer.count - start > Self.digits { throw Self.malformed }
            return nil
        }
        // Swift's parser would take a sign too.
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        guard feed > start, feed - start <= Self.digits, buffer[start..<feed].allSatisfy(digits.contains),
            let length = Int(String(decoding: buffer[start..<feed], as: UTF8.self)), length <= Self.maximum
        else { throw Self.malformed }
        var units = 0
        var end = feed + 1
        while units < length {
            guard end < buffer.count else { return nil }
            units += Self.units(of: buffer[end])
            end += 1
        }
        // What follows the first byte of a scalar belongs to it.
        while end < buffer.count, buffer[end] & 0xC0 == 0x80 { end += 1 }
        guard units == length else { throw Self.malformed }
        if end > feed + 1, end == buffer.count, Self.lacksBytes(buffer[feed + 1..<end]) { return nil }
        defer { start = end }
        return Array(buffer[feed + 1..<end])
    }

    private static let malformed = FirestoreError.invalid("The web channel sent what is no frame.")

    private static func units(_ json: [UInt8]) -> Int {
        json.reduce(0) { $0 + units(of: $1) }
    }

    /// How many code units of UTF-16 begin with a byte.
    private static func units(of byte: UInt8) -> Int {
        if byte & 0xC0 == 0x80 { return 0 }
        return byte >= 0xF0 ? 2 : 1
    }

    /// Whether the last scalar has not arrived in full.
    private static func lacksBytes(_ text: ArraySlice<UInt8>) -> Bool {
        guard let lead = text.lastIndex(where: { $0 & 0xC0 != 0x80 }) else { return false }
        let byte = text[lead]
        let length = byte < 0xC0 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
        return text.endIndex - lead < length
    }
}
