/// Why a provider's endpoint gave nothing.
package struct OAuthError: Error, Sendable, Hashable {
    /// What went wrong.
    package enum Kind: Sendable, Hashable {
        /// No answer arrived, or none of the endpoint's.
        case unreachable
        /// The endpoint said no.
        case refused
        /// The answer is not what the specification has, or the request could not be made.
        case malformed
    }

    package let kind: Kind
    /// The endpoint's own word, for example `invalid_grant`, if it is one of the registered form.
    package let serverCode: String?
    /// Words for the operator, without any part of a request or an answer.
    package let reason: String

    package init(_ kind: Kind, _ reason: String, serverCode: String? = nil) {
        self.kind = kind
        self.reason = reason
        self.serverCode = serverCode
    }
}

extension OAuthError {
    private static let longestCode = 64

    /// An endpoint's word, if it looks like one: it is shown to developers, and others wrote it.
    package static func code(_ text: String?) -> String? {
        guard let text, (1...longestCode).contains(text.utf8.count) else { return nil }
        let isWord = text.utf8.allSatisfy { byte in
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "_")
        }
        return isWord ? text : nil
    }
}
