public import HearthFunctionsWire
public import HearthHTTP
public import HearthJSON

/// Why a call of a function brought no result.
public struct FunctionsError: Error, Sendable, Hashable {
    /// Why: the function's own code, or what the failure on the way to it comes to.
    public var code: FunctionsErrorCode
    /// For the developer, and for the user if the function writes such messages.
    public var message: String
    /// What the function gave along.
    public var details: JSONValue?
    /// What failed on the way, if the function's answer did not arrive.
    public var transport: TransportError.Kind?

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - code: Why.
    ///   - message: For the developer. Defaults to the code's name.
    ///   - details: What the function gave along. Defaults to nothing.
    ///   - transport: What failed on the way. Defaults to nothing.
    public init(
        _ code: FunctionsErrorCode,
        _ message: String? = nil,
        details: JSONValue? = nil,
        transport: TransportError.Kind? = nil
    ) {
        self.code = code
        self.message = message ?? code.status
        self.details = details
        self.transport = transport
    }

    /// The details as a type of yours.
    ///
    /// - Parameter type: The type.
    /// - Returns: The value; `nil` if there are no details.
    /// - Throws: `JSONError` if they have another shape.
    public func details<Details: Decodable>(as type: Details.Type) throws(JSONError) -> Details? {
        guard let details else { return nil }
        return try JSON.decode(type, from: details)
    }

    init(_ error: HTTPSError) {
        self.init(error.code, error.message, details: error.details)
    }

    init(_ error: TransportError) {
        let code: FunctionsErrorCode =
            switch error.kind {
            case .timedOut: .deadlineExceeded
            case .cancelled: .cancelled
            case .unreachable, .connectionLost, .insecure: .unavailable
            case .invalidRequest: .invalidArgument
            case .streamingUnsupported: .unimplemented
            default: .internal
            }
        self.init(code, error.reason.isEmpty ? error.kind.rawValue : error.reason, transport: error.kind)
    }
}
