import HearthBackend
import HearthCore
import HearthHTTP
import HearthJSON
import HearthTesting
import HearthTokens
import Testing

@Suite("accounts:signInWithIdp, with a code", .inProcessAndLive)
struct CodeFlowTests {
    static let issuer = "https://sso.example.com"
    static let back = "http://localhost:4000/callback"

    /// A strict backend that trades codes with one provider.
    struct Bench {
        let provider: FakeProvider
        let backend: TestBackend
        let client: TestClient

        init(
            _ authentication: ClientAuthentication = .post("s3cret"),
            provider: FakeProvider? = nil,
            _ change: (inout ProviderConfiguration) -> Void = { _ in }
        ) async throws {
            let provider = try provider ?? FakeProvider()
            var configuration = ProviderConfiguration.openID("oidc.staff", issuer: issuer, clientIDs: ["app"])
            configuration.clientAuthentication = authentication
            change(&configuration)
            self.provider = provider
            backend = try await TestBackend(outbound: provider) { [configuration] in
                $0.profile = .strict
                $0.providers = [configuration]
            }
            client = TestClient(backend)
        }

        /// Asks for the provider's page.
        func begin(_ more: JSONValue = [:]) async throws -> (page: String, session: String) {
            var body = JSONObject()
            body["providerId"] = "oidc.staff"
            body["continueUri"] = .string(CodeFlowTests.back)
            for member in more.object?.members ?? [] { body[member.name] = member.value }
            let answer = try await client.user("accounts:createAuthUri", .object(body))
            return (try #require(answer["authUri"]?.string, "\(answer.error ?? "")"), answer["sessionId"]?.text ?? "")
        }

        /// Signs in at the page.
        func visit(_ page: String, sub: String = "u1", _ more: JSONValue = [:]) throws -> String {
            try provider.visit(page, issuer: CodeFlowTests.issuer, sub: sub, at: backend.clock.now, more)
        }

        /// Shows what the browser brought back.
        func finish(_ address: String, _ session: String?, form: String = "") async throws -> TestClient.Answer {
            var body: [String: JSONValue] = ["requestUri": .string(address), "postBody": .string(form)]
            if let session { body["sessionId"] = .string(session) }
            return try await client.user("accounts:signInWithIdp", JSONValue(body))
        }
    }

    static let unknownCode = "INVALID_IDP_RESPONSE : The code is not of this session, or was used before."

    @Test(arguments: [true, false])
    func `signs in with what a code is good for`(_ isBasic: Bool) async throws {
        let bench = try await Bench(isBasic ? .basic("s3cret") : .post("s3cret"))
        let (page, session) = try await bench.begin(["oauthScope": "groups email"])
        let question = HTTPRequest(.get, target: page).query
        #expect(page.hasPrefix("https://sso.example.com/authorize?"))
        #expect(question["response_type"] == "code")
        #expect(question["code_challenge_method"] == "S256")
        #expect(question["scope"] == "openid email profile groups")
        #expect(question["client_secret"] == nil)
        #expect((question["state"]?.count ?? 0) >= 22 && session.count >= 22)
        let answer = try await bench.finish(try bench.visit(page, ["name": "Ada"]), session)
        #expect(answer.status == 200, "\(answer.error ?? "")")
        #expect(answer["displayName"] == "Ada")
        #expect(answer["oauthAccessToken"] == "access-1")
        #expect(answer.claims["firebase"]?["sign_in_provider"] == "oidc.staff")
    }

    @Test func `takes no token in place of the code`() async throws {
        let bench = try await Bench()
        let (page, session) = try await bench.begin()
        let address = try bench.visit(page)
        for form in ["providerId=oidc.staff&id_token=a.b.c", "providerId=oidc.staff&access_token=a"] {
            let answer = try await bench.finish("http://localhost:4000/callback", session, form: form)
            #expect(
                answer.error
                    == "INVALID_IDP_RESPONSE : The sign-in was begun with a code, and has to end with one."
            )
        }
        #expect(try await bench.finish(address, session).status == 200)
    }

    @Test func `believes one of fifty who bring the same code at once`() async throws {
        let bench = try await Bench()
        let (page, session) = try await bench.begin()
        let address = try bench.visit(page)
        let answers = try await atOnce(50) { try await bench.finish(address, session) }
        #expect(answers.count { $0.status == 200 } == 1)
        #expect(answers.count { $0.error == Self.unknownCode } == 49)
        #expect(bench.provider.count("token") == 1)
    }

