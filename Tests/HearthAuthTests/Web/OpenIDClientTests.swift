import HearthAuth
import HearthCore
import HearthHTTP
import HearthJSON
import HearthTestSupport
import Testing

@Suite("OpenIDClient")
struct OpenIDClientTests {
    static let issuer = "https://sso.example.com"

    /// A provider's documents and endpoints, each with a prepared answer.
    final class Provider: HTTPTransport {
        let form = Locked(FormParameters())
        let answer: (status: Int, document: JSONValue)?
        let isNaming: Bool

        init(_ answer: (status: Int, document: JSONValue)?, isNaming: Bool = false) {
            self.answer = answer
            self.isNaming = isNaming
        }

        func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
            var document: JSONValue = [
                "issuer": .string(issuer), "jwks_uri": "https://sso.example.com/keys",
                "authorization_endpoint": "https://sso.example.com/authorize",
                "token_endpoint": "https://sso.example.com/token",
                "authorization_response_iss_parameter_supported": .bool(isNaming),
            ]
            guard request.target == "/token" else {
                return HTTPResponse(status: 200, body: .bytes(JSON.serialize(document)))
            }
            form.withLock { $0 = FormParameters(decoding: String(decoding: request.body, as: UTF8.self)) }
            guard let answer else { throw TransportError(.unreachable) }
            document = answer.document
            return HTTPResponse(status: answer.status, body: .bytes(JSON.serialize(document)))
        }
    }

    private func credential(
        _ provider: Provider,
        issuer: String = issuer,
        _ answer: @escaping @Sendable (_ question: FormParameters) -> FormParameters = {
            ["code": "c", "state": $0["state"] ?? ""]
        }
    ) async throws(AuthError) -> (question: FormParameters, credential: AuthCredential) {
        let client = try OpenIDClient(issuer: issuer, clientID: "app", transport: provider)
        let asked = Locked(FormParameters())
        let credential = try await client.credential(
            for: "oidc.staff",
            using: ScriptedBrowser { page in
                let question = HTTPRequest(.get, target: page).query
                asked.withLock { $0 = question }
                return "http://127.0.0.1:4000/callback?\(answer(question).encoded)"
            }
        )
        return (asked.withLock(\.self), credential)
    }

    @Test func `signs in with the token that a code is good for`() async throws {
        let provider = Provider((200, ["id_token": "t.o.k", "access_token": "at"]))
        let (question, credential) = try await credential(provider)
        #expect(question["response_type"] == "code" && question["code_challenge_method"] == "S256")
        #expect(question["redirect_uri"] == "http://127.0.0.1:4000/callback")
        #expect(question["scope"] == "openid email profile")
        let form = provider.form.withLock(\.self)
        #expect(form["client_id"] == "app" && form["client_secret"] == nil)
        #expect(form["redirect_uri"] == question["redirect_uri"])
        let verifier = try #require(form["code_verifier"])
        #expect(verifier.count >= 43)
        // The service gets the text whose hash the provider was given.
        let fixture = Fixture()
        _ = await failure { () throws(AuthError) in try await fixture.auth.signIn(with: credential) }
        let sent = FormParameters(decoding: fixture.service.calls.last?.body["postBody"]?.string ?? "")
        #expect(sent["id_token"] == "t.o.k" && sent["access_token"] == "at")
        #expect(Nonce(raw: sent["nonce"] ?? "").sha256 == question["nonce"])
    }

    @Test(
        arguments: [
            ["code": "c", "state": "another"], ["code": "c"],
        ] as [FormParameters]
    )
    func `trades no code of another question`(_ answer: FormParameters) async {
        let provider = Provider((200, ["id_token": "t.o.k"]))
        let error = await failure { () throws(AuthError) in try await credential(provider) { _ in answer } }
        #expect(error?.code == .webSignInUserInteractionFailure)
        #expect(provider.form.withLock(\.all).isEmpty)
    }

    @Test(arguments: [issuer, "https://evil.example.com", nil])
    func `wants the provider's name where it promises one`(_ name: String?) async {
        let provider = Provider((200, ["id_token": "t.o.k"]), isNaming: true)
        let error = await failure { () throws(AuthError) in
            try await credential(provider) { question in
                var answer: FormParameters = ["code": "c", "state": question["state"] ?? ""]
                if let name { answer.append("iss", name) }
                return answer
            }
        }
        #expect((error == nil) == (name == Self.issuer))
    }

    @Test(
        arguments: [
            ((400, ["error": "invalid_grant"]), AuthError.Code.webSignInUserInteractionFailure),
            ((200, ["access_token": "at"]), .webSignInUserInteractionFailure),
            ((500, [:]), .networkError), (nil, .networkError),
        ] as [((status: Int, document: JSONValue)?, AuthError.Code)]
    )
    func `tells why there is no token`(_ answer: (status: Int, document: JSONValue)?, _ code: AuthError.Code) async {
        let error = await failure { () throws(AuthError) in try await credential(Provider(answer)) }
        #expect(error?.code == code)
    }

    @Test(arguments: ["http://sso.example.com", "file:///x", "", "https://a@b"])
    func `asks no issuer in the clear`(_ issuer: String) async {
        let error = await failure { () throws(AuthError) in try await credential(Provider(nil), issuer: issuer) }
        #expect(error?.code == .invalidRequest)
    }

    @Test func `believes no document of another issuer`() async {
        let error = await failure { () throws(AuthError) in
            try await credential(Provider(nil), issuer: "https://other.example.com")
        }
        #expect(error?.code == .invalidProviderID)
    }
}
