internal import HearthHTTP
internal import HearthJSON

/// Takes the secrets out of what a page shows: each becomes the word `hidden`.
enum Redaction {
    static let hidden = JSONValue.string(word)
    private static let word = "‹hidden›"

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

    /// The fields of a head whose values are credentials.
    private static let secretFields: Set<String> = [
        "cookie", "set-cookie", "proxy-authorization", "x-firebase-appcheck",
    ]

    /// The members and fields that hold an address with parameters.
    private static let addressMembers: Set<String> = ["requestUri", "location", "referer"]

    /// A document with its secrets hidden.
    static func apply(to value: JSONValue) -> JSONValue {
        switch value {
        case .array(let values): return .array(values.map(apply))
        case .object(let object):
            var shown = JSONObject()
            for member in object.members {
                let isSecret = secretMembers.contains(member.name) && !(member.value.string ?? "").isEmpty
                // `code` is an error's number too; only texts are secret.
                if isSecret {
                    shown[member.name] = hidden
                } else if member.name == "testPhoneNumbers", let numbers = member.value.object {
                    // Each of these codes signs in.
                    shown[member.name] = .object(numbers.names.reduce(into: JSONObject()) { $0[$1] = hidden })
                } else if addressMembers.contains(member.name), let text = member.value.string {
                    shown[member.name] = .string(address(text))
                } else {
                    shown[member.name] = apply(to: member.value)
                }
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
            let isSecret =
                name == "authorization" && field.value.lowercased() != "bearer owner" || secretFields.contains(name)
            let value = addressMembers.contains(name) ? address(field.value) : field.value
            shown[field.name] = isSecret ? hidden : .string(String(value.prefix(500)))
        }
        return .object(shown)
    }

    /// An address, absolute or not, with the secrets among its parameters hidden, those of its fragment too.
    static func address(_ text: String) -> String {
        guard let start = text.firstIndex(where: { "?#".contains($0) }) else { return text }
        var result = String(text[..<start])
        var rest = text[start...]
        while let mark = rest.first {
            result.append(mark)
            let parameter = rest.dropFirst().prefix { !"?#&".contains($0) }
            result += shown(parameter)
            rest = rest[parameter.endIndex...]
        }
        return result
    }

    private static func shown(_ parameter: Substring) -> String {
        guard let equals = parameter.firstIndex(of: "="), parameter.index(after: equals) < parameter.endIndex,
            let name = PercentEncoding.decode(parameter[..<equals]), secretMembers.contains(name)
        else { return String(parameter) }
        return "\(parameter[...equals])\(word)"
    }
}
