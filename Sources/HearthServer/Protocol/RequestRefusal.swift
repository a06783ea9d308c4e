/// Why a request is refused before a handler sees it.
///
/// The connection ends with it: after a request that cannot be understood, nobody knows where the next one starts.
struct RequestRefusal: Error, Hashable {
    /// The status code of the answer.
    let status: Int
    /// A sentence for the client's developer, without any part of the request.
    let message: String

    static func malformed(_ message: String) -> Self { Self(status: 400, message: message) }
    static let timedOut = Self(status: 408, message: "The request took too long to arrive.")
    static let bodyTooLarge = Self(status: 413, message: "The body is too large.")
    static let targetTooLong = Self(status: 414, message: "The target is too long.")
    static let expectationFailed = Self(status: 417, message: "The expectation cannot be met.")
    static let headTooLarge = Self(status: 431, message: "The head is too large.")
    static let failed = Self(status: 500, message: "The answer could not be sent.")
    static let unsupportedCoding = Self(status: 501, message: "The transfer coding is not supported.")
    static let overloaded = Self(status: 503, message: "Too many connections are open.")
    static let unsupportedVersion = Self(status: 505, message: "The version of HTTP is not supported.")
}
