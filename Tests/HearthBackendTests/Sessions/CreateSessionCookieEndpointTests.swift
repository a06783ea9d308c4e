import HearthBackend
import HearthCore
import HearthHTTP
import HearthJSON
import HearthTesting
import HearthTokens
import Testing

@Suite("POST :createSessionCookie", .inProcessAndLiveInLongRuns)
struct CreateSessionCookieEndpointTests {
    private let backend: TestBackend
    private let client: TestClient

    init() async throws {
        (backend, client) = try await TestClient.strict()
    }

    private func make(_ body: JSONValue, _ client: TestClient? = nil, tenant: String? = nil) async throws
        -> TestClient.Answer
    {
        let place = tenant.map { "/tenants/\($0)" } ?? ""
        return try await (client ?? self.client).send(
            .post,
            "/identitytoolkit.googleapis.com/v1/projects/demo-test\(place):createSessionCookie",
            body,
            ["Authorization": "Bearer owner"]
        )
    }

    private func verifier(_ kind: TokenKind) throws -> TokenVerifier {
        try .hearth(
            origin: "http://127.0.0.1:9099",
            project: backend.project,
            transport: backend.transport,
            kind: kind,
            now: { [clock = backend.clock] in clock.now }
        )
    }

    @Test func `a cookie says what its token says, for longer`() async throws {
        let user = try await client.signUp("ada@example.com")
        backend.clock.advance(by: .minutes(10))
        let answer = try await make(["idToken": .string(user.idToken), "validDuration": "432000"])
        let cookie = try #require(answer["sessionCookie"]?.string)
        let verified = try await verifier(.sessionCookie).verify(cookie)
        let old = try claims(of: user.idToken)
        #expect(verified.uid.rawValue == user.uid && verified.email == "ada@example.com")
        #expect(verified.expiresAt - verified.issuedAt == .seconds(432_000))
        #expect(verified.claims["auth_time"] == old["auth_time"] && verified.claims["firebase"] == old["firebase"])
        #expect(verified.claims["iss"] == "https://session.firebase.google.com/demo-test")
    }

    @Test(arguments: [("300", 300), ("1209600", 1_209_600), (nil, 1_209_600)] as [(String?, Int64)])
    func `lasts five minutes to two weeks, and two weeks unless said`(_ text: String?, _ seconds: Int64) async throws {
        var body: [String: JSONValue] = ["idToken": .string(try await client.signUpGuest().idToken)]
        body["validDuration"] = text.map { .string($0) }
        let cookie = try #require(try await make(JSONValue(body))["sessionCookie"]?.string)
        let claims = try claims(of: cookie)
        #expect((claims["exp"]?.integer ?? 0) - (claims["iat"]?.integer ?? 0) == seconds)
    }

    @Test(
        arguments: [
            ("299", "INVALID_DURATION"), ("1209601", "INVALID_DURATION"), ("-1", "INVALID_DURATION"),
            ("9223372036854775807", "INVALID_DURATION"),
        ]
    )
    func `no other time is accepted`(_ duration: String, _ error: String) async throws {
        let token = JSONValue.string(try await client.signUpGuest().idToken)
        #expect(try await make(["idToken": token, "validDuration": .string(duration)]).error == error)
    }

    @Test(
        arguments: [
            ([:], "MISSING_ID_TOKEN"), (["idToken": ""], "MISSING_ID_TOKEN"), (["idToken": "x"], "INVALID_ID_TOKEN"),
        ]
            as [(JSONValue, String)]
    )
    func `needs a token`(_ body: JSONValue, _ error: String) async throws {
        #expect(try await make(body).error == error)
    }

    @Test(arguments: BackendConfiguration.Profile.allCases)
    func `an expired token makes no cookie, in neither profile`(
        _ profile: BackendConfiguration.Profile
    ) async throws {
        let backend = try await TestBackend { $0.profile = profile }
        let client = TestClient(backend)
        let token = JSONValue.string(try await client.signUpGuest().idToken)
        backend.clock.advance(by: .hours(1))
        #expect(try await make(["idToken": token], client).error == "INVALID_ID_TOKEN")
    }

