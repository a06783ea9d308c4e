public import HearthHTTP
public import HearthJSON

/// What the backend answered to a request of the test's own.
public struct TestAnswer: Sendable {
    /// The HTTP status.
    public let status: Int
    /// The body; `null` if it is no JSON.
    public let body: JSONValue

    /// The error's code, for example `INVALID_PASSWORD`, without the words behind it; `nil` for success.
    public var error: String? { body["error"]?["message"]?.string.map { String($0.prefix { $0 != " " }) } }

    /// The first value of a name: the answer's own, or one inside of it; `null` if there is none.
    public subscript(name: String) -> JSONValue { Self.find(name, in: body) ?? .null }

    private static func find(_ name: String, in value: JSONValue) -> JSONValue? {
        if let own = value[name] { return own }
        let inside = value.array ?? value.object?.members.map(\.value) ?? []
        return inside.lazy.compactMap { find(name, in: $0) }.first
    }
}

extension TestBackend {
    /// Sends a request as it stands on the wire, for what no client does.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - target: The path and the query, for example `/identitytoolkit.googleapis.com/v1/accounts:signUp?key=test`.
    ///   - body: What is sent as JSON.
    ///   - bearer: The token of the `Authorization` field; `owner` is the emulator's administrator. Defaults to none.
    /// - Returns: The answer, whether it is a success or not.
    /// - Throws: `TransportError` if the task was cancelled.
    @discardableResult
    public func send(
        _ method: HTTPMethod,
        _ target: String,
        _ body: JSONObject,
        as bearer: String? = nil
    ) async throws(TransportError) -> TestAnswer {
        var fields: HTTPFields = ["Content-Type": "application/json"]
        fields["Authorization"] = bearer.map { "Bearer \($0)" }
        let request = HTTPRequest(method, target: target, fields: fields, body: JSON.serialize(.object(body)))
        let response = try await transport.send(request)
        return TestAnswer(status: response.status, body: (try? JSON.parse(response.bytes)) ?? .null)
    }
}
