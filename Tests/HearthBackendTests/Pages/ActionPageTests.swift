import HearthBackend
import HearthCore
import HearthHTTP
import HearthJSON
import HearthTesting
import Testing

@Suite("/emulator/action", .inProcessAndLive)
struct ActionPageTests {
    private static let browser: HTTPFields = ["Accept": "text/html,application/xhtml+xml,*/*;q=0.8"]
    private static let modes = [
        "PASSWORD_RESET": "resetPassword", "VERIFY_EMAIL": "verifyEmail",
        "VERIFY_AND_CHANGE_EMAIL": "verifyAndChangeEmail",
    ]

    @Test(arguments: modes.keys.sorted(), [HTTPMethod.get, .head])
    func `opening a link in a browser consumes nothing`(_ type: String, _ method: HTTPMethod) async throws {
        let client = TestClient(try await TestBackend())
        let link = try await link(type, client)
        for _ in 0..<3 {
            let page = try await client.send(method, link + "&newPassword=secret2", nil, Self.browser)
            #expect(page.status == 200)
            #expect(page.fields["content-type"] == "text/html; charset=utf-8")
        }
        let code = try #require(HTTPRequest(.get, target: link).query["oobCode"])
        #expect(try await client.user("accounts:resetPassword", ["oobCode": .string(code)]).status == 200)
        #expect(try await client.signIn("ada@example.com").status == 200)
        let done = try await client.send(.post, link, text: "newPassword=secret2", type: Self.form)
        #expect(done.status == 200)
        #expect(try await client.user("accounts:resetPassword", ["oobCode": .string(code)]).error == "INVALID_OOB_CODE")
    }

    @Test func `a password in the address is not taken, nor does it win over the one that was typed`() async throws {
        let client = TestClient(try await TestBackend())
        let link = try await link("PASSWORD_RESET", client) + "&newPassword=from-the-query"
        #expect(try await client.send(.post, link, text: "", type: Self.form).status != 200)
        #expect(try await client.send(.post, link, text: "newPassword=secret2", type: Self.form).status == 200)
        #expect(try await client.signIn("ada@example.com", "secret2").status == 200)
    }

    @Test func `the button does what the page says`() async throws {
        let client = TestClient(try await TestBackend())
        let reset = try await link("PASSWORD_RESET", client)
        #expect(try await client.send(.get, reset, nil, Self.browser).text.contains("name=\"newPassword\""))
        #expect(try await client.send(.post, reset, text: "newPassword=secret2", type: Self.form).status == 200)
        #expect(try await client.signIn("ada@example.com", "secret2").status == 200)
        let change = try await link("VERIFY_AND_CHANGE_EMAIL", client)
        #expect(try await client.send(.get, change, nil, Self.browser).text.contains("new@example.com"))
        #expect(try await client.send(.post, change, text: "", type: Self.form).status == 200)
        #expect(try await client.signIn("new@example.com", "secret2").status == 200)
    }

    @Test func `a password that is too short is complained about, and the code kept`() async throws {
        let client = TestClient(try await TestBackend())
        let link = try await link("PASSWORD_RESET", client)
        let page = try await client.send(.post, link, text: "newPassword=short", type: Self.form)
        #expect(page.status == 400)
        #expect(page.text.contains("role=\"alert\""))
        #expect(page.text.contains("value=\"short\""), "what was typed stays, to be corrected")
        #expect(try await client.send(.post, link, text: "newPassword=secret2", type: Self.form).status == 200)
    }

