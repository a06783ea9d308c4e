internal import HearthCore
internal import HearthFirestoreModel
internal import HearthFirestoreWire
internal import HearthHTTP
internal import HearthJSON
internal import HearthTransport

/// The Firestore that a command speaks to, and the database there; every request is an administrator's.
struct FirestoreAddress {
    static let valued: Set<String> = ["backend", "host", "project", "database"]
    static let switches: Set<String> = ["production"]
    static let help = """
          --backend ADDRESS   Firestore, as HOST:PORT or URL; also --host
                              (FIRESTORE_EMULATOR_HOST, or 127.0.0.1:9099)
          --project ID        the project (demo-hearth)
          --database ID       the database ((default))
          --production        the server is no emulator: authenticate with
                              HEARTH_ADMIN_TOKEN from the environment
        """

    let database: DatabaseName
    private let origin: String
    private let credential: Secret<String>
    private let transport: any HTTPTransport

    init(_ options: Options, transport: any HTTPTransport = SystemTransport()) throws {
        origin = try BackendOrigin.read(options, "backend", "host", variable: "FIRESTORE_EMULATOR_HOST")
        let project = options.last("project") ?? "demo-hearth"
        guard ProjectID(rawValue: project) != nil else {
            throw options.refusal("project", project, expected: "letters, digits and - _ . :")
        }
        database = DatabaseName(project: project, database: options.last("database") ?? "(default)")
        credential = options.has("production") ? try BackendAddress.administratorToken(for: origin) : "owner"
        self.transport = transport
    }

    /// The path of the documents.
    var documents: String { "/v1/\(Self.encoded(database.text.split(separator: "/")))/documents" }

    /// The path of a document or a collection.
    func target(_ path: ResourcePath) -> String {
        path.isRoot ? documents : documents + "/" + Self.encoded(path.segments)
    }

    private static func encoded(_ segments: [some StringProtocol]) -> String {
        segments.map { PercentEncoding.encode($0) }.joined(separator: "/")
    }

    /// Reads the path of a document or a collection.
    static func path(_ text: String) throws -> ResourcePath {
        let segments = text.split(separator: "/").map(String.init)
        guard !segments.isEmpty else { throw CommandFailure("'\(text.printable)' is no path") }
        return ResourcePath(segments)
    }

    /// Sends a request and reads the answer.
    ///
    /// - Throws: ``CommandFailure`` with the server's words.
    @discardableResult
    func send(_ method: HTTPMethod, _ target: String, _ body: JSONValue? = nil) async throws -> JSONValue {
        let answer = try await exchange(method, target, body.map { JSON.serialize($0) } ?? [])
        if answer.isEmpty { return .null }
        guard let document = try? JSON.parse(answer) else {
            throw CommandFailure("\(origin) is no Firestore: its answer is no JSON")
        }
        return document
    }

    /// Sends a request and brings back the body of the answer.
    func exchange(_ method: HTTPMethod, _ target: String, _ body: [UInt8], type: String = "application/json")
        async throws
        -> [UInt8]
    {
        let request = HTTPRequest(
            method,
            origin: origin,
            target: target,
            fields: ["Authorization": "Bearer \(credential.reveal())", "Content-Type": type],
            body: body
        )
        let response: HTTPResponse
        do {
            response = try await transport.send(request)
        } catch {
            throw CommandFailure("\(origin): Firestore does not answer; is 'hearth serve' running? (\(error.reason))")
        }
        if let error = FirestoreError(json: response.bytes, httpStatus: response.status), response.status != 200 {
            throw CommandFailure("\(error.code.name): \(error.message.printable)")
        }
        guard response.status == 200 else { throw CommandFailure("\(origin): HTTP status \(response.status)") }
        return response.bytes
    }
}
