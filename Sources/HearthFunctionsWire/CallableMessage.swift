internal import HearthCore
public import HearthHTTP
public import HearthJSON

/// The body of a call: `{"data": …}`.
public enum CallableRequest {
    /// The largest body of a call, and of its answer, in bytes: 10 MiB.
    public static let maximumBytes = 10 << 20
    /// What a client sends as `Accept` to get messages before the result.
    public static let eventStream = "text/event-stream"

    /// Writes the body of a call.
    ///
    /// - Parameter data: What the caller sends.
    /// - Returns: The body.
    public static func body(_ data: JSONValue) -> [UInt8] {
        JSON.serialize(.object(["data": WideInteger.wrap(data)]))
    }

    /// Reads a request.
    ///
    /// - Parameter request: The request.
    /// - Returns: What the caller sends; `nil` if this is not a call: another method, another content type, a body that
    ///   is not an object with `data` alone, or a wrapped integer that is none.
    public static func data(of request: HTTPRequest) -> JSONValue? {
        guard request.method == .post, isJSON(request.fields["content-type"]),
            let body = try? JSON.parse(request.body), let object = body.object, object.count == 1,
            let data = object["data"]
        else { return nil }
        return try? WideInteger.unwrap(data)
    }

    /// Whether the client reads messages before the result.
    ///
    /// - Parameter request: The request.
    /// - Returns: Whether it accepts an event stream.
    public static func wantsStream(_ request: HTTPRequest) -> Bool {
        request.fields["accept"]?.lowercased() == eventStream
    }

    private static func isJSON(_ type: String?) -> Bool {
        guard let name = type?.prefix(while: { $0 != ";" }) else { return false }
        return name.filter { $0 != " " }.lowercased() == "application/json"
    }
}

/// What a call came to, or a part of it.
public enum CallableAnswer: Sendable, Hashable {
    /// A message before the result; in a stream only.
    case message(JSONValue)
    /// The result, with which a call ends.
    case result(JSONValue)
    /// The error, with which a call ends.
    case failure(HTTPSError)

    /// The answer as a JSON object.
    public var json: JSONValue {
        switch self {
        case .message(let value): .object(["message": value])
        case .result(let value): .object(["result": value])
        case .failure(let error): .object(["error": error.json])
        }
    }

    /// Reads an answer, or a frame of a stream.
    ///
    /// `data` stands for `result` too, and an error of status `OK` is none.
    ///
    /// - Parameters:
    ///   - bytes: The JSON text.
    ///   - httpStatus: The status of the response; it decides what an error means that names no status.
    /// - Returns: The answer; `nil` if it is none.
    public static func parse(_ bytes: [UInt8], httpStatus: Int = 200) -> CallableAnswer? {
        guard let body = try? JSON.parse(bytes), let object = body.object else { return nil }
        if let error = object["error"]?.object {
            let read = HTTPSError(error, httpStatus: httpStatus)
            if read.code != .ok { return .failure(read) }
        }
        if let message = object["message"] { return (try? WideInteger.unwrap(message)).map(CallableAnswer.message) }
        guard let result = object["data"] ?? object["result"] else { return nil }
        return (try? WideInteger.unwrap(result)).map(CallableAnswer.result)
    }
}

/// The error of a callable function, which its caller gets.
///
/// ```swift
/// guard let user = call.auth else { throw HTTPSError(.unauthenticated, "Sign in first.") }
/// ```
///
/// Every other error that a function throws arrives as ``FunctionsErrorCode/internal`` without its text.
public struct HTTPSError: Error, Sendable, Hashable {
    /// Why.
    public var code: FunctionsErrorCode
    /// For the caller.
    public var message: String
    /// What the caller's code can act on.
    public var details: JSONValue?

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - code: Why.
    ///   - message: For the caller. Defaults to the code's name.
    ///   - details: What the caller's code can act on. Defaults to nothing.
    public init(_ code: FunctionsErrorCode, _ message: String? = nil, details: JSONValue? = nil) {
        self.code = code
        self.message = message ?? code.status
        self.details = details
    }

    /// Reads an error as it stands in a body.
    init(_ error: JSONObject, httpStatus: Int) {
        let byStatus = FunctionsErrorCode(httpStatus: httpStatus)
        // A status that is not known says no more than that something went wrong.
        let code = error["status"]?.string.map { FunctionsErrorCode(status: $0) ?? .internal }
        self.code = code ?? (byStatus == .ok ? .internal : byStatus)
        message = error["message"]?.string ?? self.code.status.replacing("_", with: " ")
        details = error["details"].map { (try? WideInteger.unwrap($0)) ?? $0 }
    }

    var json: JSONValue {
        var object: JSONObject = ["message": .string(message), "status": .string(code.status)]
        object["details"] = details.map(WideInteger.wrap)
        return .object(object)
    }
}
