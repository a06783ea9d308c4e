internal import HearthCore
internal import HearthFirestoreModel
internal import HearthFirestoreWire
internal import HearthHTTP
internal import HearthJSON

/// Makes calls to the server: requests over REST, with tokens and retries.
struct Remote: Sendable {
    let database: DatabaseName
    let settings: FirestoreSettings
    let transport: any HTTPTransport
    let credentials: any CallCredentials
    let clock: FirestoreClock

    /// How often a call that only reads is made at most.
    private static let attempts = 3

    /// Makes a call.
    ///
    /// - Parameters:
    ///   - operation: The operation, one that REST reaches by a verb.
    ///   - request: The request, without the names that the path has.
    ///   - parent: The document below which it happens. Defaults to the root.
    ///   - mayRepeat: Whether making the call twice does no harm.
    /// - Returns: The answers, in their order; one if the operation is unary.
    /// - Throws: ``FirestoreError`` of the server, or if it cannot be reached.
    func call<Request: Message, Response: Message>(
        _ operation: FirestoreOperation<Request, Response>,
        _ request: Request,
        parent: ResourcePath = .root,
        mayRepeat: Bool
    ) async throws(FirestoreError) -> [Response] {
        let target = try target(operation.binding, parent)
        let body = request.json(JSONStyle(isPretty: false, hasEmulatorNumbers: false))
        var forcesRefresh = false
        var attempt = 1
        while true {
            do throws(FirestoreError) {
                let fields = try await fields(forcingRefresh: forcesRefresh)
                let request = HTTPRequest(.post, origin: settings.origin, target: target, fields: fields, body: body)
                return try Self.answers(try await send(request))
            } catch {
                if error.code == .unauthenticated, !forcesRefresh {
                    // Refused before anything was done: the token may have been revoked or expired on its way.
                    forcesRefresh = true
                    continue
                }
                guard mayRepeat, error.mayPass, attempt < Self.attempts else { throw error }
                let pause = Duration.milliseconds(200) * (Double(1 << attempt) * (0.5 + clock.fraction()))
                attempt += 1
                do { try await clock.sleep(pause) } catch { throw .taskCancelled }
            }
        }
    }

    /// The path and the verb of a call, percent-encoded segment by segment.
    private func target(_ binding: RESTBinding?, _ parent: ResourcePath) throws(FirestoreError) -> String {
        let verb: String
        switch binding?.target {
        case .database(let name), .parent(let name): verb = name
        default: throw FirestoreError(.internal, "The operation has no verb.")
        }
        let root =
            "/v1/projects/\(PercentEncoding.encode(database.project))/databases/"
            + "\(PercentEncoding.encode(database.database))/documents"
        return root + parent.segments.map { "/" + PercentEncoding.encode($0) }.joined() + ":" + verb
    }

    /// The head of each call.
    func fields(forcingRefresh: Bool) async throws(FirestoreError) -> HTTPFields {
        var fields: HTTPFields = ["Content-Type": "application/json"]
        do {
            if let token = try await credentials.token(forcingRefresh: forcingRefresh) {
                fields.append("Authorization", "Bearer \(token.reveal())")
            }
        } catch {
            throw FirestoreError(noToken: error)
        }
        if let token = await credentials.appCheckToken(limitedUse: false) {
            fields.append("X-Firebase-AppCheck", token.reveal())
        }
        if let key = settings.apiKey { fields.append("X-Goog-Api-Key", key) }
        if let app = settings.appID { fields.append("X-Firebase-GMPID", app) }
        fields.append("X-Goog-Api-Client", "gl-swift/6.3 hearth/1")
        fields.append("Google-Cloud-Resource-Prefix", database.text)
        return fields
    }

    private func send(_ request: HTTPRequest) async throws(FirestoreError) -> [UInt8] {
        let response: HTTPResponse
        do throws(TransportError) { response = try await transport.send(request) } catch { throw FirestoreError(error) }
        guard response.status == 200 else { throw FirestoreError(response) }
        return response.bytes
    }

    /// Reads one answer, or an array of them whose last element may be an error.
    private static func answers<Response: Message>(_ bytes: [UInt8]) throws(FirestoreError) -> [Response] {
        guard let value = try? JSON.parse(bytes) else {
            throw FirestoreError(.internal, "The server's answer is no JSON.")
        }
        var responses: [Response] = []
        for element in value.array ?? [value] {
            if let error = FirestoreError(wire: element, status: 200) { throw error }
            responses.append(try checked { () throws(ModelError) in try Response(json: element) })
        }
        return responses
    }
}

extension FirestoreError {
    static let taskCancelled = FirestoreError(.cancelled, "The task was cancelled.")

    /// Whether the same call may succeed later.
    var mayPass: Bool {
        switch code {
        case .unavailable, .internal, .deadlineExceeded, .resourceExhausted, .unknown: true
        default: false
        }
    }

    /// Why no response arrived.
    init(_ error: TransportError) {
        switch error.kind {
        case .cancelled: self = .taskCancelled
        case .timedOut: self.init(.deadlineExceeded, "The server did not answer in time.")
        case .invalidRequest: self.init(.invalidArgument, "The request cannot be sent: \(error.reason)")
        case .insecure: self.init(.unavailable, "No secure connection to the server could be made. \(error.reason)")
        case .responseTooLarge: self.init(.resourceExhausted, "The answer is larger than the transport accepts.")
        default: self.init(.unavailable, "The server cannot be reached. \(error.reason)")
        }
    }

    /// What a response with another status than 200 says.
    init(_ response: HTTPResponse) {
        if let value = try? JSON.parse(response.bytes),
            let error = FirestoreError(wire: value.array?.first ?? value, status: response.status)
        {
            self = error
            return
        }
        let code = ModelError.Code(httpStatus: response.status)
        self.init(ModelError(code, "The server answered with status \(response.status)."))
    }

    /// Reads `{"error": {…}}`.
    init?(wire value: JSONValue, status: Int) {
        guard let error = value["error"] else { return nil }
        let code = error["status"]?.string.flatMap { ModelError.Code(name: $0) } ?? ModelError.Code(httpStatus: status)
        self.init(ModelError(code, error["message"]?.string ?? code.name))
    }
}
