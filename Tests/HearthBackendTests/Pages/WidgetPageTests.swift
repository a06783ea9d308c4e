import HearthBackend
import HearthCore
import HearthCrypto
import HearthHTTP
import HearthJSON
import HearthTesting
import Testing

@Suite("GET /emulator/auth/handler", .inProcessAndLiveInLongRuns)
struct WidgetPageTests {
    private static let attack = #""'><script>alert(1)</script><img src=x onerror=alert(1)>{{7*7}}${7}\"#
    private static let base: FormParameters = [
        "apiKey": "k", "appName": "app", "authType": "signInViaPopup", "providerId": "google.com", "eventId": "e1",
    ]

    private func page(_ client: TestClient, _ query: FormParameters) async throws -> (status: Int, text: String) {
        let answer = try await client.send(.get, "/emulator/auth/handler?\(query.encoded)")
        return (answer.status, String(decoding: answer.bytes, as: UTF8.self))
    }

    @Test func `lists the accounts of the provider and of no other`() async throws {
        let client = TestClient(try await TestBackend())
        _ = try await client.signIn("google.com", claims: ["sub": "1", "name": "Ada", "email": "ada@example.com"])
        _ = try await client.signIn("apple.com", claims: ["sub": "2", "name": "Hedwig"])
        let (status, text) = try await page(client, Self.base)
        #expect(status == 200)
        #expect(text.contains("<title>Auth Emulator IDP Login Widget</title>"))
        #expect(text.contains("ada@example.com"))
        #expect(!text.contains("Hedwig"))
        for id in [
            "accounts-list", "email-input", "display-name-input", "screen-name-input", "profile-photo-input",
            "autogen-button", "sign-in", "back-button", "main-form",
        ] {
            #expect(text.contains(#"id="\#(id)""#))
        }
        #expect(text.contains("class=\"js-reuse-account\"") && text.contains("class=\"js-new-account\""))
    }

    @Test(
        arguments: [
            "apiKey", "appName", "authType", "providerId", "eventId", "tid", "redirectUrl", "clientId", "appId", "apn",
            "ibi", "scopes", "customParameters", "error", "v",
        ]
    )
    func `escapes what a parameter says`(_ name: String) async throws {
        let client = TestClient(try await TestBackend())
        var query: FormParameters = [name: Self.attack]
        for parameter in Self.base.all where parameter.name != name { query.append(parameter.name, parameter.value) }
        let (_, text) = try await page(client, query)
        #expect(!text.contains("<script>alert"))
        #expect(!text.contains("<img"))
        let relay = try await client.send(.get, "/emulator/auth/iframe?\(query.encoded)")
        #expect(!String(decoding: relay.bytes, as: UTF8.self).contains("<script>alert"))
    }

