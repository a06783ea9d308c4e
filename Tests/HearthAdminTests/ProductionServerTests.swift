import HearthAdmin
import HearthAuth
import HearthBackend
import HearthCore
import HearthHTTP
import HearthJSON
import HearthTesting
import Testing

/// A server in production mode, its operator, and the application servers that it gave key files to.
@Suite("AdminAuth, with the key of a production server's own service account")
struct ProductionServerTests {
    private static let operatorToken = "0123456789abcdef0123456789abcdef"
    private static let origin = "https://identity.example.com"

    private let backend: TestBackend

    init() async throws {
        backend = try await TestBackend { configuration in
            configuration.profile = .strict
            configuration.isEmulator = false
            configuration.administratorToken = Secret(Self.operatorToken)
        }
    }

    /// Calls the API of service accounts.
    @discardableResult
    private func manage(
        _ method: HTTPMethod,
        _ path: String,
        _ body: JSONValue = [:],
        token: String = operatorToken
    ) async throws -> (status: Int, body: JSONValue) {
        let request = HTTPRequest(
            method,
            origin: Self.origin,
            target: "/iam.googleapis.com/v1/projects/\(backend.project.rawValue)/serviceAccounts" + path,
            fields: ["Content-Type": "application/json", "Authorization": "Bearer \(token)"],
            body: method == .post ? JSON.serialize(body) : []
        )
        let response = try await backend.transport.send(request)
        return (response.status, (try? JSON.parse(response.bytes)) ?? .null)
    }

    /// A new account with a key, and the file of the key as the operator downloads it.
    private func keyFile(_ name: String = "notes-api") async throws -> (
        email: String, id: String, file: Secret<[UInt8]>
    ) {
        let account = try await manage(.post, "", ["accountId": .string(name)])
        let email = try #require(account.body["email"]?.string, "\(account.body)")
        let key = try await manage(.post, "/\(email)/keys")
        let bytes = try #require(Base64.decode((key.body["privateKeyData"]?.string ?? "").utf8, .standard))
        let id = try #require(key.body["name"]?.string?.split(separator: "/").last.map(String.init))
        return (email, id, Secret(bytes))
    }

    private func admin(_ file: Secret<[UInt8]>) throws -> AdminAuth {
        let clock = backend.clock
        return try AdminAuth(
            serviceAccount: ServiceAccountKey(file: file),
            origin: Self.origin,
            transport: backend.transport,
            now: { clock.now }
        )
    }

    @Test func `administers users, whom the clients then see`() async throws {
        let admin = try admin(try await keyFile().file)
        #expect(admin.project == backend.project)
        let user = try await admin.createUser(
            NewUser {
                $0.email = "ada@example.com"
                $0.password = "a long and quiet river"
                $0.isEmailVerified = true
            }
        )
        let auth = Auth(backend)
        let signedIn = try await auth.signIn(withEmail: "ada@example.com", password: "a long and quiet river").user
        #expect(signedIn.uid == user.uid.rawValue)
        try await admin.setCustomClaims(["role": "editor"], of: user.uid)
        #expect(try await auth.idTokenResult(forcingRefresh: true).claims["role"]?.string == "editor")
        try await admin.revokeRefreshTokens(of: user.uid)
        backend.clock.advance(by: .seconds(1))
        let error = await #expect(throws: AuthError.self) { try await auth.idToken(forcingRefresh: true) }
        #expect(error?.recovery == .sessionEnded)
        try await admin.deleteUser(user.uid)
        #expect(try await admin.user(byEmail: "ada@example.com") == nil)
    }

    @Test func `signs custom tokens that the server accepts`() async throws {
        let admin = try admin(try await keyFile().file)
        let uid = try #require(UserID(rawValue: "from-our-own-database"))
        let token = try admin.createCustomToken(for: uid)
        let auth = Auth(backend)
        #expect(try await auth.signIn(withCustomToken: token.reveal()).user.uid == uid.rawValue)
    }

    @Test func `has no access any more when its key, or the account, is gone`() async throws {
        let (email, id, file) = try await keyFile()
        let first = try admin(file)
        _ = try await first.user(byEmail: "ada@example.com")
        #expect(try await manage(.delete, "/\(email)/keys/\(id)").status == 200)
        // A new process, and the old one when it needs another access token.
        let fresh = try admin(file)
        let refused = await #expect(throws: AdminError.self) { try await fresh.user(byEmail: "ada@example.com") }
        #expect(refused?.code == .accessDenied)
        backend.clock.advance(by: .hours(1))
        let later = await #expect(throws: AdminError.self) { try await first.user(byEmail: "ada@example.com") }
        #expect(later?.code == .accessDenied)

        let other = try await keyFile("other-api")
        let second = try admin(other.file)
        _ = try await second.user(byEmail: "ada@example.com")
        #expect(try await manage(.delete, "/\(other.email)").status == 200)
        let gone = await #expect(throws: AdminError.self) { try await second.user(byEmail: "ada@example.com") }
        #expect(gone?.code == .unauthenticated || gone?.code == .accessDenied)
    }

    @Test func `is made by the operator alone`() async throws {
        for token in ["owner", "", "0123456789abcdef0123456789abcdee"] {
            let answer = try await manage(.post, "", ["accountId": "notes"], token: token)
            #expect([401, 403].contains(answer.status), "\(token): \(answer.status)")
        }
        let user = try await Auth(backend).signInAnonymously().user.idToken().reveal()
        #expect([401, 403].contains(try await manage(.post, "", ["accountId": "notes"], token: user).status))
    }
}
