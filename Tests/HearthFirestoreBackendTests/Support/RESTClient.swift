import HearthCore
import HearthDatabase
import HearthFirestoreBackend
import HearthHTTP
import HearthJSON
import Testing

/// A backend in memory, and the requests of a client.
struct RESTClient: Sendable {
    let backend: FirestoreBackend
    let clock = Locked<Int64>(1_700_000_000_000)
    static let root = "/v1/projects/demo/databases/(default)/documents"

    init(
        authorizer: (any FirestoreAuthorizer)? = nil,
        access: FirestoreBackend.Configuration.Access = .emulator,
        rules: String? = nil
    ) async throws {
        let clock = clock
        backend = try await FirestoreBackend(
            .init(
                location: .memory,
                access: access,
                rules: rules,
                now: { UnixTime(milliseconds: clock.withLock { $0 }) }
            ),
            authorizer: authorizer
        )
    }

    /// Sends a request; a path that begins with no slash is one below the root of the documents.
    func send(
        _ method: HTTPMethod,
        _ path: String,
        _ body: String = "",
        authorization: String? = "Bearer owner"
    ) async -> Answer {
        var fields: HTTPFields = [:]
        if let authorization { fields["Authorization"] = authorization }
        let target = path.hasPrefix("/") ? path : Self.root + (path.hasPrefix(":") ? "" : "/") + path
        let request = HTTPRequest(method, target: target, fields: fields, body: Array(body.utf8))
        let response = await backend.handle(request)
        return Answer(status: response.status, text: String(decoding: response.bytes, as: UTF8.self))
    }

    struct Answer: Sendable {
        let status: Int
        let text: String

        var json: JSONValue { (try? JSON.parse(Array(text.utf8))) ?? .null }
        /// The message of an error, however the stream of answers wraps it.
        var message: String? { json["error"]?["message"]?.string }
        var code: String? { json["error"]?["status"]?.string }
    }

    /// What an unsigned identity token of a user looks like in the header.
    static func user(_ id: String, _ claims: String = "") -> String {
        let payload = "{\"sub\": \"\(id)\"\(claims.isEmpty ? "" : ", ")\(claims)}"
        return "Bearer e30.\(Base64.encode(Array(payload.utf8), .url))."
    }

    func put(_ path: String, _ fields: String) async {
        let answer = await send(.patch, path, "{\"fields\": \(fields)}")
        #expect(answer.status == 200, "\(answer.text)")
    }
}
