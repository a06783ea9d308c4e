internal import HearthJSON
internal import HearthWire

/// What an application may claim of its users.
enum CustomClaims {
    /// The largest claims that an account can carry, in characters of JSON text.
    static let maximumLength = 1000

    /// Names that mean something to every reader of tokens.
    private static let reserved = [
        "iss", "aud", "sub", "iat", "exp", "nbf", "jti", "nonce", "azp", "acr", "amr", "cnf", "auth_time", "firebase",
        "at_hash", "c_hash",
    ]

    /// Claims as JSON text with others over them.
    static func merging(_ claims: String?, _ others: String?) -> String? {
        guard let others else { return claims }
        guard let claims, var object = try? JSON.parse(Array(claims.utf8)).object,
            let more = try? JSON.parse(Array(others.utf8)).object
        else { return others }
        for member in more.members { object[member.name] = member.value }
        return String(decoding: JSON.serialize(.object(object)), as: UTF8.self)
    }

    /// Refuses claims that are not an object, or that use a reserved name.
    static func check(_ claims: JSONValue?) throws(APIError) -> JSONObject {
        guard let object = claims?.object else { throw APIError(.invalidClaims) }
        for name in reserved where object[name] != nil { throw APIError(.forbiddenClaim, name) }
        return object
    }

    /// Refuses text that does not hold acceptable claims.
    @discardableResult
    static func check(text: String) throws(APIError) -> JSONObject {
        guard text.utf16.count <= maximumLength else { throw APIError(.claimsTooLarge) }
        guard let value = try? JSON.parse(Array(text.utf8)) else { throw APIError(.invalidClaims) }
        return try check(value)
    }
}