    @Test(arguments: ["name", "picture", "screen_name", "email", "sub"])
    func `escapes what is stored`(_ claim: String) async throws {
        let client = TestClient(try await TestBackend())
        var claims = JSONObject()
        claims["sub"] = "1"
        claims[claim] = .string(claim == "email" ? #""><script>alert(1)</script>@example.com"# : Self.attack)
        let user = try await client.signIn("google.com", claims: .object(claims))
        #expect(user.status == 200)
        let (_, text) = try await page(client, Self.base)
        #expect(text.contains("js-reuse-account"))
        #expect(text.contains("&lt;script&gt;alert"))
        #expect(!text.contains("<script>alert"))
        #expect(!text.contains("<img"))
    }

    @Test(arguments: ["handler", "iframe"])
    func `runs its own script and no other`(_ name: String) async throws {
        let client = TestClient(try await TestBackend())
        let answer = try await client.send(.get, "/emulator/auth/\(name)?\(Self.base.encoded)")
        let policy = try #require(answer.fields["Content-Security-Policy"])
        let text = String(decoding: answer.bytes, as: UTF8.self)
        let start = try #require(text.firstRange(of: "<script>")).upperBound
        let end = try #require(text[start...].firstRange(of: "</script>")).lowerBound
        let digest = Base64.encode(Digest.sha256.hash(Array(text[start..<end].utf8)), .standard)
        #expect(policy.contains("script-src 'sha256-\(digest)'"))
        #expect(policy.hasPrefix("default-src 'none'"))
        #expect(!policy.contains("unsafe"))
        #expect(policy.contains("frame-ancestors 'none'") == (name == "handler"))
        #expect(answer.fields["Referrer-Policy"] == "no-referrer")
        #expect(answer.fields["Cache-Control"] == "no-store")
        // Nothing from elsewhere but the one script that the official client's other half makes necessary.
        let foreign = text.split(separator: "\"").filter { $0.hasPrefix("http") && !$0.contains("localhost") }
        #expect(foreign == (name == "iframe" ? ["https://apis.google.com/js/api.js"] : []))
    }

    @Test(
        arguments: [
            (["redirectUrl": "http://localhost:3000/done"], 200),
            (["redirectUrl": "https://127.0.0.1/"], 200),
            (["redirectUrl": "https://evil.example/"], 400),
            (["redirectUrl": "https://localhost@evil.example/"], 400),
            (["redirectUrl": "https://localhost.evil.example/"], 400),
            (["redirectUrl": "//evil.example"], 400),
            (["redirectUrl": "https:evil.example"], 400),
            (["redirectUrl": "https://evil.example\\@localhost/"], 400),
            (["redirectUrl": "javascript:alert(1)"], 400),
            (["redirectUrl": "data:text/html,x"], 400),
            (["redirectUrl": "https://loc\u{0430}lhost/"], 400),
            ([:], 400),
            (["ibi": "com.example.app", "clientId": "1.apps.googleusercontent.com"], 200),
            (["ibi": "com.example.app", "appId": "1:2:ios:3"], 200),
            (["ibi": "com.example.app"], 200),
            (["ibi": "javascript"], 400),
            (["ibi": "javascript:alert(1)//."], 400),
            (["ibi": "x", "clientId": "https"], 400),
            (["apn": "com.example.app"], 200),
            (["apn": "com.example.app;end;"], 400),
            (["apn": "x"], 400),
        ] as [(FormParameters, Int)]
    )
    func `leads back to the project's hosts and to apps only, by production's rules`(
        _ way: FormParameters,
        _ status: Int
    ) async throws {
        let client = TestClient(try await TestBackend { $0.profile = .strict })
        var query: FormParameters = [
            "apiKey": "k", "appName": "app", "authType": "signInViaRedirect", "providerId": "google.com",
        ]
        for parameter in way.all { query.append(parameter.name, parameter.value) }
        #expect(try await page(client, query).status == status)
    }

    @Test(
        arguments: [
            ("http://192.168.1.20:5173/", 200), ("http://web:3000/done", 200), ("http://[::1]:3000/", 200),
            ("capacitor://localhost/done", 200), ("com.example.app://done", 200), ("javascript:alert(1)", 400),
            ("javascript://localhost/%0Aalert(1)", 400), ("data:text/html,x", 400), ("vbscript://x/y", 400),
            ("https://evil.example\\@localhost/", 400), ("//evil.example", 400),
        ]
    )
    func `leads back to any page that an app may have, as the official emulator does`(
        _ url: String,
        _ status: Int
    ) async throws {
        let query: FormParameters = [
            "apiKey": "k", "appName": "app", "authType": "signInViaRedirect", "providerId": "google.com",
            "redirectUrl": url,
        ]
        #expect(try await page(TestClient(try await TestBackend()), query).status == status)
    }

    // The JavaScript SDK makes such identifiers when a signed-in user links or proves a provider by redirect.
    @Test(arguments: ["Hk3xYz:::0815", "a b&c=d", "\"><b>", String(repeating: "e", count: 1024)])
    func `takes whatever a client calls its event`(_ identifier: String) async throws {
        var query: FormParameters = ["eventId": identifier]
        for parameter in Self.base.all where parameter.name != "eventId" {
            query.append(parameter.name, parameter.value)
        }
        let (status, text) = try await page(TestClient(try await TestBackend()), query)
        #expect(status == 200)
        #expect(!text.contains("<b>"))
        if !identifier.contains("\"") { #expect(text.contains(identifier.replacing("&", with: "&amp;"))) }
    }

    @Test(
        arguments: [
            (["clientId": "1.apps.googleusercontent.com"], "com.googleusercontent.apps.1://firebaseauth/link"),
            (["appId": "1:2:ios:3"], "app-1-2-ios-3://firebaseauth/link"),
            ([:], "com.example.app://google/link"),
        ] as [(FormParameters, String)]
    )
    func `opens an app on an Apple platform by its own scheme`(_ app: FormParameters, _ link: String) async throws {
        let client = TestClient(try await TestBackend())
        var query: FormParameters = ["apiKey": "k", "authType": "signInViaRedirect", "providerId": "google.com"]
        query.append("ibi", "com.example.app")
        for parameter in app.all { query.append(parameter.name, parameter.value) }
        #expect(try await page(client, query).text.contains("data-return=\"apple\" data-target=\"\(link)\""))
    }

    @Test func `is the address that the emulator answers for a provider`() async throws {
        let client = TestClient(try await TestBackend())
        let answer = try await client.user(
            "accounts:createAuthUri",
            ["providerId": "github.com", "continueUri": "http://localhost/done"]
        )
        let url = try #require(answer["authUri"]?.string)
        #expect(answer["sessionId"]?.text.isEmpty == false)
        let path = try #require(url.firstRange(of: "/emulator/")).lowerBound
        #expect(try await client.send(.get, String(url[path...])).status == 200)
    }

    @Test(arguments: ["handler", "iframe"])
    func `exists in the emulator only`(_ name: String) async throws {
        let backend = try await TestBackend { configuration in
            configuration.profile = .strict
            configuration.isEmulator = false
        }
        let answer = try await TestClient(backend).send(.get, "/emulator/auth/\(name)?\(Self.base.encoded)")
        #expect(answer.status == 404)
    }
}
