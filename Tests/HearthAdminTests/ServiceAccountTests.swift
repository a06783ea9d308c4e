import HearthAdmin
import HearthCore
import HearthCrypto
import HearthHTTP
import HearthJSON
import HearthTesting
import HearthTokens
import Testing

@Suite("AdminAuth, in the name of a service account")
struct ServiceAccountTests {
    private static let email = "api@demo.iam.gserviceaccount.com"

    private let fixture: Fixture
    private let key: RSAPrivateKey
    private let issuer: TokenIssuer

    init() async throws {
        fixture = try await Fixture()
        key = try RSAPrivateKey.generate()
        issuer = TokenIssuer(email: Self.email, key: key.publicKey, backend: fixture.backend.transport)
    }

    private func file(_ members: JSONObject = [:]) throws -> ServiceAccountKey {
        var file: JSONObject = [
            "type": "service_account", "project_id": .string(fixture.backend.project.rawValue),
            "private_key_id": "k1", "private_key": .string(try key.pem().reveal()), "client_email": .string(Self.email),
            "token_uri": .string(TokenIssuer.google),
        ]
        for member in members.members { file[member.name] = member.value }
        return try ServiceAccountKey(file: Secret(JSON.serialize(.object(file))))
    }

    private func google() throws -> AdminAuth {
        let clock = fixture.backend.clock
        return try AdminAuth(serviceAccount: file(), transport: issuer, now: { clock.now })
    }