    @Test func `a revoked token, a disabled user and a deleted one make no cookie`() async throws {
        let user = try await client.signUp("ada@example.com")
        let body: JSONValue = ["idToken": .string(user.idToken)]
        backend.clock.advance(by: .seconds(2))
        let since = JSONValue.string("\(backend.clock.now.seconds)")
        _ = try await client.admin("accounts:update", ["localId": .string(user.uid), "validSince": since])
        #expect(try await make(body).error == "TOKEN_EXPIRED")
        let again = try TestUser(try await client.signIn("ada@example.com"))
        let fresh: JSONValue = ["idToken": .string(again.idToken)]
        _ = try await client.admin("accounts:update", ["localId": .string(user.uid), "disableUser": true])
        #expect(try await make(fresh).error == "USER_DISABLED")
        _ = try await client.admin("accounts:delete", ["localId": .string(user.uid)])
        #expect(try await make(fresh).error == "USER_NOT_FOUND")
    }

    @Test(arguments: BackendConfiguration.Profile.allCases)
    func `a cookie is no ID token, and an ID token no cookie`(
        _ profile: BackendConfiguration.Profile
    ) async throws {
        let backend = try await TestBackend { $0.profile = profile }
        let client = TestClient(backend)
        let user = try await client.signUp("ada@example.com")
        let made = try await make(["idToken": .string(user.idToken)], client)
        let cookie = try #require(made["sessionCookie"]?.string)
        #expect(try await client.user("accounts:lookup", ["idToken": .string(cookie)]).error == "INVALID_ID_TOKEN")
        #expect(try await make(["idToken": .string(cookie)], client).error == "INVALID_ID_TOKEN")
    }

    @Test func `a verifier of one kind refuses the other`() async throws {
        let user = try await client.signUp("ada@example.com")
        let cookie = try #require(try await make(["idToken": .string(user.idToken)])["sessionCookie"]?.string)
        let (tokens, cookies) = (try verifier(.idToken), try verifier(.sessionCookie))
        await #expect(throws: TokenRejection.sessionCookie) { try await tokens.verify(cookie) }
        await #expect(throws: TokenRejection.idToken) { try await cookies.verify(user.idToken) }
    }

    @Test func `cookies have keys of their own, published as key set and as certificates`() async throws {
        let token = JSONValue.string(try await client.signUpGuest().idToken)
        let cookie = try #require(try await make(["idToken": token])["sessionCookie"]?.string)
        let id = try #require(try CompactJWS(cookie).header["kid"]?.string)
        let set = try await client.send(.get, "/identitytoolkit.googleapis.com/v1/sessionCookiePublicKeys")
        #expect(set["keys"]?.array?.map { $0["kid"]?.string } == [id])
        let certificates = try await client.send(
            .get,
            "/www.googleapis.com/identitytoolkit/v3/relyingparty/publicKeys"
        )
        #expect(certificates.document.object?.names == [id])
        #expect(certificates[id]?.text.hasPrefix("-----BEGIN CERTIFICATE-----") == true)
        #expect(certificates.fields["cache-control"]?.contains("max-age") == true)
        let v1 = try await client.send(.get, "/identitytoolkit.googleapis.com/v1/publicKeys")
        #expect(v1.document == certificates.document && v1.fields["expires"] != nil)
        let jwks = "/www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com"
        #expect(try await client.send(.get, jwks)["keys"]?.array?.contains { $0["kid"]?.string == id } == false)
    }

    @Test func `a tenant's token makes a cookie of that tenant`() async throws {
        let (one, two) = (try await client.makeTenant("first"), try await client.makeTenant("second"))
        let user = try await client.signUp("ada@example.com", tenant: one)
        let body: JSONValue = ["idToken": .string(user.idToken)]
        let cookie = try #require(try await make(body, tenant: one)["sessionCookie"]?.string)
        #expect(try claims(of: cookie)["firebase"]?["tenant"] == .string(one))
        #expect(try await make(body, tenant: two).error == "TENANT_ID_MISMATCH")
    }

    @Test func `without signatures, as the official emulator makes them`() async throws {
        let client = TestClient(try await TestBackend { $0.tokenSigning = .none })
        let token = JSONValue.string(try await client.signUpGuest().idToken)
        let cookie = try #require(try await make(["idToken": token], client)["sessionCookie"]?.string)
        #expect(try CompactJWS(cookie).header["alg"] == "none")
        #expect(try await client.user("accounts:lookup", ["idToken": .string(cookie)]).error == "INVALID_ID_TOKEN")
    }

    @Test func `is for administrators`() async throws {
        let path = "/identitytoolkit.googleapis.com/v1/projects/demo-test:createSessionCookie?key=k"
        #expect(try await client.send(.post, path, [:]).status == 401)
    }
}
