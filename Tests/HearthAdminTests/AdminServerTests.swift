import HearthAdmin
import HearthBackend
import HearthCore
import HearthCrypto
import HearthHTTP
import HearthJSON
import HearthTesting
import HearthTokens
import Testing

@Suite("AdminAuth, a server in production")
struct AdminServerTests {
    private static let secret: Secret<String> = "0123456789abcdef0123456789abcdef"
    private static let account = "api@example.com"

    private func backend(_ key: RSAPrivateKey? = nil) async throws -> Fixture {
        let pem = try key.map { try $0.publicKey.pem() }
        return try await Fixture {
            $0.isEmulator = false
            $0.profile = .strict
            $0.administratorToken = Self.secret
            if let pem { $0.serviceAccountKeys = [Self.account: pem] }
        }
    }

    private func admin(
        _ fixture: Fixture,
        token: Secret<String> = secret,
        serviceAccount: ServiceAccountKey? = nil
    ) throws -> AdminAuth {
        try .server(
            origin: "https://identity.example.com/",
            project: fixture.backend.project,
            token: token,
            serviceAccount: serviceAccount,
            transport: fixture.backend.transport,
            now: { [clock = fixture.backend.clock] in clock.now }
        )
    }

    @Test func `lets in who has the token, and no one else`() async throws {
        let fixture = try await backend()
        let user = try await admin(fixture).createUser(NewUser { $0.email = "ada@example.com" })
        #expect(user.email == "ada@example.com")
        for stranger in [fixture.admin, try admin(fixture, token: "0123456789abcdef0123456789abcdeX")] {
            let error = await #expect(throws: AdminError.self) { try await stranger.user(user.uid) }
            #expect(error?.code == .unauthenticated)
            #expect(error?.httpStatus == 401)
        }
    }

    @Test func `vouches for users with a custom token that the service account signs`() async throws {
        let key = try RSAPrivateKey.generate()
        let fixture = try await backend(key)
        let account = try ServiceAccountKey(email: Self.account, privateKey: key.pem())
        let uid = try #require(UserID(rawValue: "from-elsewhere"))
        let custom = try admin(fixture, serviceAccount: account)
            .createCustomToken(for: uid, claims: ["plan": "gold"])
        let token = try await fixture.tokens(
            "accounts:signInWithCustomToken",
            ["token": .string(custom.reveal()), "returnSecureToken": true]
        )
        let verified = try await fixture.verifier.verify(token)
        #expect(verified.uid == uid)
        #expect(verified.claims["plan"] == "gold")
    }

    @Test func `cannot vouch without a key`() async throws {
        let fixture = try await backend()
        let uid = try #require(UserID(rawValue: "u"))
        let error = #expect(throws: AdminError.self) { try admin(fixture).createCustomToken(for: uid) }
        #expect(error?.code == .noSigningKey)
    }

    @Test func `vouches without a key at the emulator`() async throws {
        let fixture = try await Fixture()
        let uid = try #require(UserID(rawValue: "u"))
        let custom = try fixture.admin.createCustomToken(for: uid)
        let token = try await fixture.tokens("accounts:signInWithCustomToken", ["token": .string(custom.reveal())])
        #expect(try await fixture.verifier.verify(token).uid == uid)
    }

    @Test func `reads the file of a service account`() throws {
        let key = try RSAPrivateKey.generate()
        let file: JSONValue = [
            "type": "service_account", "client_email": "a@b.iam", "private_key_id": "k1",
            "private_key": .string(try key.pem().reveal()),
        ]
        #expect(try ServiceAccountKey(file: Secret(JSON.serialize(file))).email == "a@b.iam")
        for bad in ["", "{}", #"{"client_email":"a","private_key":"x"}"#] {
            let error = #expect(throws: AdminError.self) { try ServiceAccountKey(file: Secret(Array(bad.utf8))) }
            #expect(error?.code == .noSigningKey)
        }
    }

    @Test func `keeps a tenant's users apart`() async throws {
        let fixture = try await Fixture()
        let tenant = fixture.admin.tenant(try #require(TenantID(rawValue: "t-1")))
        let user = try await tenant.createUser(NewUser { $0.email = "ada@example.com" })
        #expect(user.tenant == TenantID(rawValue: "t-1"))
        #expect(try await fixture.admin.user(user.uid) == nil)
        #expect(try await tenant.user(byEmail: "ada@example.com")?.uid == user.uid)
    }
}
