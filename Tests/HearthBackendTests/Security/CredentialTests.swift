import HearthBackend
import HearthCore
import HearthJSON
import HearthTesting
import Testing

@Suite("Addresses, passwords and refresh tokens", .inProcessAndLive)
struct CredentialTests {
    @Test(
        arguments: [
            "ada@example.com\r\nBcc: evil@example.com", "ada@exa\u{0}mple.com", "ada @example.com", "ada@example.com.",
            "ada@@example.com", "@example.com", "ada@", "ada", "ada@example", "ada@-example.com", "ada@example..com",
            "\u{301}ada@example.com", "ad\u{200B}a@example.com", "\u{202E}ada@example.com", "<ada@example.com>",
            String(repeating: "a", count: 65) + "@example.com", "ada@" + String(repeating: "b", count: 320) + ".com",
        ]
    )
    func `strict refuses what is no plain address`(_ email: String) async throws {
        let (_, client) = try await TestClient.strict()
        let body: JSONValue = ["email": .string(email), "password": "secret1"]
        #expect(try await client.user("accounts:signUp", body).error == "INVALID_EMAIL")
        #expect(try await client.user("accounts:signInWithPassword", body).error == "INVALID_EMAIL")
        #expect(try await client.admin("accounts", body).error == "INVALID_EMAIL")
    }

    @Test(arguments: ["ada@example.com\r\nBcc: x@y.co", "ada@example.com\n", "a\u{0}@b.co", "a b@c.co", "a@b\tc.co"])
    func `lenient refuses what would end up in a mail's head`(_ email: String) async throws {
        let client = TestClient(try await TestBackend())
        let body: JSONValue = ["email": .string(email), "password": "secret1"]
        #expect(try await client.user("accounts:signUp", body).error == "INVALID_EMAIL")
    }

    @Test(
        arguments: [
            ("ada@example.com", "ADA@EXAMPLE.COM", true), ("ada@example.com", "\u{FF41}da@example.com", true),
            ("kim@example.com", "\u{212A}im@example.com", true), ("ada@example.com", "ada+1@example.com", false),
            ("mail@i.example", "mail@\u{131}.example", false), ("jürgen@example.com", "JÜRGEN@example.com", true),
        ]
    )
    func `spellings of one address are one`(_ one: String, _ other: String, _ isSame: Bool) async throws {
        let (_, client) = try await TestClient.strict()
        _ = try await client.signUp(one)
        let body: JSONValue = ["email": .string(other), "password": "secret1"]
        #expect(try await client.user("accounts:signUp", body).error == (isSame ? "EMAIL_EXISTS" : nil))
        #expect(try await client.signIn(other).status == 200)
    }

    @Test(
        arguments: [
            String(repeating: "a", count: 64), String(repeating: "a", count: 100), "пароль с пробелами 🔐",
            "nul\u{0}inside", " leading and trailing ", String(repeating: "x", count: 4096),
        ]
    )
    func `a password counts to its last byte`(_ password: String) async throws {
        let (_, client) = try await TestClient.strict()
        _ = try await client.signUp("ada@example.com", password)
        #expect(try await client.signIn("ada@example.com", password).status == 200)
        #expect(try await client.signIn("ada@example.com", String(password.dropLast())).status == 400)
        #expect(try await client.signIn("ada@example.com", password + "x").status == 400)
    }

    @Test func `more than 4096 bytes are refused before they are hashed`() async throws {
        let (_, client) = try await TestClient.strict()
        let long = JSONValue.string(String(repeating: "x", count: 4097))
        let refusal = "PASSWORD_DOES_NOT_MEET_REQUIREMENTS : Password must contain at most 4096 bytes"
        let body: JSONValue = ["email": "ada@example.com", "password": long]
        #expect(try await client.user("accounts:signUp", body).error == refusal)
        let user = try await client.signUp("ada@example.com")
        #expect(try await client.update(user, ["password": long]).error == refusal)
        let code = try await client.code("PASSWORD_RESET", ["email": "ada@example.com"])
        let reset: JSONValue = ["oobCode": .string(code), "newPassword": long]
        #expect(try await client.user("accounts:resetPassword", reset).error == refusal)
    }

    @Test func `new passwords are hashed with argon2id in strict`() async throws {
        let (_, client) = try await TestClient.strict()
        let user = try await client.signUp("ada@example.com")
        let text = try #require(try await client.account(user.uid)["passwordHash"]?.string)
        let hash = String(decoding: try #require(Base64.decodeLeniently(text)), as: UTF8.self)
        #expect(hash.hasPrefix("$argon2id$v=19$m=19456,t=2,p=1$"))
    }

    @Test func `a refresh token has 256 random bits and is no identity token`() async throws {
        let client = TestClient(try await TestBackend())
        let user = try await client.signUp("ada@example.com")
        let other = try await client.signUp("bob@example.com")
        // The moment of the sign-up comes first, in 48 bits.
        let (one, two) = (Base64.decodeLeniently(user.refreshToken), Base64.decodeLeniently(other.refreshToken))
        #expect(try #require(one).count == 6 + 32)
        #expect(try #require(one).suffix(32) != (try #require(two)).suffix(32))
        let swapped: JSONValue = ["idToken": .string(user.refreshToken)]
        #expect(try await client.user("accounts:lookup", swapped).error == "INVALID_ID_TOKEN")
        #expect(try await client.refresh(user.idToken).error == "INVALID_REFRESH_TOKEN")
    }

    @Test func `a refresh token with any byte changed is unknown`() async throws {
        let client = TestClient(try await TestBackend())
        let user = try await client.signUp("ada@example.com")
        let bytes = Array(user.refreshToken.utf8)
        for index in bytes.indices {
            var changed = bytes
            changed[index] = changed[index] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
            let token = String(decoding: changed, as: UTF8.self)
            #expect(try await client.refresh(token).error == "INVALID_REFRESH_TOKEN")
        }
        #expect(try await client.refresh(user.refreshToken + "A").error == "INVALID_REFRESH_TOKEN")
    }

    @Test func `strict refuses a refresh token of another project`() async throws {
        let other = try #require(ProjectID(rawValue: "demo-other"))
        let (_, client) = try await TestClient.strict { $0.projects.append(other) }
        let user = try await client.signUp("ada@example.com")
        var elsewhere = client
        elsewhere.key = "demo-other"
        #expect(try await elsewhere.refresh(user.refreshToken).error == "INVALID_REFRESH_TOKEN")
        #expect(try await client.refresh(user.refreshToken).status == 200)
    }
}