    @Test func `refuses a code of another session, and of none`() async throws {
        let bench = try await Bench()
        let (mine, session) = try await bench.begin()
        let (theirs, _) = try await bench.begin()
        let stolen = try bench.visit(theirs)
        #expect(try await bench.finish(stolen, session).error == Self.unknownCode)
        #expect(
            try await bench.finish(stolen, nil).error == "INVALID_IDP_RESPONSE : The session of the code is missing."
        )
        #expect(try await bench.finish(stolen, "invented").error == Self.unknownCode)
        // The first try was the only one.
        #expect(try await bench.finish(try bench.visit(mine), session).error == Self.unknownCode)
        #expect(bench.provider.count("token") == 0)
    }

    @Test(arguments: [
        "http://localhost:4000/elsewhere", "http://127.0.0.1:4000/callback", "https://localhost:4000/callback",
    ])
    func `refuses an answer that came to another address`(_ place: String) async throws {
        let bench = try await Bench()
        let (page, session) = try await bench.begin()
        let address = try bench.visit(page).replacing(Self.back, with: place)
        #expect(try await bench.finish(address, session).error == Self.unknownCode)
    }

    @Test func `refuses a code after ten minutes`() async throws {
        let bench = try await Bench()
        let (page, session) = try await bench.begin()
        bench.backend.clock.advance(by: .minutes(10))
        #expect(try await bench.finish(try bench.visit(page), session).error == Self.unknownCode)
    }

    @Test(
        arguments: [
            (["aud": "another-app"], "INVALID_IDP_RESPONSE"),
            (["iss": "https://evil.example.com"], "INVALID_IDP_RESPONSE"),
            (["exp": 1_000_600, "iat": 1_000_000], "INVALID_IDP_RESPONSE"),
            (["nonce": "another"], "MISSING_OR_INVALID_NONCE"), (["nonce": .null], "MISSING_OR_INVALID_NONCE"),
            (["sub": ""], "INVALID_IDP_RESPONSE"),
        ] as [(JSONValue, String)]
    )
    func `believes no token that is not for this session`(_ claims: JSONValue, _ error: String) async throws {
        let bench = try await Bench()
        let (page, session) = try await bench.begin()
        let answer = try await bench.finish(try bench.visit(page, claims), session)
        #expect(answer.status == 400)
        #expect(answer.error?.hasPrefix(error) == true)
    }

    @Test func `believes no token that someone else signed`() async throws {
        let bench = try await Bench()
        bench.provider.state.withLock { $0.isForged = true }
        let (page, session) = try await bench.begin()
        let answer = try await bench.finish(try bench.visit(page), session)
        #expect(answer.error == "INVALID_IDP_RESPONSE : The ID Token is not valid.")
    }

    @Test(
        arguments: [
            (400, ["error": "invalid_grant"], 400, "The provider did not accept the code: invalid_grant."),
            (400, ["error": "<script>"], 400, "The provider did not accept the code."),
            (
                200, ["error": "bad_verification_code"], 400,
                "The provider did not accept the code: bad_verification_code."
            ),
            (200, ["token_type": "bearer"], 400, "The provider did not accept the code."),
            (200, [], 400, "The provider did not accept the code."), (302, [:], 503, nil), (500, [:], 503, nil),
        ] as [(Int, JSONValue, Int, String?)]
    )
    func `tells what came of the exchange`(_ status: Int, _ document: JSONValue, _ expected: Int, _ words: String?)
        async throws
    {
        let bench = try await Bench()
        bench.provider.answer("token", document, status: status)
        let (page, session) = try await bench.begin()
        let answer = try await bench.finish(try bench.visit(page), session)
        #expect(answer.status == expected)
        if let words { #expect(answer.error == "INVALID_IDP_RESPONSE : \(words)") }
    }

    @Test func `refuses to go on with a wrong secret`() async throws {
        let bench = try await Bench(.post("wrong"))
        let (page, session) = try await bench.begin()
        let answer = try await bench.finish(try bench.visit(page), session)
        #expect(answer.error == "INVALID_IDP_RESPONSE : The provider did not accept the code: invalid_client.")
    }

    @Test(
        arguments: [
            ("access_denied", "USER_CANCELLED"),
            ("login_required", "INVALID_IDP_RESPONSE : The provider did not sign the user in: login_required."),
            ("%3Cb%3E", "INVALID_IDP_RESPONSE : The provider did not sign the user in."),
        ]
    )
    func `passes the provider's refusal on`(_ error: String, _ expected: String) async throws {
        let bench = try await Bench()
        let (page, session) = try await bench.begin()
        let state = HTTPRequest(.get, target: page).query["state"] ?? ""
        let answer = try await bench.finish("\(Self.back)?error=\(error)&state=\(state)", session)
        #expect(answer.error == expected)
    }

    @Test(arguments: [Self.issuer, "https://evil.example.com", nil])
    func `wants the issuer's name where the provider promises it`(_ issuer: String?) async throws {
        let bench = try await Bench()
        bench.provider.answer(
            "openid-configuration",
            [
                "issuer": .string(Self.issuer), "jwks_uri": "https://sso.example.com/keys",
                "authorization_endpoint": "https://sso.example.com/authorize",
                "token_endpoint": "https://sso.example.com/token",
                "authorization_response_iss_parameter_supported": true,
            ]
        )
        let (page, session) = try await bench.begin()
        var address = try bench.visit(page)
        if let issuer { address += "&iss=" + PercentEncoding.encode(issuer) }
        let answer = try await bench.finish(address, session)
        #expect((answer.status == 200) == (issuer == Self.issuer))
    }

    @Test(
        arguments: [
            ("token_endpoint", "http://127.0.0.1:9099/admin"), ("token_endpoint", "http://169.254.169.254/latest"),
            ("authorization_endpoint", "file:///etc/passwd"), ("jwks_uri", "http://[::1]/keys"),
            ("token_endpoint", "https://user@sso.example.com/token"),
        ]
    )
    func `calls no address of the inner network that a provider names`(_ name: String, _ url: String) async throws {
        let bench = try await Bench()
        var document: JSONObject = [
            "issuer": .string(Self.issuer), "jwks_uri": "https://sso.example.com/keys",
            "authorization_endpoint": "https://sso.example.com/authorize",
            "token_endpoint": "https://sso.example.com/token",
        ]
        document[name] = .string(url)
        bench.provider.answer("openid-configuration", .object(document))
        let answer = try await bench.client.user(
            "accounts:createAuthUri",
            ["providerId": "oidc.staff", "continueUri": .string(Self.back)]
        )
        #expect(answer.status == 503)
        #expect(bench.provider.count("token") + bench.provider.count("keys") == 0)
    }

    @Test func `lets the app change nothing that the page must be asked`() async throws {
        let bench = try await Bench()
        let (page, _) = try await bench.begin([
            "customParameter": ["prompt": "login", "redirect_uri": "https://evil", "state": "x"],
            "sessionId": "short",
        ])
        let question = HTTPRequest(.get, target: page).query
        #expect(question["prompt"] == "login")
        #expect(question["redirect_uri"] == Self.back)
        #expect(question.all.count { $0.name == "state" } == 1)
    }

    @Test(arguments: ["https://evil.example.com/cb", "javascript:alert(1)", "https://localhost@evil/", "//localhost"])
    func `sends no one back to a stranger`(_ url: String) async throws {
        let bench = try await Bench()
        let answer = try await bench.client.user(
            "accounts:createAuthUri",
            ["providerId": "oidc.staff", "continueUri": .string(url)]
        )
        #expect(answer.status == 400)
        #expect(["UNAUTHORIZED_DOMAIN", "INVALID_CONTINUE_URI"].contains { answer.error?.hasPrefix($0) == true })
    }

    @Test func `refuses an endpoint in the clear at the start`() async throws {
        let error = await #expect(throws: BackendError.self) {
            _ = try await Bench { $0.tokenEndpoint = "http://sso.example.com/token" }
        }
        #expect(error?.code == .configuration)
    }

    @Test func `takes the answer as a form too, with the name that Apple tells once`() async throws {
        let bench = try await Bench()
        let (page, session) = try await bench.begin()
        let query = HTTPRequest(.get, target: try bench.visit(page)).query
        var form = query
        form.append("user", #"{"name":{"firstName":"Ada","lastName":"Lovelace"}}"#)
        let answer = try await bench.finish(Self.back, session, form: form.encoded)
        #expect(answer["displayName"] == "Ada Lovelace")
    }
}
