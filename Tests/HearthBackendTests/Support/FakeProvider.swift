import HearthBackend
import HearthCore
import HearthCrypto
import HearthHTTP
import HearthJSON
import HearthTokens

/// An OpenID provider with a page, codes and tokens, at any issuer: `FakeIssuer` with what comes before the token.
final class FakeProvider: HTTPTransport {
    /// What a code is good for.
    struct Grant: Sendable {
        let question: FormParameters
        let claims: JSONObject
    }

    struct State: Sendable {
        var grants: [String: Grant] = [:]
        /// What the endpoints were asked, by the last part of their path.
        var calls: [(name: String, request: HTTPRequest, form: FormParameters)] = []
        /// What an endpoint answers instead of the truth.
        var answers: [String: HTTPResponse] = [:]
        var serial = 0
        /// Whether the signature is a stranger's.
        var isForged = false
        /// What is left out of token answers, or put there.
        var changes: JSONValue = [:]
    }

    let issuer: FakeIssuer
    let state = Locked(State())
    /// How clients show who they are; `nil` accepts everybody.
    let secret: String?

    init(secret: String? = "s3cret") throws {
        issuer = try FakeIssuer()
        self.secret = secret
    }

    /// How often an endpoint was asked.
    func count(_ name: String) -> Int {
        state.withLock { $0.calls.count { $0.name == name } }
    }

    /// The last question that an endpoint was asked.
    func last(_ name: String) -> (name: String, request: HTTPRequest, form: FormParameters)? {
        state.withLock { $0.calls.last { $0.name == name } }
    }

    /// What an endpoint answers instead of the truth.
    func answer(_ name: String, _ document: JSONValue, status: Int = 200) {
        let response = HTTPResponse(status: status, body: .bytes(JSON.serialize(document)))
        state.withLock { $0.answers[name] = response }
    }

    /// Plays the user and the browser: signs in at the page, and tells where the browser comes back to.
    func visit(_ url: String, issuer: String, sub: String, at now: UnixTime, _ more: JSONValue = [:]) throws -> String {
        let question = HTTPRequest(.get, target: url).query
        var claims = JSONObject()
        claims["iss"] = .string(issuer)
        claims["aud"] = .string(question["client_id"] ?? "")
        claims["sub"] = .string(sub)
        claims["iat"] = .integer(now.seconds)
        claims["exp"] = .integer(now.seconds + 600)
        claims["nonce"] = .string(question["nonce"] ?? "")
        for member in more.object?.members ?? [] {
            claims[member.name] = member.value == .null ? Optional<JSONValue>.none : member.value
        }
        let code = state.withLock { state in
            state.serial += 1
            state.grants["code-\(state.serial)"] = Grant(question: question, claims: claims)
            return "code-\(state.serial)"
        }
        let answer: FormParameters = ["code": code, "state": question["state"] ?? ""]
        return "\(question["redirect_uri"] ?? "")?\(answer.encoded)"
    }

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        let name = String(request.path.split(separator: "/").last ?? "")
        let form = FormParameters(decoding: String(decoding: request.body, as: UTF8.self))
        let answer = state.withLock { state in
            state.calls.append((name, request, form))
            return state.answers[name]
        }
        if let answer { return answer }
        switch name {
        case "token": return trade(form, request.fields)
        case "revoke": return HTTPResponse(status: 200)
        case "openid-configuration", "keys": return try await issuer.send(request)
        default: return HTTPResponse(status: 404)
        }
    }

    private func trade(_ form: FormParameters, _ fields: HTTPFields) -> HTTPResponse {
        guard isClient(form, fields) else { return Self.refusal("invalid_client") }
        let (grant, isForged, changes) = state.withLock { state in
            (state.grants.removeValue(forKey: form["code"] ?? ""), state.isForged, state.changes)
        }
        guard let grant, grant.question["redirect_uri"] == form["redirect_uri"] else {
            return Self.refusal("invalid_grant")
        }
        let challenge = Base64.encode(Digest.sha256.hash(Array((form["code_verifier"] ?? "").utf8)))
        guard challenge == grant.question["code_challenge"] else { return Self.refusal("invalid_grant") }
        guard let token = try? issuer.token(grant.claims, isForged: isForged) else {
            return HTTPResponse(status: 500)
        }
        var document = JSONObject()
        document["access_token"] = "access-1"
        document["id_token"] = .string(token)
        for member in changes.object?.members ?? [] {
            document[member.name] = member.value == .null ? Optional<JSONValue>.none : member.value
        }
        return HTTPResponse(status: 200, body: .bytes(JSON.serialize(.object(document))))
    }

    private func isClient(_ form: FormParameters, _ fields: HTTPFields) -> Bool {
        guard let secret else { return true }
        if form["client_secret"] == secret { return true }
        let pair = Base64.encode(Array("app:\(secret)".utf8), .standard)
        return fields["Authorization"] == "Basic \(pair)"
    }

    private static func refusal(_ code: String) -> HTTPResponse {
        HTTPResponse(status: 400, body: .bytes(JSON.serialize(["error": .string(code)])))
    }
}