    @Test func `administers a project at Google's own addresses`() async throws {
        let admin = try google()
        #expect(admin.project == fixture.backend.project)
        let user = try await admin.createUser(NewUser { $0.email = "ada@example.com" })
        #expect(try await admin.user(byEmail: "ada@example.com")?.uid == user.uid)
        let project = fixture.backend.project.rawValue
        #expect(
            issuer.state.withLock(\.addresses) == [
                TokenIssuer.google,
                "https://identitytoolkit.googleapis.com/v1/projects/\(project)/accounts",
                "https://identitytoolkit.googleapis.com/v1/projects/\(project)/accounts:lookup",
                "https://identitytoolkit.googleapis.com/v1/projects/\(project)/accounts:lookup",
            ]
        )
    }

    @Test func `keeps an access token until five minutes before its end`() async throws {
        let admin = try google()
        let uid = try #require(UserID(rawValue: "u"))
        for (step, traded) in [(Duration.zero, 1), (.minutes(54), 1), (.minutes(1), 2), (.minutes(54), 2)] {
            fixture.backend.clock.advance(by: step)
            _ = try await admin.user(uid)
            #expect(issuer.issued == traded)
        }
    }

    @Test(arguments: [(60, 29, 31), (0, 0, 0)] as [(Int64, Int64, Int64)])
    func `uses half of a short life`(_ lifetime: Int64, _ still: Int64, _ over: Int64) async throws {
        issuer.state.withLock { $0.lifetime = .integer(lifetime) }
        let admin = try google()
        let uid = try #require(UserID(rawValue: "u"))
        _ = try await admin.user(uid)
        fixture.backend.clock.advance(by: .seconds(still))
        _ = try await admin.user(uid)
        #expect(issuer.issued == (lifetime == 0 ? 2 : 1))
        fixture.backend.clock.advance(by: .seconds(over - still))
        _ = try await admin.user(uid)
        #expect(issuer.issued == (lifetime == 0 ? 3 : 2))
    }

    @Test func `a hundred calls at once trade one assertion`() async throws {
        let admin = try google()
        let uid = try #require(UserID(rawValue: "u"))
        let failures = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<100 {
                group.addTask {
                    do { return try await admin.user(uid) != nil } catch { return true }
                }
            }
            return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(failures == 0)
        #expect(issuer.issued == 1)
    }

    @Test func `replaces a token that the server has forgotten`() async throws {
        let admin = try google()
        let uid = try #require(UserID(rawValue: "u"))
        _ = try await admin.user(uid)
        issuer.state.withLock { _ = $0.forgotten.insert("Bearer ya29.1") }
        #expect(try await admin.user(uid) == nil)
        #expect(issuer.issued == 2)
    }

    @Test func `asks a server twice that refuses every token`() async throws {
        let admin = try google()
        let uid = try #require(UserID(rawValue: "u"))
        issuer.state.withLock { state in state.forgotten = Set((1...9).map { "Bearer ya29.\($0)" }) }
        let error = await #expect(throws: AdminError.self) { try await admin.user(uid) }
        #expect(error?.code == .unauthenticated)
        #expect(issuer.issued == 2)
    }

    @Test func `says that the account gets no access, without the server's sentence in the log`() async throws {
        issuer.state.withLock { $0.refusal = "invalid_grant" }
        let admin = try google()
        let uid = try #require(UserID(rawValue: "u"))
        let error = await #expect(throws: AdminError.self) { try await admin.user(uid) }
        #expect(error?.code == .accessDenied)
        #expect(error?.detail == "Invalid grant: account not found")
        #expect(error.map { "\($0)" } == "accessDenied (HTTP 400): the token endpoint said invalid_grant")
        issuer.state.withLock { $0.refusal = nil }
        #expect(try await admin.user(uid) == nil)
    }

    @Test func `is refused with another account's key`() async throws {
        let other = try ServiceAccountKey(email: Self.email, privateKey: RSAPrivateKey.generate().pem())
        let admin = try AdminAuth(serviceAccount: other, project: fixture.backend.project, transport: issuer)
        let uid = try #require(UserID(rawValue: "u"))
        let error = await #expect(throws: AdminError.self) { try await admin.user(uid) }
        #expect(error?.code == .accessDenied)
    }

    @Test func `administers a Hearth server, where its key file says`() async throws {
        let origin = "https://identity.example.com"
        let account = try file(["token_uri": .string(origin + "/token")])
        let admin = try AdminAuth(serviceAccount: account, origin: origin + "/", transport: issuer)
        _ = try await admin.createUser(NewUser { $0.email = "ada@example.com" })
        let bare = try ServiceAccountKey(email: Self.email, privateKey: key.pem())
        let other = try AdminAuth(
            serviceAccount: bare,
            origin: origin,
            project: fixture.backend.project,
            transport: issuer
        )
        #expect(try await other.user(byEmail: "ada@example.com") != nil)
        #expect(
            issuer.state.withLock(\.addresses).filter { $0.hasSuffix("/token") } == [
                origin + "/token", origin + "/oauth2.googleapis.com/token",
            ]
        )
    }

    @Test func `signs custom tokens with the same key`() throws {
        let uid = try #require(UserID(rawValue: "u"))
        let token = try UnverifiedToken(try google().createCustomToken(for: uid).reveal())
        #expect(token.unverifiedClaims["iss"]?.string == Self.email)
    }

    @Test func `needs a project, and sends nothing in the clear`() throws {
        let bare = try ServiceAccountKey(email: Self.email, privateKey: key.pem())
        let nameless = #expect(throws: AdminError.self) { try AdminAuth(serviceAccount: bare, transport: issuer) }
        #expect(nameless?.code == .invalidArgument)
        let open = #expect(throws: AdminError.self) { try file(["token_uri": "http://oauth2.example.com/token"]) }
        #expect(open?.code == .insecureOrigin)
        let account = try file()
        let server = #expect(throws: AdminError.self) {
            try AdminAuth(serviceAccount: account, origin: "http://identity.example.com", transport: issuer)
        }
        #expect(server?.code == .insecureOrigin)
    }

    @Test func `a verifier without a transport uses the platform's own, and says that no one answers`() async throws {
        // Nothing can listen at port 0.
        let verifier = try TokenVerifier.hearth(origin: "http://127.0.0.1:0", project: fixture.backend.project)
        let token = try await fixture.signUp("ada@example.com")
        await #expect(throws: TokenRejection.keysUnavailable) { try await verifier.verify(token) }
    }
}
