internal import HearthCore

/// Percent-encoding ([RFC 3986 §2](https://www.rfc-editor.org/rfc/rfc3986#section-2)).
public enum PercentEncoding: Sendable {
    /// Encodes everything but the unreserved characters, so that the text may stand in any part of a URL.
    ///
    /// - Parameter text: The text.
    /// - Returns: ASCII text.
    public static func encode(_ text: some StringProtocol) -> String {
        var encoded: [UInt8] = []
        for byte in text.utf8 {
            if isUnreserved(byte) {
                encoded.append(byte)
            } else {
                encoded.append(UInt8(ascii: "%"))
                encoded.append(contentsOf: Hex.encode([byte]).uppercased().utf8)
            }
        }
        return String(decoding: encoded, as: UTF8.self)
    }

    /// Decodes a part of a URL.
    ///
    /// - Parameters:
    ///   - text: The text; a `%` without two digits stands for itself.
    ///   - plusIsSpace: Whether `+` stands for a space, as it does in forms.
    /// - Returns: The decoded text, or `nil` if it is not UTF-8.
    public static func decode(_ text: some StringProtocol, plusIsSpace: Bool = false) -> String? {
        let isPlain = text.utf8.allSatisfy { $0 != UInt8(ascii: "%") && !(plusIsSpace && $0 == UInt8(ascii: "+")) }
        return isPlain ? String(text) : decode(Array(text.utf8)[...], plusIsSpace: plusIsSpace)
    }

    /// Decodes bytes, in one pass.
    static func decode(_ source: ArraySlice<UInt8>, plusIsSpace: Bool) -> String? {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(source.count)
        var index = source.startIndex
        while index < source.endIndex {
            let byte = source[index]
            if byte == UInt8(ascii: "%"), index + 2 < source.endIndex,
                let high = Hex.value(source[index + 1]), let low = Hex.value(source[index + 2])
            {
                decoded.append(high << 4 | low)
                index += 3
            } else {
                decoded.append(byte == UInt8(ascii: "+") && plusIsSpace ? UInt8(ascii: " ") : byte)
                index += 1
            }
        }
        return String(utf8Bytes: decoded)
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"):
            true
        default: false
        }
    }
}
