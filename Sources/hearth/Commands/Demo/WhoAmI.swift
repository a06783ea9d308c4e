internal import HearthCore
internal import HearthHTTP
internal import HearthJSON
internal import HearthTokens
internal import HearthTransport

/// The smallest API worth protecting: `GET /me` tells who calls, if the token verifies.
struct WhoAmI: Sendable {
    private let verifier: TokenVerifier

    init(project: String, backend: String) throws {
        guard let id = ProjectID(rawValue: project) else { throw CommandFailure("\(project) is not a project") }
        verifier = try TokenVerifier.hearth(origin: backend, project: id, transport: SystemTransport())
    }

    func answer(_ request: HTTPRequest) async -> HTTPResponse {
        guard request.path == "/me" else { return Self.refusal(404, "there is nothing here") }
        let authorization = request.fields["authorization"] ?? ""
        guard authorization.lowercased().hasPrefix("bearer ") else { return Self.refusal(401, "a token is needed") }
        do {
            let token = try await verifier.verify(String(authorization.dropFirst(7)))
            return Self.response(200, ["uid": .string(token.uid.rawValue), "email": .string(token.email ?? "")])
        } catch {
            return Self.refusal(error.status, "\(error)")
        }
    }

    private static func refusal(_ status: Int, _ message: String) -> HTTPResponse {
        response(status, ["error": ["code": .integer(Int64(status)), "message": .string(message)]])
    }

    private static func response(_ status: Int, _ document: JSONValue) -> HTTPResponse {
        HTTPResponse(
            status: status,
            fields: ["Content-Type": "application/json"],
            body: .bytes(JSON.serialize(document))
        )
    }
}
