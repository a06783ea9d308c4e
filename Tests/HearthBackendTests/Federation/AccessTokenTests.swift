import HearthBackend
import HearthCore
import HearthHTTP
import HearthJSON
import HearthTesting
import Testing

@Suite("accounts:signInWithIdp, with an access token alone", .inProcessAndLiveInLongRuns)
struct AccessTokenTests {
    /// A provider with the answers of its API.
    struct Case: Sendable, CustomTestStringConvertible {
        let configuration: ProviderConfiguration
        let answers: [String: JSONValue]
        let subject: String
        var testDescription: String { configuration.providerID }
    }

    static let cases = [
        Case(
            configuration: .google(clientIDs: ["g"]),
            answers: [
                "tokeninfo": ["aud": "g", "sub": "g-1", "email_verified": "true"],
                "userinfo": ["sub": "g-1", "name": "Ada", "email": "ada@gmail.com", "email_verified": true],
            ],
            subject: "g-1"
        ),
        Case(
            configuration: .gitHub(clientID: "gh", secret: "s3cret"),
            answers: [
                "token": ["app": ["client_id": "gh"], "user": ["id": 42]],
                "user": ["id": 42, "login": "ada", "name": "Ada"],
                "emails": [
                    ["email": "old@example.com", "primary": false, "verified": true],
                    ["email": "ada@gmail.com", "primary": true, "verified": true],
                ],
            ],
            subject: "42"
        ),
        Case(
            configuration: .facebook(appID: "77", secret: "s3cret"),
            answers: [
                "debug_token": ["data": ["app_id": "77", "is_valid": true, "user_id": "f-1"]],
                "me": ["id": "f-1", "name": "Ada", "email": "ada@gmail.com"],
            ],
            subject: "f-1"
        ),
        Case(
            configuration: .twitter(consumerKey: "tw", secret: "s3cret"),
            answers: [
                "verify_credentials.json": [
                    "id_str": "t-1", "name": "Ada", "screen_name": "ada", "email": "ada@gmail.com",
                ]
            ],
            subject: "t-1"
        ),
    ]

    private static func signIn(_ example: Case, change: [String: JSONValue] = [:]) async throws -> TestClient.Answer {
        let provider = try FakeProvider()
        for (name, document) in example.answers.merging(change, uniquingKeysWith: { $1 }) {
            provider.answer(name, document)
        }
        let backend = try await TestBackend(outbound: provider) {
            $0.profile = .strict
            $0.providers = [example.configuration]
        }
        let form: FormParameters = ["access_token": "at-1", "oauth_token_secret": "ts-1"]
        return try await TestClient(backend).signIn(example.configuration.providerID, form: form)
    }

    @Test(arguments: cases)
    func `signs in the user that the provider names`(_ example: Case) async throws {
        let answer = try await Self.signIn(example)
        #expect(answer.status == 200, "\(answer.error ?? "")")
        #expect(answer["displayName"] == "Ada")
        #expect(answer["email"] == "ada@gmail.com")
        #expect(answer["oauthAccessToken"] == "at-1")
        let provider = example.configuration.providerID
        #expect(answer.claims["firebase"]?["identities"]?[provider] == [.string(example.subject)])
        #expect(answer["emailVerified"] == .bool(!["facebook.com", "twitter.com"].contains(provider)))
    }

