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
        let bytes = Array(text.utf8)
        let parts = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 3, let signature = Base64.decode(parts[2]) else { throw .malformed }
        header = try Self.object(parts[0])
        payload = try Self.object(parts[1])
        self.signature = signature
        signedBytes = Array(bytes[..<parts[1].endIndex])
    }

    private static func object(_ part: ArraySlice<UInt8>) throws(TokenRejection) -> JSONObject {
        guard let bytes = Base64.decode(part), let object = try? JSON.parse(bytes).object else { throw .malformed }
        return object
    }
}
