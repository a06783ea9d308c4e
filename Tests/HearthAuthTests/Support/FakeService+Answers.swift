import HearthCore
import HearthJSON

extension FakeService.State {
    mutating func answer(_ operation: String, _ body: JSONValue) -> Result<JSONValue, Refusal> {
        do throws(Refusal) {
            switch operation {
            case "signUp": return .success(try signUp(body))
            case "signInWithPassword": return .success(try signIn(body))
            case "signInWithCustomToken": return .success(tokens(for: body["token"]?.string ?? "", "custom"))
            case "token": return .success(try refresh(body))
            case "lookup": return .success(["users": [show(try account(body))]])
            case "update": return .success(try update(body))
            case "delete":
                accounts[try account(body).uid] = nil
                return .success([:])
            case "sendOobCode":
                if body["idToken"] != nil { _ = try account(body) }
                return .success(["email": body["email"] ?? .null])
            case "resetPassword":
                return .success(["requestType": "PASSWORD_RESET", "email": "eve@example.com"])
            case "passwordPolicy":
                return .success(["customStrengthOptions": ["minPasswordLength": 6], "schemaVersion": 1])
            case "verifyIosClient": return .success(["receipt": "r1", "suggestedTimeout": "5"])
            default: throw Refusal("UNKNOWN_OPERATION")
            }
        } catch {
            return .failure(error)
        }
    }

    private mutating func signUp(_ body: JSONValue) throws(Refusal) -> JSONValue {
        let email = body["email"]?.string
        if let email, accounts.values.contains(where: { $0.email == email }) { throw Refusal("EMAIL_EXISTS") }
        if body["idToken"] != nil {
            var linked = try account(body)
            linked.email = email
            linked.password = body["password"]?.string
            accounts[linked.uid] = linked
            return tokens(for: linked.uid, "password")
        }
        serial += 1
        let uid = "user-\(serial)"
        accounts[uid] = FakeService.Account(uid: uid, email: email, password: body["password"]?.string)
        return tokens(for: uid, email == nil ? "anonymous" : "password")
    }

    private mutating func signIn(_ body: JSONValue) throws(Refusal) -> JSONValue {
        let match = accounts.values.first { $0.email == body["email"]?.string && $0.email != nil }
        guard let match, match.password == body["password"]?.string else { throw Refusal("INVALID_LOGIN_CREDENTIALS") }
        guard !match.isDisabled else { throw Refusal("USER_DISABLED") }
        return tokens(for: match.uid, "password")
    }

    private mutating func refresh(_ body: JSONValue) throws(Refusal) -> JSONValue {
        let token = body["refreshToken"]?.string ?? ""
        guard let uid = refreshTokens[token] else { throw Refusal("INVALID_REFRESH_TOKEN") }
        if let reason = revoked[token] { throw Refusal(reason) }
        guard let account = accounts[uid] else { throw Refusal("USER_NOT_FOUND") }
        guard !account.isDisabled else { throw Refusal("USER_DISABLED") }
        let tokens = tokens(for: uid, account.email == nil ? "anonymous" : "password")
        return [
            "id_token": tokens["idToken"] ?? .null, "access_token": tokens["idToken"] ?? .null,
            "refresh_token": tokens["refreshToken"] ?? .null, "expires_in": "3600", "user_id": .string(uid),
            "project_id": 12345, "token_type": "Bearer",
        ]
    }

    private mutating func update(_ body: JSONValue) throws(Refusal) -> JSONValue {
        if body["oobCode"] != nil { return ["email": "eve@example.com"] }
        var account = try account(body)
        if let name = body["displayName"]?.string { account.displayName = name }
        if let photo = body["photoUrl"]?.string { account.photoURL = photo }
        if let email = body["email"]?.string { account.email = email }
        for attribute in body["deleteAttribute"]?.array ?? [] {
            if attribute == "DISPLAY_NAME" { account.displayName = nil }
            if attribute == "PHOTO_URL" { account.photoURL = nil }
        }
        accounts[account.uid] = account
        guard let password = body["password"]?.string else { return ["localId": .string(account.uid)] }
        accounts[account.uid]?.password = password
        for (token, uid) in refreshTokens where uid == account.uid { revoked[token] = "TOKEN_EXPIRED" }
        return tokens(for: account.uid, "password")
    }

    private func account(_ body: JSONValue) throws(Refusal) -> FakeService.Account {
        guard let token = body["idToken"]?.string, let claims = FakeToken.claims(token) else {
            throw Refusal("INVALID_ID_TOKEN")
        }
        guard let expiry = claims["exp"]?.integer, expiry > now().seconds else { throw Refusal("INVALID_ID_TOKEN") }
        guard let account = accounts[claims["sub"]?.string ?? ""] else { throw Refusal("USER_NOT_FOUND") }
        guard !account.isDisabled else { throw Refusal("USER_DISABLED") }
        return account
    }

    mutating func tokens(for uid: String, _ provider: String) -> JSONValue {
        serial += 1
        let idToken = FakeToken.make(
            uid,
            provider: provider,
            issuedAt: now(),
            lifetime: lifetime,
            serial: serial,
            email: accounts[uid]?.email
        )
        let refreshToken = "refresh-\(serial)-of-\(uid)"
        refreshTokens[refreshToken] = uid
        return [
            "idToken": .string(idToken), "refreshToken": .string(refreshToken), "expiresIn": "3600",
            "localId": .string(uid),
        ]
    }

    private func show(_ account: FakeService.Account) -> JSONValue {
        var user = JSONObject()
        user["localId"] = .string(account.uid)
        user["email"] = account.email.map(JSONValue.string)
        user["emailVerified"] = account.email == nil ? nil : .bool(account.isVerified)
        user["displayName"] = account.displayName.map(JSONValue.string)
        user["photoUrl"] = account.photoURL.map(JSONValue.string)
        user["createdAt"] = "1700000000000"
        user["lastLoginAt"] = "1800000000000"
        if account.password != nil {
            user["providerUserInfo"] = [["providerId": "password", "rawId": account.email.map(JSONValue.string) ?? ""]]
        }
        return .object(user)
    }
}

/// Identity tokens that no one signed.
enum FakeToken {
    static func make(
        _ uid: String,
        provider: String = "password",
        issuedAt: UnixTime = UnixTime(seconds: 1_800_000_000),
        lifetime: Int64 = 3600,
        serial: Int = 0,
        email: String? = nil
    ) -> String {
        var claims: JSONValue = [
            "sub": .string(uid), "iat": .integer(issuedAt.seconds), "exp": .integer(issuedAt.seconds + lifetime),
            "auth_time": .integer(issuedAt.seconds), "jti": .integer(Int64(serial)), "role": "editor",
            "firebase": ["sign_in_provider": .string(provider)],
        ]
        if let email, var object = claims.object {
            object["email"] = .string(email)
            claims = .object(object)
        }
        let header = Base64.encode(Array(#"{"alg":"none"}"#.utf8))
        return header + "." + Base64.encode(JSON.serialize(claims)) + ".c2lnbmF0dXJl"
    }

    static func claims(_ token: String) -> JSONValue? {
        let parts = token.split(separator: ".")
        guard parts.count == 3, let payload = Base64.decode(parts[1].utf8) else { return nil }
        return try? JSON.parse(payload)
    }
}
