import HearthBackend
import HearthCore
import HearthHTTP
import HearthJSON
import HearthTesting
import HearthTokens
import HearthWire
import Testing

/// The accounts and codes that a row of the table needs; each is made when it is asked for.
actor ContractWorld {
    static let phone: JSONValue = "+15555550100"

    let backend: TestBackend
    let client: TestClient
    private var users: [String: TestUser] = [:]
    private var tenantName: String?

    init(_ profile: BackendConfiguration.Profile) async throws {
        backend = try await TestBackend {
            $0.profile = profile
            $0.hashesCheaply = true
            $0.acceptsUnprovedAddresses = false
            $0.relyingParty = RelyingParty(id: "localhost", origins: ["http://localhost"])
        }
        client = TestClient(backend)
    }

    private func user(_ name: String, _ make: () async throws -> TestUser) async throws -> TestUser {
        if let known = users[name] { return known }
        let user = try await make()
        users[name] = user
        return user
    }

    /// A user with an address and a password.
    var ada: TestUser {
        get async throws { try await user("ada") { try await client.signUp("ada@example.com") } }
    }

    /// Another one.
    var bo: TestUser {
        get async throws { try await user("bo") { try await client.signUp("bo@example.com") } }
    }

    /// A user whose address counts as proved.
    var verified: TestUser {
        get async throws { try await user("verified") { try await client.signUpVerified("ada@example.com") } }
    }

    /// A verified user with a telephone as second factor.
    var guarded: TestUser {
        get async throws {
            let verified = try await self.verified
            return try await user("guarded") { try await client.enrollPhone("+15555550100", verified) }
        }
    }

    /// A user without a credential.
    var guest: TestUser {
        get async throws { try await user("guest") { try await client.signUpGuest() } }
    }

    /// A user who signed in by phone.
    var caller: TestUser {
        get async throws {
            try await user("caller") { try TestUser(try await client.signInWithPhone("+15555550100")) }
        }
    }

    /// Ada, disabled by an administrator.
    var disabled: TestUser {
        get async throws {
            let ada = try await self.ada
            _ = try await client.admin("accounts:update", ["localId": ada.id, "disableUser": true])
            return ada
        }
    }

    /// Ada, deleted by an administrator.
    var gone: TestUser {
        get async throws {
            let ada = try await self.ada
            _ = try await client.admin("accounts:delete", ["localId": ada.id])
            return ada
        }
    }

    /// A code that is mailed to Ada's address.
    func code(_ type: String, _ more: [String: JSONValue] = [:]) async throws -> JSONValue {
        _ = try await ada
        var body = more
        body["email"] = "ada@example.com"
        return .string(try await client.code(type, body))
    }

    /// A texted code with its session, as a sign-in wants it.
    func texted() async throws -> ContractRequest {
        let session = try await client.sendVerificationCode(to: "+15555550100")
        return ["sessionInfo": .string(session), "code": .string(try await client.listedCode(of: session))]
    }

    /// A sign-in that waits for its second factor: its credential, and the factor.
    func pending() async throws -> (credential: JSONValue, factor: JSONValue) {
        let user = try await guarded
        let factor = try await client.factors(of: user.uid)[0]
        let answer = try await client.signIn("ada@example.com")
        return (try #require(answer["mfaPendingCredential"]), .string(factor))
    }

    /// The session of a second factor's texted code, and the code.
    func factorCode(_ start: TestClient.Answer, _ member: String) async throws -> JSONValue {
        let session = try #require(start[member]?["sessionInfo"]?.string, "\(start.text)")
        return ["sessionInfo": .string(session), "code": .string(try await client.listedCode(of: session))]
    }

    /// The identifier of a tenant in which everything is allowed.
    var tenant: String {
        get async throws {
            if let tenantName { return tenantName }
            let made = try await client.makeTenant()
            tenantName = made
            return made
        }
    }

    /// Changes the project's settings.
    func settle(_ settings: JSONValue, _ mask: String) async throws {
        let answer = try await client.config(.patch, settings, mask: mask)
        try #require(answer.status == 200, "\(answer.text)")
    }

    /// An unsigned custom token of a service account.
    static func customToken(issuer: String, at now: UnixTime) throws -> JSONValue {
        let payload: JSONObject = [
            "iss": .string(issuer), "sub": .string(issuer), "uid": "new", "iat": .integer(now.seconds),
            "exp": .integer(now.seconds + 3600),
            "aud": "https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit",
        ]
        return .string(try TokenMint.unsigned.mint(payload).reveal())
    }

    /// A request as its row describes it.
    func send(_ entry: ContractCase) async throws -> TestClient.Answer {
        let ask = try await entry.row.ask(self)
        let route = entry.group.route
        var path = route.emulatorPath.replacing("{targetProjectId}", with: "demo-test")
        for (name, value) in ask.path { path = path.replacing("{\(name)}", with: value) }
        if path.contains("{tenantId}") { path = path.replacing("{tenantId}", with: try await tenant) }
        let asker: ContractRow.Asker = entry.row.asker ?? (route.access.isPrivileged ? .owner : .app)
        var query = ask.query
        if asker == .app, route.access != .emulator { query += (query.isEmpty ? "" : "&") + "key=k" }
        let fields: HTTPFields =
            switch asker {
            case .owner: ["Authorization": "Bearer owner"]
            case .stranger: ["Authorization": "Bearer nonsense"]
            case .app, .anyone: [:]
            }
        let hasBody = route.method == .post || route.method == .patch
        return try await client.send(
            route.method,
            query.isEmpty ? path : "\(path)?\(query)",
            hasBody ? .object(ask.body) : nil,
            fields
        )
    }
}

extension TestUser {
    /// The identity token, as a request holds it.
    var token: JSONValue { .string(idToken) }
    /// The account's identifier, as a request holds it.
    var id: JSONValue { .string(uid) }
    /// The refresh token, as a request holds it.
    var refresh: JSONValue { .string(refreshToken) }
}
