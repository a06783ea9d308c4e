internal import HearthCore
internal import HearthHTTP
internal import HearthJSON
internal import HearthWire

// The boundary: from here on there are codes, not texts and statuses.
extension AuthError {
    /// Reads an answer that is a refusal.
    ///
    /// - Parameters:
    ///   - response: An answer whose status is not 200 to 299.
    ///   - operation: The operation's name.
    init(refusal response: HTTPResponse, operation: String) {
        guard let error = (try? JSON.parse(response.bytes))?["error"], let message = Self.message(of: error) else {
            self.init(.networkError, "the answer is not the service's")
            if response.status == 429 { code = .tooManyRequests }
            if response.status >= 500 { code = .internalError }
            complete(response, operation)
            return
        }
        self.init(serverMessage: message, reasons: Self.reasons(of: error))
        if let restriction = Self.restriction(Self.reasons(of: error)) {
            code = restriction.code
            detail = restriction.detail
            reason = restriction.remedy
        }
        if code == .internalError, response.status == 429 { code = .tooManyRequests }
        if code == .blockingCloudFunctionError { serverDetail = Self.words(ofFunction: serverDetail) }
        complete(response, operation)
    }

    /// Reads the service's message: a word, and after the first colon what it has to say.
    ///
    /// - Parameters:
    ///   - serverMessage: The message.
    ///   - reasons: The reasons listed beside it.
    init(serverMessage: String, reasons: [String] = []) {
        let parts = serverMessage.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let word = Self.trimmed(parts[0])
        self.init(ServerCodes.codes[APIError.Code(rawValue: word)] ?? Self.code(ofReasons: reasons) ?? .internalError)
        serverCode = word
        if parts.count > 1 {
            let detail = Self.trimmed(parts[1])
            serverDetail = detail.isEmpty ? nil : detail
        }
    }

    /// Says why no answer arrived.
    init(_ error: TransportError, operation: String) {
        self.init(error.kind == .cancelled ? .cancelled : .networkError, error.reason)
        if error.kind == .invalidRequest { code = .invalidRequest }
        transport = error.kind
        underlying = error
        self.operation = operation
    }

    private mutating func complete(_ response: HTTPResponse, _ operation: String) {
        httpStatus = response.status
        retryAfter = response.fields["Retry-After"].flatMap { Int64($0) }.map { .seconds(min(max($0, 0), 86_400)) }
        self.operation = operation
    }

    private static func message(of error: JSONValue) -> String? {
        // The token service of old answers {"error": "invalid_grant"}; the new one, and the account API, an object.
        error["message"]?.string ?? error.string
    }

    private static func reasons(of error: JSONValue) -> [String] {
        let all = (error["errors"]?.array ?? []) + (error["details"]?.array ?? [])
        return all.compactMap { $0["reason"]?.string }
    }

    private static func code(ofReasons reasons: [String]) -> Code? {
        if reasons.contains(where: { $0.hasPrefix("keyInvalid") || $0 == "API_KEY_INVALID" }) { return .invalidAPIKey }
        return reasons.contains("ipRefererBlocked") ? .appNotAuthorized : nil
    }

    /// The message that a blocking function gave, cut out of the sentence it is quoted in.
    private static func words(ofFunction detail: String?) -> String? {
        guard let detail, let start = detail.firstIndex(of: "{"), let end = detail.lastIndex(of: "}"), start < end,
            let document = try? JSON.parse(Array(detail[start...end].utf8))
        else { return detail }
        return document["error"]?["message"]?.string ?? detail
    }

    private static func trimmed(_ text: Substring) -> String {
        let start = text.drop(while: \.isWhitespace)
        guard let end = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(start[...end])
    }
}
