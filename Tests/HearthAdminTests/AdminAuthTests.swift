import HearthAdmin
import HearthCore
import HearthHTTP
import HearthJSON
import HearthTesting
import HearthTokens
import Testing

@Suite("AdminAuth")
struct AdminAuthTests {
    @Test func `creates a user and finds them three ways`() async throws {
        let admin = try await Fixture().admin
        let number = try #require(PhoneNumber("+15555550100"))
        let made = try await admin.createUser(
            NewUser {
                $0.uid = UserID(rawValue: "ada/1 ü")
                $0.email = "Ada@Example.com"
                $0.isEmailVerified = true
                $0.password = "secret1"
                $0.displayName = "Ada"
                $0.photoURL = "https://example.com/a.png"
                $0.phoneNumber = number
            }
        )
        #expect(made.uid.rawValue == "ada/1 ü")
        #expect(made.email == "ada@example.com")
        #expect(made.isEmailVerified)
        #expect(made.displayName == "Ada")
        #expect(made.photoURL == "https://example.com/a.png")
        #expect(Set(made.providers.map(\.id)) == ["password", "phone"])
        #expect(made.createdAt != nil)
        #expect(try await admin.user(made.uid) == made)
        #expect(try await admin.user(byEmail: "ADA@example.com") == made)
        #expect(try await admin.user(byPhoneNumber: number) == made)
        #expect(try await admin.user(byEmail: "nobody@example.com") == nil)
    }

    @Test func `creates a guest when nothing is known`() async throws {
        let user = try await Fixture().admin.createUser()
        #expect(user.providers.isEmpty)
        #expect(user.email == nil)
    }

    @Test func `changes, clears and leaves alone`() async throws {
        let fixture = try await Fixture()
        let user = try await fixture.admin.createUser(
            NewUser {
                $0.email = "ada@example.com"
                $0.password = "secret1"
                $0.displayName = "Ada"
                $0.phoneNumber = PhoneNumber("+15555550100")
            }
        )
        let changed = try await fixture.admin.updateUser(
            user.uid,
            UserChange {
                $0.password = "another1"
                $0.displayName = .clear
                $0.phoneNumber = .clear
                $0.photoURL = .set("https://example.com/a.png")
            }
        )
        #expect(changed.email == "ada@example.com")
        #expect(changed.displayName == nil)
        #expect(changed.phoneNumber == nil)
        #expect(changed.photoURL == "https://example.com/a.png")
        _ = try await fixture.signIn("ada@example.com", password: "another1")
    }

    @Test func `keeps a disabled user out, and lets them in again`() async throws {
        let fixture = try await Fixture()
        let user = try await fixture.admin.createUser(
            NewUser {
                $0.email = "ada@example.com"
                $0.password = "secret1"
            }
        )
        try await fixture.admin.setDisabled(true, of: user.uid)
        let refused = try await fixture.call(
            "accounts:signInWithPassword",
            ["email": "ada@example.com", "password": "secret1"]
        )
        #expect(refused["error"]?["message"] == "USER_DISABLED")
        try await fixture.admin.setDisabled(false, of: user.uid)
        _ = try await fixture.signIn("ada@example.com")
    }

    @Test func `puts custom claims into tokens`() async throws {
        let fixture = try await Fixture()
        _ = try await fixture.signUp("ada@example.com")
        let uid = try #require(try await fixture.admin.user(byEmail: "ada@example.com")).uid
        try await fixture.admin.setCustomClaims(["role": "editor"], of: uid)
        #expect(try await fixture.admin.user(uid)?.customClaims["role"] == "editor")
        let token = try await fixture.verifier.verify(try await fixture.signIn("ada@example.com"))
        #expect(token.claims["role"] == "editor")
        try await fixture.admin.setCustomClaims([:], of: uid)
        #expect(try await fixture.admin.user(uid)?.customClaims.isEmpty == true)
    }

    @Test func `knows revoked tokens, those of the same second not being among them`() async throws {
        let fixture = try await Fixture()
        let old = try await fixture.verifier.verify(try await fixture.signUp("ada@example.com"))
        try await fixture.admin.checkNotRevoked(old)
        try await fixture.admin.revokeRefreshTokens(of: old.uid)
        try await fixture.admin.checkNotRevoked(old)
        fixture.backend.clock.advance(by: .seconds(1))
        try await fixture.admin.revokeRefreshTokens(of: old.uid)
        let error = await #expect(throws: AdminError.self) { try await fixture.admin.checkNotRevoked(old) }
        #expect(error?.code == .tokenRevoked)
        try await fixture.admin.deleteUser(old.uid)
        let gone = await #expect(throws: AdminError.self) { try await fixture.admin.checkNotRevoked(old) }
        #expect(gone?.code == .userNotFound)
    }

    @Test func `makes links that work`() async throws {
        let fixture = try await Fixture()
        _ = try await fixture.signUp("ada@example.com")
        let link = try await fixture.admin.emailVerificationLink(for: "ada@example.com").reveal()
        let code = try #require(HTTPRequest(.get, target: link).query["oobCode"])
        _ = try await fixture.call("accounts:update", ["oobCode": .string(code)])
        #expect(try await fixture.admin.user(byEmail: "ada@example.com")?.isEmailVerified == true)
        #expect(try await fixture.admin.passwordResetLink(for: "ada@example.com").reveal().contains("resetPassword"))
        let error = await #expect(throws: AdminError.self) {
            try await fixture.admin.passwordResetLink(for: "nobody@example.com")
        }
        #expect(error?.code == .emailNotFound)
    }
}
