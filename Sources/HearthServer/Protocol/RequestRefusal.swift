package import HearthHTTP

/// Why a request is refused before a handler sees it.
///
/// The connection ends with it: after a request that cannot be understood, no one knows where the next one starts.
package struct RequestRefusal: Error, Hashable {
    /// The status code of the answer.
    package let status: Int
    /// A sentence for the client's developer, without any part of the request.
    package let message: String
    /// After how many seconds the client may try again, if that helps.
    package var retryAfter: Int?

    package static func malformed(_ message: String) -> Self { Self(status: 400, message: message) }
    package static let timedOut = Self(status: 408, message: "The request took too long to arrive.")
    package static let bodyTooLarge = Self(status: 413, message: "The body is too large.")
    package static let targetTooLong = Self(status: 414, message: "The target is too long.")
    package static let expectationFailed = Self(status: 417, message: "The expectation cannot be met.")
    package static let headTooLarge = Self(status: 431, message: "The head is too large.")
    package static let failed = Self(status: 500, message: "The answer could not be sent.")
    static let unsupportedCoding = Self(status: 501, message: "The transfer coding is not supported.")
    static let overloaded = Self(status: 503, message: "Too many connections are open.", retryAfter: 1)
    package static let memoryExhausted = Self(
        status: 503,
        message: "The server holds too much in memory.",
        retryAfter: 1
    )
    static let unsupportedVersion = Self(status: 505, message: "The version of HTTP is not supported.")

    /// The refusal as an answer.
    package var response: HTTPResponse {
        let text = "{\"error\":{\"code\":\(status),\"message\":\"\(message)\"}}"
        var fields: HTTPFields = ["Content-Type": "application/json"]
        if let retryAfter { fields["Retry-After"] = String(retryAfter) }
        return HTTPResponse(status: status, fields: fields, body: .bytes(Array(text.utf8)))
    }
}
