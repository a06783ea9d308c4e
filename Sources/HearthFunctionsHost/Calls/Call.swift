public import HearthCore
internal import HearthFunctionsWire
public import HearthHTTP
internal import HearthJSON

/// One call of a function, as the function sees it.
public struct Call<Input: Sendable>: Sendable {
    /// What the caller sent.
    public let data: Input
    /// The user who calls; `nil` for a call without a token.
    public let auth: CallAuth?
    /// The app that calls; `nil` for a call without an App Check token that is believed.
    public let app: CallApp?
    /// The token by which the caller's device gets messages, if it sent one.
    ///
    /// Nothing checks it.
    public let instanceIDToken: String?
    /// Whether the caller reads messages before the result.
    public let acceptsStreaming: Bool
    /// The request.
    public let request: HTTPRequest
    /// When the caller gets `deadlineExceeded`.
    public let deadline: UnixTime
}

/// Takes the messages of a streaming function.
public struct MessageSender<Message: Encodable & Sendable>: Sendable {
    let stream: EventSender?

    /// Sends a message, waiting while the caller is behind.
    ///
    /// - Parameter message: The message.
    /// - Returns: Whether the caller reads messages: `false` for one that asked for the result alone.
    /// - Throws: `CancellationError` if the caller is gone, or the deadline passed; `HTTPSError` if the message cannot
    ///   be JSON.
    @discardableResult
    public func send(_ message: Message) async throws -> Bool {
        guard let stream else { return false }
        try await stream.send(.message(CallCoding.encode(message)))
        return true
    }
}

/// A call before its data has a type.
struct ReceivedCall: Sendable {
    let data: JSONValue
    let auth: CallAuth?
    let app: CallApp?
    let request: HTTPRequest
    let deadline: UnixTime
    let stream: EventSender?

    func typed<Input: Decodable>(_ type: Input.Type) throws(HTTPSError) -> Call<Input> {
        Call(
            data: try CallCoding.decode(type, data),
            auth: auth,
            app: app,
            instanceIDToken: request.fields["firebase-instance-id-token"],
            acceptsStreaming: stream != nil,
            request: request,
            deadline: deadline
        )
    }
}

/// Data of calls and the types of functions.
enum CallCoding {
    static func decode<Value: Decodable>(_ type: Value.Type, _ value: JSONValue) throws(HTTPSError) -> Value {
        do throws(JSONError) {
            return try JSON.decode(type, from: value)
        } catch {
            // The place, and never what was there.
            let place = error.path.isEmpty ? "The data" : "'\(error.path)'"
            throw HTTPSError(.invalidArgument, "\(place) has another type than the function takes.")
        }
    }

    static func encode(_ value: some Encodable) throws(HTTPSError) -> JSONValue {
        do throws(JSONError) {
            return try JSON.value(of: value)
        } catch {
            throw HTTPSError(.internal, "INTERNAL")
        }
    }
}
