import HearthBackend
import HearthCore
import HearthHTTP
import HearthJSON
import HearthTesting
import Testing

/// Attacks through what administrators and functions may do: a caller with some rights who wants others.
@Suite("Rights that do not grow", .inProcessAndLive)
struct AdministrationAttackTests {
    private static let words = "correct horse 7"

    @Test func `an import puts no account into another tenant, and takes none from it`() async throws {
        let (_, client) = try await TestClient.strict()
        let (own, other) = (try await client.makeTenant("aaaa"), try await client.makeTenant("bbbb"))
        let victim = try await client.signUp("ada@example.com", Self.words, tenant: other)
        let users: JSONValue = [
            "allowOverwrite": true,
            "users": [["localId": .string(victim.uid), "email": "eve@example.com", "tenantId": .string(other)]],
        ]
        _ = try await client.admin("tenants/\(own)/accounts:batchCreate", users)
        let kept = try await client.admin("tenants/\(other)/accounts:lookup", ["localId": [.string(victim.uid)]])
        #expect(kept["users"]?.array?.first?["email"] == "ada@example.com")
        let signIn: JSONValue = [
            "email": "ada@example.com", "password": .string(Self.words), "tenantId": .string(other),
        ]
        #expect(try await client.user("accounts:signInWithPassword", signIn).status == 200)
    }

    @Test func `a page token that was changed by hand shows nothing of another tenant`() async throws {
        let (_, client) = try await TestClient.strict()
        let (own, other) = (try await client.makeTenant("aaaa"), try await client.makeTenant("bbbb"))
        let mine = try await client.signUp("mine@example.com", Self.words, tenant: own)
        let theirs = try await client.signUp("theirs@example.com", Self.words, tenant: other)
        for token in ["", theirs.uid, "%00", "' OR 1=1 --", "0"] {
            let text = token.utf8.map { "%" + Hex.encode([$0]) }.joined()
            let page = try await client.admin("tenants/\(own)/accounts:batchGet?nextPageToken=\(text)", method: .get)
            let shown = (page["users"]?.array ?? []).compactMap { $0["localId"]?.string }
            #expect(shown.allSatisfy { $0 == mine.uid })
        }
    }

    @Test(arguments: ["' OR 1=1 --", "%", "_", "ada@example.com' --", "*", "\u{0}"])
    func `an expression of a query is a value and nothing more`(_ text: String) async throws {
        let (_, client) = try await TestClient.strict()
        _ = try await client.signUp("ada@example.com", Self.words)
        for member in ["userId", "email", "phoneNumber"] {
            let expression = JSONValue([member: .string(text)])
            let found = try await client.admin("accounts:query", ["returnUserInfo": true, "expression": [expression]])
            #expect(found.status == 400 || (found["userInfo"]?.array ?? []).isEmpty, "\(member): \(found.text)")
        }
    }

    @Test(arguments: BackendConfiguration.Profile.allCases)
    func `claims that an import brings overrule nothing that a token says`(
        _ profile: BackendConfiguration.Profile
    ) async throws {
        let client = TestClient(try await TestBackend { $0.profile = profile })
        let forged = #"{"sub":"victim","aud":"other","iss":"x","exp":9999999999,"firebase":{"tenant":"t"},"role":"a"}"#
        let user: JSONValue = [
            "localId": "eve", "email": "eve@example.com", "customAttributes": .string(forged),
        ]
        _ = try await client.admin("accounts:batchCreate", ["users": [user]])
        let update: JSONValue = ["localId": "eve", "password": .string(Self.words)]
        guard try await client.admin("accounts:update", update).status == 200 else { return }
        let eve = try TestUser(try await client.signIn("eve@example.com", Self.words))
        let claims = try claims(of: eve.idToken)
        #expect(eve.uid == "eve" && claims["aud"] == "demo-test" && claims["firebase"]?["tenant"] == nil)
        #expect(claims["iss"] == "https://securetoken.google.com/demo-test")
        #expect(try #require(claims["exp"]?.integer) < 9_999_999_999)
    }

    @Test(arguments: BackendConfiguration.Profile.allCases)
    func `a function's answer changes no identity, password, method or tenant`(
        _ profile: BackendConfiguration.Profile
    ) async throws {
        let (_, client, function) = try await FakeFunction.bench(profile)
        let victim = try await client.signUp("victim@example.com", Self.words)
        let mask =
            "localId,uid,email,phoneNumber,passwordHash,password,tenantId,mfaInfo,validSince,providerUserInfo,displayName"
        let record: JSONValue = [
            "updateMask": .string(mask), "localId": .string(victim.uid), "uid": .string(victim.uid),
            "email": "victim@example.com", "phoneNumber": "+15555550100", "password": "another secret",
            "passwordHash": "x", "tenantId": "t", "mfaInfo": [], "validSince": "1", "displayName": "Eve",
            "providerUserInfo": [["providerId": "google.com", "rawId": "1"]],
        ]
        for event in ["beforeCreate", "beforeSignIn"] {
            function.answer(event, ["userRecord": record])
            let email = "eve-\(event.lowercased())@example.com"
            let eve = try await client.signUp(email, Self.words)
            #expect(eve.uid != victim.uid)
            let account = try await client.account(eve.uid)
            #expect(account["displayName"] == "Eve" && account["email"] == .string(email))
            #expect(account["phoneNumber"] == nil && account["tenantId"] == nil)
            #expect(account["providerUserInfo"]?.array?.map { $0["providerId"]?.text } == ["password"])
            #expect(try await client.signIn(email, Self.words).status == 200)
            #expect(try await client.signIn(email, "another secret").status == 400)
        }
    }

    @Test func `a service account reads no metrics, as it manages no accounts of its kind`() async throws {
        let bench = try await ServiceAccountBench()
        let token = try await bench.token(bench.keyFile())
        #expect(try await bench.call(.get, "/metrics", token: token).status == 403)
        #expect(try await bench.operate(.get, "/metrics").status == 200)
    }
}
