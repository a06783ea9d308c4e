import HearthHTTP
import HearthJSON
import HearthTesting
import Testing

/// A flow of demo-shop, copied from the console's live log: 2 requests.
@Suite struct BecameAGuestTests {
    @Test func `Became a guest`() async throws {
        let backend = try await Self.backend()

        let signUp = try await Self.send(
            .post,
            "/identitytoolkit.googleapis.com/v1/accounts:signUp?key=k",
            ["returnSecureToken": true],
            to: backend
        )
        #expect(signUp.status == 200)
        #expect(signUp["idToken"] != .null)

        let exchangeRefreshToken = try await Self.send(
            .post,
            "/securetoken.googleapis.com/v1/token?key=k",
            [
                "grant_type": "refresh_token",
                "refresh_token": signUp["refreshToken"],
            ],
            to: backend
        )
        #expect(exchangeRefreshToken.status == 200)
        #expect(exchangeRefreshToken["id_token"] != .null)
    }

    /// A backend as it was before the flow.
    private static func backend() async throws -> TestBackend {
        let backend = try await TestBackend(project: "demo-shop")
        return backend
    }

    /// What the backend answered.
    private struct Answer {
        let status: Int
        let body: JSONValue

        /// The error's code; `nil` for success.
        var error: String? { body["error"]?["message"]?.string.map { String($0.prefix { $0 != " " }) } }

        /// The first value of a name: the answer's own, or one inside of it.
        subscript(name: String) -> JSONValue { Self.find(name, in: body) ?? .null }

        private static func find(_ name: String, in value: JSONValue) -> JSONValue? {
            if let own = value[name] { return own }
            let inside = value.array ?? value.object?.members.map(\.value) ?? []
            return inside.lazy.compactMap { find(name, in: $0) }.first
        }
    }

    private static func send(
        _ method: HTTPMethod,
        _ target: String,
        _ body: JSONObject,
        as bearer: String? = nil,
        to backend: TestBackend
    ) async throws -> Answer {
        var fields: HTTPFields = ["Content-Type": "application/json"]
        fields["Authorization"] = bearer.map { "Bearer \($0)" }
        let request = HTTPRequest(method, target: target, fields: fields, body: JSON.serialize(.object(body)))
        let response = try await backend.transport.send(request)
        return Answer(status: response.status, body: (try? JSON.parse(response.bytes)) ?? .null)
    }
}