    @Test(
        arguments: [
            (0, "tokeninfo", ["aud": "another", "sub": "g-1"]), (0, "tokeninfo", ["sub": "g-1"]),
            (0, "userinfo", ["sub": "g-2"]), (1, "token", ["app": ["client_id": "another"], "user": ["id": 42]]),
            (1, "token", ["app": ["client_id": "gh"]]), (1, "user", ["id": 43]),
            (2, "debug_token", ["data": ["app_id": "78", "is_valid": true, "user_id": "f-1"]]),
            (2, "debug_token", ["data": ["app_id": "77", "is_valid": false, "user_id": "f-1"]]),
            (2, "debug_token", ["data": ["is_valid": true, "user_id": "f-1"]]), (2, "me", ["id": "f-2"]),
        ] as [(Int, String, JSONValue)]
    )
    func `refuses a token of another app or another user`(
        _ index: Int,
        _ endpoint: String,
        _ document: JSONValue
    ) async throws {
        let answer = try await Self.signIn(Self.cases[index], change: [endpoint: document])
        #expect(
            answer.error == "INVALID_IDP_RESPONSE : The access token is not valid, or was given to another app."
        )
    }

    @Test(arguments: cases, [(401, 400), (404, 400), (302, 503), (500, 503)])
    func `tells a refusal from an outage`(_ example: Case, _ status: (theirs: Int, ours: Int)) async throws {
        let provider = try FakeProvider()
        for name in example.answers.keys { provider.answer(name, [:], status: status.theirs) }
        let backend = try await TestBackend(outbound: provider) {
            $0.profile = .strict
            $0.providers = [example.configuration]
        }
        let form: FormParameters = ["access_token": "at-1", "oauth_token_secret": "ts-1"]
        let answer = try await TestClient(backend).signIn(example.configuration.providerID, form: form)
        #expect(answer.status == status.ours)
    }

    @Test func `a token of Twitter's needs its secret`() async throws {
        let provider = try FakeProvider()
        for (name, document) in Self.cases[3].answers { provider.answer(name, document) }
        let backend = try await TestBackend(outbound: provider) {
            $0.profile = .strict
            $0.providers = [Self.cases[3].configuration]
        }
        let client = TestClient(backend)
        let answer = try await client.signIn("twitter.com", form: ["access_token": "at-1"])
        #expect(answer.error?.hasPrefix("INVALID_IDP_RESPONSE : ") == true)
        _ = try await client.signIn("twitter.com", form: ["access_token": "at-1", "oauth_token_secret": "ts-1"])
        let asked = try #require(provider.last("verify_credentials.json"))
        #expect(asked.request.fields["authorization"]?.hasPrefix("OAuth oauth_consumer_key=\"tw\"") == true)
        let page = try await client.user(
            "accounts:createAuthUri",
            ["providerId": "twitter.com", "continueUri": "http://localhost/after"]
        )
        #expect(page.status == 501 && page.error?.contains("access token") == true)
    }

    @Test func `signs in without an address that GitHub does not tell`() async throws {
        let provider = try FakeProvider()
        for (name, document) in Self.cases[1].answers { provider.answer(name, document) }
        provider.answer("emails", [:], status: 404)
        let backend = try await TestBackend(outbound: provider) {
            $0.profile = .strict
            $0.providers = [Self.cases[1].configuration]
        }
        let answer = try await TestClient(backend).signIn("github.com", form: ["access_token": "at-1"])
        #expect(answer.status == 200)
        #expect(answer["email"] == nil)
    }

    @Test func `says that a provider takes no access token`() async throws {
        let provider = try FakeProvider()
        let backend = try await TestBackend(outbound: provider) {
            $0.profile = .strict
            $0.providers = [.apple(clientIDs: ["com.example.app"])]
        }
        let answer = try await TestClient(backend).signIn("apple.com", form: ["access_token": "at-1"])
        #expect(answer.status == 501)
    }

    @Test func `trades a code of GitHub's for a user`() async throws {
        let provider = try FakeProvider()
        for (name, document) in Self.cases[1].answers where name != "token" { provider.answer(name, document) }
        provider.answer("access_token", ["access_token": "at-1", "token_type": "bearer"])
        provider.answer("token", Self.cases[1].answers["token"] ?? [:])
        let backend = try await TestBackend(outbound: provider) {
            $0.profile = .strict
            $0.providers = [Self.cases[1].configuration]
        }
        let client = TestClient(backend)
        let begun = try await client.user(
            "accounts:createAuthUri",
            ["providerId": "github.com", "continueUri": "http://localhost/cb"]
        )
        let page = HTTPRequest(.get, target: begun["authUri"]?.text ?? "")
        #expect(page.path == "https://github.com/login/oauth/authorize")
        #expect(page.query["scope"] == "read:user user:email")
        let answer: FormParameters = ["code": "c", "state": page.query["state"] ?? ""]
        let user = try await client.user(
            "accounts:signInWithIdp",
            [
                "requestUri": .string("http://localhost/cb?" + answer.encoded), "postBody": "providerId=github.com",
                "sessionId": .string(begun["sessionId"]?.text ?? ""),
            ]
        )
        #expect(user.status == 200, "\(user.error ?? "")")
        #expect(user["screenName"] == "ada")
    }
}
