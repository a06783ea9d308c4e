import HearthBackend
import HearthCore
import HearthHTTP
import HearthJSON
import HearthTesting
import Testing

/// The answers are the official emulator's, word for word: test suites that fetch links read them.
@Suite("A mailed link that a program fetches", .inProcessAndLiveInLongRuns)
struct FetchedLinkTests {
    private let client: TestClient

    init() async throws {
        client = TestClient(try await TestBackend())
        _ = try await client.user("accounts:signUp", ["email": "ada@example.com", "password": "secret1"])
    }

    private func link(_ type: String, continueURL: String? = nil) async throws -> String {
        var body: [String: JSONValue] = [
            "requestType": .string(type), "email": "ada@example.com", "newEmail": "new@example.com",
            "returnOobLink": true,
        ]
        if let continueURL { body["continueUrl"] = .string(continueURL) }
        let text = try #require(try await client.admin("accounts:sendOobCode", JSONValue(body))["oobLink"]?.string)
        return String(text[try #require(text.firstRange(of: "/emulator/")).lowerBound...])
    }

    @Test func `verifies the address at once, and once`() async throws {
        let link = try await link("VERIFY_EMAIL")
        let answer = try await client.send(.get, link, nil, ["Accept": "*/*"])
        #expect(answer.status == 200)
        #expect(
            answer["authEmulator"] == [
                "success": "The email has been successfully verified.", "email": "ada@example.com",
            ]
        )
        let users = try await client.admin("accounts:lookup", ["email": ["ada@example.com"]])["users"]?.array
        #expect(users?.first?["emailVerified"] == true)
        let again = try await client.send(.get, link)
        #expect(again.status == 400)
        #expect(
            again["authEmulator"] == [
                "error": "Your request to verify your email has expired or the link has already been used.",
                "instructions": "Try verifying your email again.",
            ]
        )
    }

    @Test func `leads on to the page that the app named`() async throws {
        let answer = try await client.send(.get, try await link("VERIFY_EMAIL", continueURL: "http://web:3000/done"))
        #expect(answer.status == 303)
        #expect(answer.fields["location"] == "http://web:3000/done")
    }

    @Test func `changes the address at once`() async throws {
        let answer = try await client.send(.get, try await link("VERIFY_AND_CHANGE_EMAIL"))
        #expect(
            answer["authEmulator"] == [
                "success": "The email has been successfully changed.", "newEmail": "new@example.com",
            ]
        )
        #expect(try await client.signIn("new@example.com").status == 200)
    }

    @Test func `resets the password that is in the address`() async throws {
        let link = try await link("PASSWORD_RESET")
        let asked = try await client.send(.get, link)
        #expect(asked.status == 400)
        #expect(asked["authEmulator"]?["error"] == "missing newPassword query parameter")
        let template = try #require(asked["authEmulator"]?["urlTemplate"]?.string)
        #expect(template.hasSuffix("&newPassword=NEW_PASSWORD_HERE"))
        let literal = try await client.send(.get, link + "&newPassword=NEW_PASSWORD_HERE")
        #expect(
            literal["authEmulator"]?["error"] == "newPassword must be something other than 'NEW_PASSWORD_HERE'"
        )
        let done = try await client.send(.get, link + "&newPassword=secret2")
        #expect(
            done["authEmulator"] == [
                "success": "The password has been successfully updated.", "email": "ada@example.com",
            ]
        )
        #expect(try await client.signIn("ada@example.com", "secret2").status == 200)
    }

    @Test func `hands a sign-in link to the app with all that it carries`() async throws {
        let answer = try await client.send(.get, try await link("EMAIL_SIGNIN", continueURL: "myapp://open?a=b"))
        #expect(answer.status == 303)
        let target = try #require(answer.fields["location"])
        #expect(target.hasPrefix("myapp://open?a=b&mode=signIn&"))
        #expect(target.contains("oobCode=") && !target.contains("continueUrl"))
    }

    @Test(
        arguments: [
            ("mode=verifyEmail&oobCode=x", "missing apiKey query parameter"),
            ("mode=verifyEmail&apiKey=k", "missing oobCode query parameter"),
            ("mode=nonsense&oobCode=x&apiKey=k", "Invalid mode"),
            ("mode=signIn&oobCode=x&apiKey=k", "Missing continueUrl query parameter"),
            ("mode=recoverEmail&oobCode=x&apiKey=k", "Requested mode does not match the OOB code provided."),
        ]
    )
    func `says what is missing from an address`(_ query: String, _ words: String) async throws {
        let answer = try await client.send(.get, "/emulator/action?\(query)")
        #expect(answer.status == 400)
        #expect(answer["authEmulator"]?["error"] == .string(words))
    }

    @Test func `a HEAD, a prefetch, a browser and a strict server use no code`() async throws {
        let link = try await link("VERIFY_EMAIL")
        _ = try await client.send(.head, link)
        for name in ["Sec-Purpose", "Purpose", "X-Moz"] {
            var fields = HTTPFields()
            fields.append(name, "prefetch")
            _ = try await client.send(.get, link, nil, fields)
        }
        _ = try await client.send(.get, link, nil, ["Accept": "text/html"])
        #expect(try await client.send(.get, link).status == 200)
        let strict = TestClient(try await TestBackend { $0.profile = .strict })
        let password = "tangerine kettle 84"
        _ = try await strict.user("accounts:signUp", ["email": "ada@example.com", "password": .string(password)])
        let code = try await strict.code("VERIFY_EMAIL", ["email": "ada@example.com"])
        _ = try await strict.send(.get, "/emulator/action?mode=verifyEmail&apiKey=k&oobCode=\(code)")
        let users = try await strict.admin("accounts:lookup", ["email": ["ada@example.com"]])["users"]?.array
        #expect(users?.first?["emailVerified"] == false)
    }
}
