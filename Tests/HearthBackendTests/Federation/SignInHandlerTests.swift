import HearthBackend
import HearthCore
import HearthCrypto
import HearthHTTP
import HearthJSON
import HearthTesting
import HearthTokens
import Testing

@Suite("GET /__/auth/handler", .inProcessAndLiveInLongRuns)
struct SignInHandlerTests {
    private static let issuer = "https://sso.example.com"
    private static let path = "/__/auth/handler"
    private static let usual =
        "apiKey=k&appName=%5BDEFAULT%5D&authType=signInViaPopup&providerId=oidc.staff&eventId=UID%3A%3A%3A1"

    private static func bench(isProduction: Bool = false) async throws -> (FakeProvider, TestBackend) {
        let provider = try FakeProvider()
        var staff = ProviderConfiguration.openID("oidc.staff", issuer: issuer, clientIDs: ["app"])
        staff.clientAuthentication = .post("s3cret")
        let backend = try await TestBackend(outbound: provider) { [staff] in
            $0.profile = .strict
            $0.providers = [staff]
            $0.isEmulator = !isProduction
            $0.authorizedDomains = ["localhost", "app.example.com"]
        }
        return (provider, backend)
    }

    /// An attribute of the page's body, as the browser reads it.
    private static func attribute(_ name: String, of page: TestClient.Answer) -> String? {
        guard let start = page.text.firstRange(of: "data-\(name)=\"") else { return nil }
        let value = String(page.text[start.upperBound...].prefix { $0 != "\"" })
        return value.replacing("&amp;", with: "&").replacing("&quot;", with: "\"").replacing("&#39;", with: "'")
    }

    @Test func `sends the browser to the provider, and back with a code that the client trades`() async throws {
        let (provider, backend) = try await Self.bench()
        let client = TestClient(backend)
        let page = try await client.send(.get, "\(Self.path)?\(Self.usual)&scopes=groups")
        #expect(page.status == 200)
        let url = try #require(Self.attribute("url", of: page))
        let question = HTTPRequest(.get, target: url).query
        #expect(question["redirect_uri"]?.hasSuffix(Self.path) == true)
        #expect(question["scope"]?.contains("groups") == true && question["code_challenge"] != nil)
        #expect(question["state"] == Self.attribute("state", of: page))
        #expect(Self.attribute("event-id", of: page) == "UID:::1" && Self.attribute("return", of: page) == "popup")

        let back = try provider.visit(url, issuer: Self.issuer, sub: "ada", at: backend.clock.now)
        let host = try #require(back.firstRange(of: Self.path))
        let arrived = try await client.send(.get, String(back[host.lowerBound...]))
        #expect(arrived.status == 200 && Self.attribute("url", of: arrived) == nil)
        let session = try #require(Self.attribute("session", of: page))
        let answer = try await client.user(
            "accounts:signInWithIdp",
            ["requestUri": .string(back), "sessionId": .string(session)]
        )
        #expect(answer.status == 200 && answer["federatedId"] == "ada", "\(answer.text)")
    }

    @Test func `an app on a device keeps the session's name to itself`() async throws {
        let (provider, backend) = try await Self.bench()
        let client = TestClient(backend)
        let name = "a name that only the app knows"
        let digest = Hex.encode(Digest.sha256.hash(Array(name.utf8)))
        let query = "apiKey=k&ibi=com.example.app&appId=1%3A2%3Aios%3A3&authType=signInWithRedirect"
        let page = try await client.send(
            .get,
            "\(Self.path)?\(query)&providerId=oidc.staff&sessionId=\(digest)"
        )
        #expect(Self.attribute("session", of: page) == "" && Self.attribute("return", of: page) == "apple")
        let url = try #require(Self.attribute("url", of: page))
        let back = try provider.visit(url, issuer: Self.issuer, sub: "ada", at: backend.clock.now)
        let answer = try await client.user(
            "accounts:signInWithIdp",
            ["requestUri": .string(back), "sessionId": .string(name)]
        )
        #expect(answer.status == 200, "\(answer.text)")
        #expect(try await client.send(.get, "\(Self.path)?\(query)&providerId=oidc.staff&sessionId=x").status == 400)
    }

    @Test func `tells the app of a provider that is not there`() async throws {
        let client = TestClient(try await Self.bench().1)
        let page = try await client.send(
            .get,
            "\(Self.path)?apiKey=k&appName=a&authType=signInViaPopup&providerId=oidc.other"
        )
        let error = try JSON.parse(Array(try #require(Self.attribute("error", of: page)).utf8))
        #expect(error["code"] == "auth/operation-not-allowed")
        #expect(Self.attribute("url", of: page) == "")
    }

    @Test(
        arguments: [
            ("https://app.example.com/after", true), ("https://evil.example.com/after", false),
            ("javascript:alert(1)", false), ("http://app.example.com/after", false),
            ("https://app.example.com:8443/after", false), ("http://localhost:5000/after", true),
        ]
    )
    func `goes back to the project's own pages alone`(_ url: String, _ isAllowed: Bool) async throws {
        let client = TestClient(try await Self.bench(isProduction: true).1)
        let query = "apiKey=k&appName=a&authType=signInViaRedirect&providerId=oidc.staff"
        let page = try await client.send(.get, "\(Self.path)?\(query)&redirectUrl=\(PercentEncoding.encode(url))")
        #expect(page.status == (isAllowed ? 200 : 400), "\(page.text)")
    }

    @Test func `escapes what a stranger writes, and runs no script but its own`() async throws {
        let client = TestClient(try await Self.bench().1)
        let evil = PercentEncoding.encode("\"><script>alert(1)</script>")
        let page = try await client.send(
            .get,
            "\(Self.path)?apiKey=\(evil)&appName=\(evil)&authType=signInViaPopup&providerId=oidc.staff&eventId=\(evil)"
        )
        #expect(page.text.contains("<script>alert(1)") == false)
        let policy = try #require(page.fields["content-security-policy"])
        #expect(policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"))
        #expect(!policy.contains("unsafe-inline"))
        #expect(page.fields["referrer-policy"] == "no-referrer" && page.fields["cache-control"] == "no-store")
    }

    @Test func `turns a form that a provider posts into an address`() async throws {
        let client = TestClient(try await Self.bench().1)
        let form: FormParameters = ["code": "c", "state": "oidc.staff~1", "user": #"{"name":{"firstName":"Ada"}}"#]
        let type = "application/x-www-form-urlencoded"
        let answer = try await client.send(.post, Self.path, text: form.encoded, type: type)
        let place = try #require(answer.fields["location"])
        let mark = try #require(place.firstIndex(of: "#"))
        #expect(answer.status == 303 && !place[..<mark].contains("?"))
        #expect(FormParameters(decoding: place[mark...].dropFirst())["user"]?.contains("Ada") == true)
    }

    @Test func `the frame in the app's page may stand in encrypted pages of the project alone`() async throws {
        let client = TestClient(try await Self.bench(isProduction: true).1)
        let policy =
            try await client.send(.get, "/__/auth/iframe?apiKey=k&appName=a")
            .fields["content-security-policy"] ?? ""
        #expect(policy.contains("https://app.example.com") && !policy.contains("http://app.example.com"))
        #expect(!policy.contains("app.example.com:*"))
    }

    @Test func `is the emulator's own page in lenient`() async throws {
        let client = TestClient(try await TestBackend())
        #expect(try await client.send(.get, "\(Self.path)?\(Self.usual)").status == 404)
    }
}