    @Test func `a used, an expired and an unknown link are told apart`() async throws {
        let (backend, client) = try await TestClient.strict()
        let used = try await link("PASSWORD_RESET", client)
        let typed = "newPassword=plover-cabinet-moss"
        #expect(try await client.send(.post, used, text: typed, type: Self.form).status == 200)
        let expired = try await link("PASSWORD_RESET", client)
        backend.clock.advance(by: .hours(1))
        let damaged = [
            "/emulator/action", "/emulator/action?mode=resetPassword", "/emulator/action?mode=x&oobCode=x",
            "/emulator/action?mode=resetPassword&oobCode=x",
        ]
        for method in [HTTPMethod.get, .post] {
            let ends = [(used, "already used"), (expired, "has expired")] + damaged.map { ($0, "does not work") }
            for (target, words) in ends {
                let page = try await client.send(method, target)
                #expect(page.status == 400)
                #expect(
                    page.text.contains("<h1>This link \(words)") || page.text.contains("<h1>This link was \(words)")
                )
            }
        }
    }

    @Test func `a link does only what its code is for`() async throws {
        let client = TestClient(try await TestBackend())
        let link = try await link("PASSWORD_RESET", client).replacing("resetPassword", with: "verifyEmail")
        #expect(try await client.send(.get, link, nil, Self.browser).status == 400)
        #expect(try await client.send(.post, link).status == 400)
    }

    @Test func `a program that asks for JSON gets it, and a strict server does not act on its GET`() async throws {
        let client = TestClient(try await TestBackend { $0.profile = .strict })
        let link = try await link("VERIFY_EMAIL", client)
        let fields: HTTPFields = ["Accept": "application/json"]
        #expect(try await client.send(.get, link, nil, fields)["authEmulator"]?["pending"] != nil)
        #expect(try await client.send(.post, link, nil, fields)["authEmulator"]?["success"] != nil)
        let again = try await client.send(.post, link, nil, fields)
        #expect(again.status == 200)
        #expect(again["authEmulator"]?["success"] == "Your e-mail address is already confirmed")
        let unknown = try await client.send(.post, "/emulator/action?mode=verifyEmail&oobCode=x", nil, fields)
        #expect(unknown.status == 400)
        #expect(unknown["authEmulator"]?["error"] == "This link does not work")
    }

    @Test(
        arguments: [
            ("http://localhost/done", "http://localhost/done?"),
            ("http://localhost/done?a=b", "http://localhost/done?a=b&"),
            ("http://localhost/done#part", "http://localhost/done?"),
        ]
    )
    func `a sign-in link leads to the app with all that it carries`(_ url: String, _ start: String) async throws {
        let client = TestClient(try await TestBackend())
        let link = try await link("EMAIL_SIGNIN", client, continueURL: url)
        let answer = try await client.send(.get, link, nil, Self.browser)
        #expect(answer.status == 303)
        let target = try #require(answer.fields["location"])
        #expect(target.hasPrefix(start + "mode=signIn&"))
        #expect(target.contains("oobCode=") && target.contains("apiKey="))
        #expect(!target.contains("continueUrl"))
        #expect(target.hasSuffix("#part") == url.hasSuffix("#part"))
        #expect(answer.fields["referrer-policy"] == "no-referrer")
    }

    @Test(
        arguments: [
            "https://evil.example/", "//evil.example", "javascript:alert(1)", "https://localhost@evil.example",
            "http://localhost.evil.example", "http:\\\\evil.example", "data:text/html,x",
        ]
    )
    func `no page leads to a host that the project does not name`(_ url: String) async throws {
        let client = TestClient(try await TestBackend { $0.profile = .strict })
        let target = PercentEncoding.encode(url)
        let verify = try await link("VERIFY_EMAIL", client) + "&continueUrl=\(target)"
        let done = try await client.send(.post, verify)
        #expect(done.status == 200)
        #expect(done.fields["location"] == nil)
        #expect(!done.text.contains("href="))
        let signIn = try await link("EMAIL_SIGNIN", client) + "&continueUrl=\(target)"
        let page = try await client.send(.get, signIn, nil, Self.browser)
        #expect(page.status == 200)
        #expect(page.fields["location"] == nil)
    }

    @Test(
        arguments: [
            "\"><script>alert(1)</script>", "' onfocus='alert(1)", "</title><script>alert(1)</script>",
            "&lt;img src=x onerror=alert(1)&gt;<img src=x>",
        ]
    )
    func `nothing that came from outside is markup`(_ attack: String) async throws {
        let client = TestClient(try await TestBackend())
        let email = attack.filter { !$0.isWhitespace } + "@example.com"
        let body: JSONValue = ["localId": "ada", "displayName": .string(attack), "photoUrl": .string(attack)]
        _ = try await client.admin("accounts", body)
        _ = try await client.admin("accounts:update", ["localId": "ada", "email": .string(email)])
        let code = try await client.code(
            "VERIFY_AND_CHANGE_EMAIL",
            ["email": .string(email), "newEmail": .string("x" + email)]
        )
        let encoded = PercentEncoding.encode(attack)
        let valid = "/emulator/action?mode=verifyAndChangeEmail&oobCode=\(code)"
        let names = ["lang", "continueUrl", "apiKey", "newPassword", "x", encoded]
        let query = names.map { "\($0)=\(encoded)" }.joined(separator: "&")
        for (method, target) in [
            (HTTPMethod.get, "\(valid)&\(query)"), (.get, "/emulator/action?mode=\(encoded)&oobCode=\(encoded)"),
            (.get, "/emulator/action?mode=verifyAndChangeEmail&oobCode=\(code)\(encoded)"),
            (.post, "\(valid)&\(query)"),
        ] {
            let page = try await client.send(method, target, nil, Self.browser)
            #expect(!page.text.contains("<script"))
            #expect(!page.text.contains("<img"))
            #expect(!page.text.contains("='alert"))
            #expect(page.fields["content-security-policy"]?.contains("default-src 'none'") == true)
        }
    }

    @Test func `a page loads nothing, is framed by no one and kept nowhere`() async throws {
        let client = TestClient(try await TestBackend())
        let page = try await client.send(.get, try await link("PASSWORD_RESET", client), nil, Self.browser)
        let policy = try #require(page.fields["content-security-policy"])
        #expect(policy.contains("frame-ancestors 'none'"))
        #expect(policy.contains("base-uri 'none'"))
        #expect(!policy.contains("unsafe"))
        #expect(page.fields["referrer-policy"] == "no-referrer")
        #expect(page.fields["cache-control"] == "no-store")
        #expect(page.fields["x-content-type-options"] == "nosniff")
        #expect(!page.text.contains("http://") && !page.text.contains("https://") && !page.text.contains("<script src"))
    }

    private static let form = "application/x-www-form-urlencoded"

    private func link(_ type: String, _ client: TestClient, continueURL: String? = nil) async throws -> String {
        _ = try await client.user("accounts:signUp", ["email": "ada@example.com", "password": "secret1"])
        var body: [String: JSONValue] = [
            "requestType": .string(type), "email": "ada@example.com", "newEmail": "new@example.com",
            "returnOobLink": true,
        ]
        if let continueURL { body["continueUrl"] = .string(continueURL) }
        let answer = try await client.admin("accounts:sendOobCode", JSONValue(body))
        let text = try #require(answer["oobLink"]?.string)
        let start = try #require(text.firstRange(of: "/emulator/"))
        return String(text[start.lowerBound...])
    }
}
