internal import HearthCore
internal import HearthCrypto
internal import HearthHTTP
internal import HearthJSON

/// What a log can know of a request from its bytes alone.
enum TrafficFacts {
    /// Whether a health check succeeded: a load balancer makes one every second, and they would fill the log.
    static func isPassedHealthCheck(_ request: HTTPRequest, _ response: HTTPResponse) -> Bool {
        response.status == 200 && (request.path == "/healthz" || request.path == "/readyz")
    }

    /// The document of a body, whether JSON or a form.
    static func document(of body: [UInt8], _ fields: HTTPFields) -> JSONValue? {
        guard !body.isEmpty else { return nil }
        if fields["content-type"]?.contains("x-www-form-urlencoded") == true {
            guard let form = try? FormParameters(parsing: body, limit: 100) else { return nil }
            var object = JSONObject()
            for parameter in form.all { object[parameter.name] = .string(parameter.value) }
            return .object(object)
        }
        return try? JSON.parse(body, maximumValues: 50_000)
    }

    /// The error code of an answer, without the words that follow a colon.
    static func error(in exchange: TrafficEntry.Exchange) -> String? {
        guard exchange.status >= 400 else { return nil }
        guard let error = (try? JSON.parse(exchange.responseBody, maximumValues: 1000))?.object?["error"]?.object else {
            return nil
        }
        return error["message"]?.string.map { String($0.prefix { $0 != ":" }).trimmingSpaces }
            ?? error["status"]?.string
    }

    /// Which client asked: its own name for itself, else the first word of its user agent.
    static func client(of fields: HTTPFields) -> String? {
        if let version = fields["x-client-version"] { return String(version.prefix(80)) }
        return fields["user-agent"].map { String($0.prefix { $0 != "(" }.prefix(60)).trimmingSpaces }
    }

    /// What ties this request to others: the account, the address, and digests of the secrets that travel from an
    /// answer to the next request.
    static func keys(of documents: [JSONValue]) -> (keys: Set<String>, person: String?) {
        var keys: Set<String> = []
        var person: String?
        for members in documents.compactMap(\.object) {
            for (name, value) in members.members.map({ ($0.name, $0.value) }) {
                guard let text = value.string, !text.isEmpty else { continue }
                switch name {
                case "email", "identifier":
                    keys.insert("person:\(text.lowercased())")
                    person = text
                case "phoneNumber":
                    keys.insert("person:\(text)")
                    person = person ?? text
                case "localId", "user_id": keys.insert("user:\(text)")
                case "idToken", "id_token": if let user = subject(of: text) { keys.insert("user:\(user)") }
                case "mfaPendingCredential", "sessionInfo", "oobCode", "code", "refreshToken", "refresh_token",
                    "pendingToken", "sessionId", "phoneSessionInfo":
                    keys.insert(digest(of: text))
                default: break
                }
            }
            for nested in [
                "phoneVerificationInfo", "phoneResponseInfo", "phoneSignInInfo", "phoneEnrollmentInfo",
                "totpSessionInfo",
            ] {
                if let info = members[nested]?.object?["sessionInfo"]?.string { keys.insert(digest(of: info)) }
            }
            if let user = members["users"]?.array?.first?.object {
                if let id = user["localId"]?.string { keys.insert("user:\(id)") }
                person = person ?? user["email"]?.string
            }
        }
        return (keys, person)
    }

    /// A key that stands for a secret without being one.
    static func digest(of secret: String) -> String {
        "secret:" + Hex.encode(Digest.sha256.hash(Array(secret.utf8))).prefix(24)
    }

    /// The claims of a token, which nothing has verified.
    static func claims(of token: String) -> JSONObject? {
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let bytes = Base64.decode(parts[1].utf8) else { return nil }
        return (try? JSON.parse(bytes, maximumValues: 1000))?.object
    }

    private static func subject(of token: String) -> String? {
        claims(of: token)?["sub"]?.string
    }
}

extension String {
    /// The text without spaces at its ends.
    var trimmingSpaces: String {
        var text = self[...]
        while text.first == " " { text.removeFirst() }
        while text.last == " " { text.removeLast() }
        return String(text)
    }
}
