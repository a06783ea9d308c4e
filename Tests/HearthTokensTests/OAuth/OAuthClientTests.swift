import HearthCore
import HearthCrypto
import HearthHTTP
import HearthJSON
import Testing

@testable import HearthTokens

/// What is sent to a provider for a code, and what is made of its answers.
@Suite("A client of OAuth")
struct OAuthClientTests {
    private static let endpoint = "https://server.example.com/token"
    private static let now = UnixTime(seconds: 1_800_000_000)

    private func client(
        _ authentication: ClientAuthentication,
        _ server: KeyServer,
        id: String = "s6BhdRkqt3"
    ) -> OAuthClient {
        OAuthClient(id, authentication, transport: server)
    }

    private func failure(
        _ answer: String,
        status: Int = 200,
        endpoint: String = OAuthClientTests.endpoint
    ) async -> OAuthError? {
        let server = KeyServer()
        await server.serve(Array(answer.utf8), status: status)
        do throws(OAuthError) {
            _ = try await client(.none, server)
                .exchange("c", at: endpoint, redirectURI: nil, verifier: nil, now: Self.now)
            return nil
        } catch {
            return error
        }
    }

    // The request and the answer of RFC 6749, §4.1.3 and §4.1.4.
    @Test func `exchanges a code as the standard shows`() async throws {
        let server = KeyServer()
        let answer = #"""
            {"access_token":"2YotnFZFEjr1zCsicMWpAA","token_type":"example","expires_in":3600,
             "refresh_token":"tGzv3JOkF0XG5Qx2TlKWIA","example_parameter":"example_value"}
            """#
        await server.serve(Array(answer.utf8))
        let grant = try await client(.basic("gX1fBat3bV"), server).exchange(
            "SplxlOBeZQQYbYS6WxSbIA",
            at: Self.endpoint,
            redirectURI: "https://client.example.com/cb",
            verifier: nil,
            now: Self.now
        )
        #expect(grant.accessToken?.reveal() == "2YotnFZFEjr1zCsicMWpAA" && grant.idToken == nil)
        #expect(grant.refreshToken?.reveal() == "tGzv3JOkF0XG5Qx2TlKWIA")
        let request = try #require(await server.requests.first)
        #expect(request.method == .post && request.origin == "https://server.example.com" && request.target == "/token")
        #expect(request.fields["Authorization"] == "Basic czZCaGRSa3F0MzpnWDFmQmF0M2JW")
        #expect(request.fields["Content-Type"] == "application/x-www-form-urlencoded")
        let form = try request.form()
        #expect(form.all.map(\.name) == ["grant_type", "code", "redirect_uri"])
        #expect(form["grant_type"] == "authorization_code" && form["code"] == "SplxlOBeZQQYbYS6WxSbIA")
        #expect(form["redirect_uri"] == "https://client.example.com/cb")
    }

    // RFC 6749, §2.3.1: identifier and secret are encoded each by itself before they are joined.
    @Test(
        arguments: [
            ("a:b", "c:d", "a%3Ab:c%3Ad"), ("é", " ", "%C3%A9:%20"), ("a+b", "%", "a%2Bb:%25"), ("", "", ":"),
            ("id", "s&c=r?t/", "id:s%26c%3Dr%3Ft%2F"),
        ] as [(String, String, String)]
    )
    func `tells who it is in a header that can be taken apart again`(
        id: String,
        secret: String,
        pair: String
    ) async throws {
        let server = KeyServer()
        await server.serve(Array(#"{"access_token":"t"}"#.utf8))
        _ = try await client(.basic(Secret(secret)), server, id: id)
            .exchange("c", at: Self.endpoint, redirectURI: nil, verifier: nil, now: Self.now)
        let request = try #require(await server.requests.first)
        #expect(request.fields["Authorization"] == "Basic " + Base64.encode(Array(pair.utf8), .standard))
        #expect(try request.form()["client_id"] == nil && request.form()["client_secret"] == nil)
    }

    @Test func `tells who it is in the form, with its secret or without`() async throws {
        for (authentication, secret) in [(ClientAuthentication.none, nil), (.post("s&c=t"), "s&c=t")] {
            let server = KeyServer()
            await server.serve(Array(#"{"id_token":"t"}"#.utf8))
            _ = try await client(authentication, server)
                .exchange("c", at: Self.endpoint, redirectURI: nil, verifier: "v~1", now: Self.now)
            let request = try #require(await server.requests.first)
            let form = try request.form()
            #expect(form["client_id"] == "s6BhdRkqt3" && form["client_secret"] == secret)
            #expect(form["code_verifier"] == "v~1" && form["redirect_uri"] == nil)
            #expect(request.fields["Authorization"] == nil)
        }
    }

    @Test func `signs a secret for Apple that is good for five minutes`() async throws {
        let key = try P256PrivateKey.generate()
        let apple = try AppleClientKey(teamID: "TEAM", keyID: "KEY", pem: key.pem())
        let server = KeyServer()
        await server.serve(Array(#"{"id_token":"t"}"#.utf8))
        _ = try await client(.apple(apple), server, id: "com.example.app")
            .exchange("c", at: "https://appleid.apple.com/auth/token", redirectURI: nil, verifier: nil, now: Self.now)
        let request = try #require(await server.requests.first)
        let form = try request.form()
        #expect(form["client_id"] == "com.example.app")
        let secret = try CompactJWS(try #require(form["client_secret"]))
        #expect(secret.header == ["alg": "ES256", "kid": "KEY", "typ": "JWT"])
        let claims: JSONObject = [
            "iss": "TEAM", "iat": 1_800_000_000, "exp": 1_800_000_300, "aud": "https://appleid.apple.com",
            "sub": "com.example.app",
        ]
        #expect(secret.payload == claims)
        #expect(key.publicKey.verifyES256(secret.signature, over: secret.signedBytes))
    }

    @Test func `gives a token back as RFC 7009 says`() async throws {
        let server = KeyServer()
        await server.serve([])
        try await client(.post("s"), server)
            .revoke("45ghiukldjahdnhzdauz", hint: "refresh_token", at: Self.endpoint, now: Self.now)
        let request = try #require(await server.requests.first)
        let form = try request.form()
        #expect(form.all.map(\.name) == ["token", "token_type_hint", "client_id", "client_secret"])
        #expect(form["token"] == "45ghiukldjahdnhzdauz" && form["token_type_hint"] == "refresh_token")
    }

    // RFC 6749, §5.2; GitHub says the same with status 200.
    @Test(
        arguments: [
            (400, #"{"error":"invalid_grant"}"#, "invalid_grant"),
            (401, #"{"error":"invalid_client"}"#, "invalid_client"),
            (200, #"{"error":"bad_verification_code"}"#, "bad_verification_code"),
            (200, #"{"error":"x","access_token":"t"}"#, "x"), (400, "{}", nil), (400, "<html>", nil), (400, "", nil),
            (499, #"["invalid_grant"]"#, nil), (400, #"{"error":7}"#, nil), (400, #"{"error":""}"#, nil),
            // What is no word is not repeated.
            (400, #"{"error":"a b"}"#, nil), (400, #"{"error":"<script>"}"#, nil), (400, #"{"error":"\u00e9"}"#, nil),
            (400, #"{"error":"a\nb"}"#, nil), (400, #"{"error":"@"}"#, nil), (400, #"{"error":"a\u0301"}"#, nil),
            (400, #"{"error":""# + String(repeating: "e", count: 64) + #""}"#, String(repeating: "e", count: 64)),
            (400, #"{"error":""# + String(repeating: "e", count: 65) + #""}"#, nil),
        ] as [(Int, String, String?)]
    )
    func `tells a refusal by the provider's word`(status: Int, answer: String, code: String?) async {
        let error = await failure(answer, status: status)
        #expect(error?.kind == .refused && error?.serverCode == code)
        #expect(error?.reason == code ?? "no reason given")
    }

    @Test(
        arguments: [
            "", "null", "[]", "{}", #"{"access_token":""}"#, #"{"access_token":7}"#, #"{"refresh_token":"r"}"#,
            #"{"id_token":null,"access_token":null}"#, "access_token=t&scope=", #"{"access_token":"t"}x"#,
            String(repeating: "[", count: 100_000),
        ] as [String]
    )
    func `takes no answer without a token`(answer: String) async {
        #expect(await failure(answer)?.kind == .malformed)
    }

    @Test(arguments: [500, 502, 503, 599, 100, 204, 301, 302, 304] as [Int])
    func `is told nothing by a server that does not answer`(status: Int) async {
        let error = await failure(#"{"access_token":"t","error":"invalid_grant"}"#, status: status)
        #expect(error?.kind == .unreachable && error?.serverCode == nil)
    }

    @Test func `reads no answer beyond 256 KiB, and tells a broken connection`() async {
        let padding = String(repeating: " ", count: 262_145)
        #expect(await failure(#"{"access_token":"t"}"# + padding)?.kind == .unreachable)
        let server = KeyServer()
        await server.fail()
        await #expect(throws: OAuthError.self) {
            try await client(.none, server)
                .exchange("c", at: Self.endpoint, redirectURI: nil, verifier: nil, now: Self.now)
        }
    }

    @Test(
        arguments: [
            "http://server.example.com/token", "", "server.example.com/token", "https://user@server.example.com/token",
            "https://server.example.com/to ken", "https://server.example.com/token\r\nHost: evil.example",
            "ftp://server.example.com/token", "https://server.example.com/token#f",
        ] as [String]
    )
    func `sends no secret to an address that is not safe`(endpoint: String) async {
        let server = KeyServer()
        await #expect(throws: OAuthError.self) {
            try await client(.post("s"), server)
                .exchange("c", at: endpoint, redirectURI: nil, verifier: nil, now: Self.now)
        }
        #expect(await server.requests.isEmpty)
    }
}

/// The address that a browser is sent to.
@Suite("A request for authorization")
struct AuthorizationRequestTests {
    private func request(_ answer: AuthorizationRequest.Answer) -> AuthorizationRequest {
        AuthorizationRequest(
            answer,
            clientID: "s6BhdRkqt3",
            redirectURI: "https://client.example.org/cb?x=1&y",
            scopes: ["openid", "profile"],
            state: "af0ifjsldkj",
            nonce: "n-0S6_WzA2Mj"
        )
    }

    @Test func `asks for a code with the challenge of RFC 7636`() {
        let url = request(.code(challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"))
            .url(at: "https://server.example.com/authorize")
        #expect(
            url == """
                https://server.example.com/authorize?response_type=code\
                &code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=S256\
                &client_id=s6BhdRkqt3&redirect_uri=https%3A%2F%2Fclient.example.org%2Fcb%3Fx%3D1%26y\
                &scope=openid%20profile&state=af0ifjsldkj&nonce=n-0S6_WzA2Mj
                """
        )
    }

    @Test func `asks for an identity token in the fragment, whatever else is wished`() {
        var request = request(.identityToken)
        request.responseMode = "form_post"
        let query = HTTPRequest(.get, target: request.url(at: "https://server.example.com/a")).query
        #expect(query.all.filter { $0.name == "response_mode" }.map(\.value) == ["fragment"])
        #expect(query["response_type"] == "id_token" && query["code_challenge"] == nil)
    }

    @Test(
        arguments: [
            ("https://a.example/x", "https://a.example/x?response_type"),
            ("https://a.example/x?tenant=1", "https://a.example/x?tenant=1&response_type"),
        ] as [(String, String)]
    )
    func `goes behind the query that an endpoint has`(endpoint: String, beginning: String) {
        #expect(request(.code(challenge: "c")).url(at: endpoint).hasPrefix(beginning))
    }

    @Test func `is extended by what an app wishes, and never changed by it`() {
        var request = request(.code(challenge: "c"))
        request.responseMode = "query"
        request.extras = [
            "prompt": "select account", "state": "forged", "client_id": "forged", "redirect_uri": "forged",
            "response_mode": "forged", "code_challenge_method": "plain", "login_hint": "a&b=c", "é": "ü",
        ]
        let query = HTTPRequest(.get, target: request.url(at: "https://server.example.com/a")).query
        #expect(!query.all.contains { $0.value == "forged" || $0.value == "plain" })
        #expect(query["prompt"] == "select account" && query["login_hint"] == "a&b=c" && query["é"] == "ü")
        #expect(query["response_mode"] == "query" && query["state"] == "af0ifjsldkj")
        #expect(Set(query.all.map(\.name)).count == query.all.count)
    }
}
