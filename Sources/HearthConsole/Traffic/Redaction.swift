internal import HearthHTTP
internal import HearthJSON

/// Takes the secrets out of what a page shows: each becomes the word `hidden`.
enum Redaction {
    static let hidden = JSONValue.string("‹hidden›")

    /// The members whose texts are secrets, whichever operation they stand in.
    static let secretMembers: Set<String> = [
        "password", "newPassword", "idToken", "id_token", "refreshToken", "refresh_token", "access_token",
        "accessToken",
        "token", "oobCode", "oobLink", "code", "sessionInfo", "phoneSessionInfo", "mfaPendingCredential",
        "pendingToken",
        "postBody", "sharedSecretKey", "temporaryProof", "verificationCode", "assertion", "sessionCookie",
        "customToken",
        "passwordHash", "salt", "signerKey", "clientSecret", "oauthAccessToken", "oauthIdToken", "oauthTokenSecret",
        "client_secret", "private_key", "privateKey", "sessionId", "fakeHash",
    ]

    /// A document with its secrets hidden.
    static func apply(to value: JSONValue) -> JSONValue {
        switch value {
        case .array(let values): return .array(values.map(apply))
        case .object(let object):
            var shown = JSONObject()
            for member in object.members {
                let isSecret = secretMembers.contains(member.name) && !(member.value.string ?? "").isEmpty
                // `code` is an error's number too; only texts are secret.
                shown[member.name] = isSecret ? hidden : apply(to: member.value)
            }
            return .object(shown)
        default: return value
        }
    }

    /// Fields of a head with their credentials hidden.
    static func apply(to fields: HTTPFields) -> JSONValue {
        var shown = JSONObject()
        for field in fields.all.prefix(50) {
            let name = field.name.lowercased()
            let isSecret = name == "authorization" && field.value.lowercased() != "bearer owner" || name == "cookie"
            shown[field.name] = isSecret ? hidden : .string(String(field.value.prefix(500)))
        }
        return .object(shown)
    }
}
