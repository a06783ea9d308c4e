import HearthCore
import HearthCrypto
import HearthHTTP
import HearthJSON
import Testing

/// A server whose token endpoint trades assertions of one service account, in front of a backend that believes the
/// emulator's word.
struct TokenIssuer: HTTPTransport {
    static let google = "https://oauth2.googleapis.com/token"

    struct State: Sendable {
        /// The addresses of all requests, in order.
        var addresses: [String] = []
        /// The claims of the assertions that were traded.
        var assertions: [JSONValue] = []
        var forgotten: Set<String> = []
        var refusal: String?
        var lifetime: JSONValue = 3600
    }

    let state = Locked(State())
    let email: String
    let key: RSAPublicKey
    let backend: any HTTPTransport

    var issued: Int { state.withLock(\.assertions.count) }

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        state.withLock { $0.addresses.append((request.origin ?? "") + request.path) }
        if request.path.hasSuffix("/token") { return token(for: request) }
        guard isBelieved(request.fields["Authorization"]) else {
            return answer(
                401,
                ["error": ["code": 401, "message": "Request had invalid credentials.", "status": "UNAUTHENTICATED"]]
            )
        }
        var passed = request
        passed.fields["Authorization"] = "Bearer owner"
        if let host = request.origin?.split(separator: "/").last, host.hasSuffix(".googleapis.com") {
            passed.target = "/" + host + request.target
        }
        return try await backend.send(passed)
    }

    private func isBelieved(_ credential: String?) -> Bool {
        guard let credential, credential.hasPrefix("Bearer ya29."), let number = Int(credential.dropFirst(12)) else {
            return false
        }
        return state.withLock { number <= $0.assertions.count && !$0.forgotten.contains(credential) }
    }

    // As the standard has it: https://www.rfc-editor.org/rfc/rfc7523#section-3
    private func token(for request: HTTPRequest) -> HTTPResponse {
        let form = try? request.form()
        let parts = (form?["assertion"] ?? "").split(separator: ".").map(String.init)
        guard request.method == .post, form?["grant_type"] == "urn:ietf:params:oauth:grant-type:jwt-bearer",
            parts.count == 3, let claims = json(parts[1]), let signature = Base64.decode(Array(parts[2].utf8)),
            json(parts[0])?["alg"] == "RS256", claims["iss"]?.string == email,
            claims["aud"]?.string == (request.origin ?? "") + request.target,
            let start = claims["iat"]?.integer, let end = claims["exp"]?.integer, end > start, end - start <= 3600,
            key.verifyRS256(signature, over: Array((parts[0] + "." + parts[1]).utf8))
        else { return answer(400, ["error": "invalid_grant", "error_description": "Invalid JWT Signature."]) }
        return state.withLock { state in
            if let refusal = state.refusal {
                return answer(
                    400,
                    ["error": .string(refusal), "error_description": "Invalid grant: account not found"]
                )
            }
            state.assertions.append(claims)
            return answer(
                200,
                [
                    "access_token": .string("ya29.\(state.assertions.count)"), "expires_in": state.lifetime,
                    "token_type": "Bearer",
                ]
            )
        }
    }

    private func json(_ part: String) -> JSONValue? {
        Base64.decode(Array(part.utf8)).flatMap { try? JSON.parse($0) }
    }

    private func answer(_ status: Int, _ body: JSONValue) -> HTTPResponse {
        HTTPResponse(status: status, body: .bytes(JSON.serialize(body)))
    }
}
