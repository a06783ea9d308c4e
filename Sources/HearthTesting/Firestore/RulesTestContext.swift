public import HearthFirestoreModel
internal import HearthFirestoreWire
public import HearthHTTP
internal import HearthJSON

/// A client of a ``RulesTestEnvironment``: a user, a guest or an administrator.
///
/// Each call is one request, which is allowed or denied as a whole. What is denied throws `FirestoreError` with code
/// `permissionDenied` and a message that names the lines of the rules.
public struct RulesTestContext: Sendable {
    let project: String
    let authorization: String?
    private let inProcess: InProcessTransport

    init(project: String, authorization: String?, transport: InProcessTransport) {
        self.project = project
        self.authorization = authorization
        inProcess = transport
    }

    /// Carries requests of any Firestore client as this context's: for code under test that has a client of its own.
    public var transport: some HTTPTransport {
        AuthorizedTransport(inner: inProcess, authorization: authorization)
    }

    /// The name of a document, from its path in the default database.
    ///
    /// - Parameter path: For example `notes/1`.
    /// - Returns: The name.
    /// - Throws: `FirestoreError` if the path is no document's.
    public func name(_ path: String) throws(FirestoreError) -> ResourceName {
        try ResourceName(document: "\(root)/\(path)")
    }

    /// Asks for the documents of a collection; give the result filters and a limit, and hand it to ``find(_:)``.
    ///
    /// - Parameter path: For example `notes`, or `books/1/notes`.
    /// - Returns: A query without filters.
    /// - Throws: `FirestoreError` if the path is no collection's.
    public func collection(_ path: String) throws(FirestoreError) -> Query {
        let segments = path.split(separator: "/", omittingEmptySubsequences: false)
        let parents = segments.dropLast()
        let parent = ([root] + parents.map(String.init)).joined(separator: "/")
        return Query(parent: try ResourceName(parent: parent), source: Query.Source(String(segments.last ?? "")))
    }

    /// Asks for the documents of all collections of an id.
    ///
    /// - Parameter id: The collections' id.
    /// - Returns: A query without filters.
    /// - Throws: `FirestoreError` if the project's name is not one.
    public func collectionGroup(_ id: String) throws(FirestoreError) -> Query {
        Query(parent: try ResourceName(parent: root), source: Query.Source(id, allDescendants: true))
    }

    /// Reads a document: `allow get`.
    ///
    /// - Parameter path: The document's path.
    /// - Returns: The document; `nil` if it is missing.
    /// - Throws: `FirestoreError`, with code `permissionDenied` if the rules deny it.
    @discardableResult
    public func get(_ path: String) async throws -> Document? {
        var request = BatchGetDocumentsRequest()
        request.documents = [try name(path).text]
        let answer: [BatchGetDocumentsResponse] = try await stream(":batchGet", request)
        return try answer.first?.found.map { try Document($0) }
    }

    /// Runs a query: `allow list`.
    ///
    /// - Parameter query: The query.
    /// - Returns: Its results.
    /// - Throws: `FirestoreError`, with code `permissionDenied` if the rules deny it.
    @discardableResult
    public func find(_ query: Query) async throws -> [Document] {
        var request = RunQueryRequest()
        request.structuredQuery = WireQuery(query)
        let parent = query.parent.path.segments.map { "/" + PercentEncoding.encode($0) }.joined()
        let answer: [RunQueryResponse] = try await stream(parent + ":runQuery", request)
        return try answer.compactMap { try $0.document.map { try Document($0) } }
    }

    /// Creates a document that must be missing: `allow create`.
    ///
    /// - Parameters:
    ///   - path: The document's path.
    ///   - fields: Its fields.
    /// - Throws: `FirestoreError`, with code `permissionDenied` if the rules deny it.
    public func create(_ path: String, _ fields: Fields) async throws {
        try await commit([Write(try name(path), .update(fields, mask: nil), precondition: .exists(false))])
    }

    /// Creates or replaces a document: `allow create` or `allow update`.
    ///
    /// - Parameters:
    ///   - path: The document's path.
    ///   - fields: Its fields.
    /// - Throws: `FirestoreError`, with code `permissionDenied` if the rules deny it.
    public func set(_ path: String, _ fields: Fields) async throws {
        try await commit([Write(try name(path), .update(fields, mask: nil))])
    }

    /// Changes some fields of a document that must be there: `allow update`.
    ///
    /// - Parameters:
    ///   - path: The document's path.
    ///   - fields: The fields that change.
    /// - Throws: `FirestoreError`, with code `permissionDenied` if the rules deny it.
    public func update(_ path: String, _ fields: Fields) async throws {
        let mask = fields.entries.map { FieldPath([$0.name]) }
        try await commit([Write(try name(path), .update(fields, mask: mask), precondition: .exists(true))])
    }

    /// Deletes a document: `allow delete`.
    ///
    /// - Parameter path: The document's path.
    /// - Throws: `FirestoreError`, with code `permissionDenied` if the rules deny it.
    public func delete(_ path: String) async throws {
        try await commit([Write(try name(path), .delete)])
    }

    /// Makes several changes together, which rules see with `getAfter()`.
    ///
    /// - Parameter writes: The changes; one that is denied denies them all.
    /// - Throws: `FirestoreError`, with code `permissionDenied` if the rules deny it.
    public func commit(_ writes: [Write]) async throws {
        var request = CommitRequest()
        request.writes = writes.map { WireWrite($0) }
        _ = try await send(.post, target: documents + ":commit", body: request.json(JSONStyle()))
    }

    private var root: String { "projects/\(project)/databases/(default)/documents" }
    private var documents: String { "/v1/projects/\(PercentEncoding.encode(project))/databases/(default)/documents" }

    private func stream<Response: Message>(_ path: String, _ request: some Message) async throws -> [Response] {
        let answer = try await send(.post, target: documents + path, body: request.json(JSONStyle()))
        return try (answer.array ?? []).map { try Response(json: $0) }
    }

    /// Sends a request as this context.
    @discardableResult
    func send(_ method: HTTPMethod, target: String, body: [UInt8] = []) async throws -> JSONValue {
        let response = try await transport.send(HTTPRequest(method, target: target, body: body))
        if let error = FirestoreError(json: response.bytes, httpStatus: response.status) { throw error }
        guard response.status == 200 else {
            throw FirestoreError(FirestoreError.Code(httpStatus: response.status), "HTTP status \(response.status)")
        }
        return try JSON.parse(response.bytes)
    }
}

extension Document {
    /// Reads a document from an answer.
    fileprivate init(_ message: WireDocument) throws(FirestoreError) {
        self.init(
            name: try ResourceName(document: message.name),
            fields: message.fields,
            createTime: message.createTime,
            updateTime: message.updateTime
        )
    }
}

/// Sends requests with a context's credentials in place of their own.
private struct AuthorizedTransport: HTTPTransport {
    let inner: InProcessTransport
    let authorization: String?

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        try await inner.send(authorized(request))
    }

    func open(_ request: HTTPRequest) async throws(TransportError) -> HTTPExchange {
        try await inner.open(authorized(request))
    }

    private func authorized(_ request: HTTPRequest) -> HTTPRequest {
        var request = request
        request.fields["Authorization"] = authorization
        return request
    }
}
