import HearthCore
import HearthHTTP
import HearthJSON
import HearthTokens
import Testing

/// A signed-in user, as a client knows them.
struct TestUser: Sendable {
    let uid: String
    let idToken: String
    let refreshToken: String

    /// Reads the tokens of an answer.
    init(_ answer: TestClient.Answer) throws {
        let token = try #require(answer["idToken"]?.string ?? answer["id_token"]?.string, "\(answer.error ?? "")")
        idToken = token
        refreshToken = try #require(answer["refreshToken"]?.string ?? answer["refresh_token"]?.string)
        uid = try #require(try claims(of: token)["sub"]?.string)
    }
}

/// The claims of a token, no matter who signed it.
func claims(of token: String) throws -> JSONObject {
    try CompactJWS(token).payload
}

extension TestClient {
    /// Signs up with an address and a password.
    func signUp(_ email: String, _ password: String = "secret1", tenant: String? = nil) async throws -> TestUser {
        var body: [String: JSONValue] = ["email": .string(email), "password": .string(password)]
        if let tenant { body["tenantId"] = .string(tenant) }
        return try TestUser(try await user("accounts:signUp", JSONValue(body)))
    }

    /// Signs up a guest.
    func signUpGuest() async throws -> TestUser {
        try TestUser(try await user("accounts:signUp", [:]))
    }

    /// Makes a tenant in which everything is allowed; returns its identifier.
    func makeTenant(_ name: String = "staff") async throws -> String {
        let factors: JSONValue = [
            "state": "ENABLED", "enabledProviders": ["PHONE_SMS"],
            "providerConfigs": [["state": "ENABLED", "totpProviderConfig": [:]]],
        ]
        let body: JSONValue = [
            "displayName": .string(name), "allowPasswordSignup": true, "enableEmailLinkSignin": true,
            "enableAnonymousUser": true, "mfaConfig": factors,
        ]
        let answer = try await send(.post, "/v2/projects/demo-test/tenants", body, ["Authorization": "Bearer owner"])
        return try #require(answer["tenantId"]?.string, "\(answer.error ?? "")")
    }

    /// Signs in with an address and a password.
    func signIn(_ email: String, _ password: String = "secret1") async throws -> Answer {
        try await user("accounts:signInWithPassword", ["email": .string(email), "password": .string(password)])
    }

    /// Changes the account of an identity token.
    func update(_ user: TestUser, _ changes: [String: JSONValue]) async throws -> Answer {
        var body = changes
        body["idToken"] = .string(user.idToken)
        return try await self.user("accounts:update", JSONValue(body))
    }

    /// Shows the account of an identity token.
    func lookUp(_ user: TestUser) async throws -> Answer {
        try await self.user("accounts:lookup", ["idToken": .string(user.idToken)])
    }

    /// An account as an administrator sees it.
    func account(_ uid: String) async throws -> JSONValue {
        let answer = try await admin("accounts:lookup", ["localId": [.string(uid)]])
        return try #require(answer["users"]?.array?.first)
    }

    /// A code, as an administrator gets it.
    func code(_ type: String, _ body: [String: JSONValue]) async throws -> String {
        var body = body
        body["requestType"] = .string(type)
        body["returnOobLink"] = true
        let answer = try await admin("accounts:sendOobCode", JSONValue(body))
        return try #require(answer["oobCode"]?.string, "\(answer.error ?? "")")
    }
}

extension JSONValue {
    /// An object of members in no particular order.
    init(_ members: [String: JSONValue]) {
        var object = JSONObject()
        for member in members { object[member.key] = member.value }
        self = .object(object)
    }
}
