public import HearthCore
public import HearthHTTP
public import HearthJSON

/// The functions of another process, as the servers beside it reach them.
///
/// The host answers `GET /__/functions` with its ``FunctionsManifest``, and takes an event with
/// `POST /__/events/{function}`: 204 when the function has acted on it, 500 with the error as text when it failed, 404
/// when there is no such function. `GET /__/statistics` tells how the calls of each function ended. All want the token
/// that the two processes share, as a bearer token.
public struct RemoteFunctions: Sendable {
    /// The path of the manifest.
    public static let manifestPath = "/__/functions"
    /// What the path of an event begins with; the function's name follows.
    public static let eventsPath = "/__/events/"
    /// The path of the counts of calls.
    public static let statisticsPath = "/__/statistics"
    /// The longest time that a function may take for an event.
    public static let longestDelivery = Duration.seconds(600)

    private let origin: String
    private let token: Secret<String>
    private let transport: any HTTPTransport

    /// Describes where functions are.
    ///
    /// - Parameters:
    ///   - origin: Scheme, host and port of the host.
    ///   - token: What the two processes share.
    ///   - transport: Carries the requests.
    public init(origin: String, token: Secret<String>, transport: any HTTPTransport) {
        self.origin = origin
        self.token = token
        self.transport = transport
    }

    /// Asks what the functions want.
    ///
    /// - Returns: The manifest; `nil` if the host is none of Hearth's, and knows nothing of events.
    /// - Throws: ``UnreachableFunction`` if there is no answer.
    public func manifest() async throws(UnreachableFunction) -> FunctionsManifest? {
        let response = try await send(.get, Self.manifestPath, [])
        guard response.status == 200, let json = try? JSON.parse(response.bytes), let object = json.object else {
            return nil
        }
        return FunctionsManifest(object)
    }

    /// Asks how the calls of each function ended since the host was started.
    ///
    /// - Returns: For each function, by its name or `region/name`, an object with `calls`, `failures` by their codes,
    ///   `durations` by their upper bounds in milliseconds, `running` and `waiting`; `nil` if the host counts nothing.
    /// - Throws: ``UnreachableFunction`` if there is no answer.
    public func statistics() async throws(UnreachableFunction) -> JSONObject? {
        let response = try await send(.get, Self.statisticsPath, [])
        guard response.status == 200 else { return nil }
        return (try? JSON.parse(response.bytes))?.object
    }

    /// A trigger for a function of the host.
    ///
    /// - Parameter declaration: What the function wants.
    /// - Returns: The trigger.
    public func trigger(_ declaration: TriggerDeclaration) -> Trigger {
        Trigger(declaration) { event in
            let body = JSON.serialize(.object(event.json))
            let response = try await send(.post, Self.eventsPath + declaration.function, body)
            switch response.status {
            case 200...299: return
            // The host ends, or is another one by now.
            case 401, 404, 503: throw UnreachableFunction("the host answers \(response.status)")
            default:
                let reason = String(decoding: response.bytes.prefix(4 * FailedEvent.maximumReason), as: UTF8.self)
                throw FailedFunction(status: response.status, reason: reason)
            }
        }
    }

    private func send(
        _ method: HTTPMethod,
        _ path: String,
        _ body: [UInt8]
    ) async throws(UnreachableFunction) -> HTTPResponse {
        var request = HTTPRequest(
            method,
            origin: origin,
            target: path,
            fields: ["Authorization": "Bearer \(token.reveal())", "Content-Type": "application/json"],
            body: body
        )
        request.timeout = Self.longestDelivery
        do {
            return try await transport.send(request)
        } catch {
            throw UnreachableFunction("\(error.kind.rawValue) \(error.reason)")
        }
    }
}

/// A function failed with an event.
public struct FailedFunction: Error, Sendable, Hashable, CustomStringConvertible {
    /// What its host answered.
    public let status: Int
    /// The function's error, as its host tells it; empty if it does not.
    public let reason: String

    /// What happened, for the log.
    public var description: String { reason.isEmpty ? "the function's host answered \(status)" : reason }
}
