internal import HearthCore
public import HearthJSON

/// The three parts of a token ([RFC 7515 §7.1](https://www.rfc-editor.org/rfc/rfc7515#section-7.1)), decoded but not
/// believed.
public struct CompactJWS: Sendable {
    /// The longest token that is looked at, in bytes.
    public static let maximumBytes = 16_384

    /// The header.
    public let header: JSONObject
    /// The payload.
    public let payload: JSONObject
    /// The signature, empty if there is none.
    public let signature: [UInt8]
    /// What the signature is over: the first two parts as they came.
    public let signedBytes: [UInt8]

    /// Takes a token apart.
    ///
    /// - Parameter text: The token, without white space around it.
    /// - Throws: ``TokenRejection/tooLong`` or ``TokenRejection/malformed``.
    public init(_ text: String) throws(TokenRejection) {
        guard text.utf8.count <= Self.maximumBytes else { throw .tooLong }
        let bytes = ContiguousArray(text.utf8)
        let span = bytes.span
        guard let dots = Self.dots(in: span),
            let signature = Base64.decode(span.extracting((dots.second + 1)...))
        else { throw .malformed }
        header = try Self.object(span.extracting(..<dots.first))
        payload = try Self.object(span.extracting((dots.first + 1)..<dots.second))
        self.signature = signature
        signedBytes = Array(bytes[..<dots.second])
    }

    /// Takes a token apart whose signature is not looked at, as tests write tokens by hand: `….fake-signature`.
    ///
    /// - Parameter text: The token, without white space around it; its third part is any text in base64url's alphabet.
    /// - Throws: ``TokenRejection/tooLong`` or ``TokenRejection/malformed``.
    package init(ignoringSignatureOf text: String) throws(TokenRejection) {
        guard let mark = text.utf8.lastIndex(of: UInt8(ascii: ".")) else { throw .malformed }
        let signature = text.utf8[text.utf8.index(after: mark)...]
        guard text.utf8.count <= Self.maximumBytes else { throw .tooLong }
        guard signature.allSatisfy(Self.isBase64URL) else { throw .malformed }
        try self.init(String(text[...mark]))
    }

    private static func isBase64URL(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }

    /// Where the first two dots are; one more is no character of the signature.
    private static func dots(in text: Span<UInt8>) -> (first: Int, second: Int)? {
        var first: Int?
        for index in text.indices where text[index] == UInt8(ascii: ".") {
            if let first { return (first, index) }
            first = index
        }
        return nil
    }

    private static func object(_ part: Span<UInt8>) throws(TokenRejection) -> JSONObject {
        guard let bytes = Base64.decode(part), let object = try? JSON.parse(bytes).object else { throw .malformed }
        return object
    }
}
