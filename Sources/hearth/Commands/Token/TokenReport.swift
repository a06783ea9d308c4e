internal import HearthCore
internal import HearthJSON
internal import HearthTokens

/// A token in words.
struct TokenReport {
    private static let moments: Set<String> = ["iat", "exp", "nbf", "auth_time"]

    private let token: UnverifiedToken
    private let now: UnixTime

    init(_ token: UnverifiedToken, now: UnixTime) {
        self.token = token
        self.now = now
    }

    /// What the token says of itself, with a warning that no one has checked it.
    func inspection(isJSON: Bool) -> String {
        if isJSON {
            return Self.text([
                "verified": false, "header": .object(token.unverifiedHeader), "claims": .object(token.unverifiedClaims),
            ])
        }
        let lines =
            ["header"] + lines(token.unverifiedHeader) + ["", "claims"] + lines(token.unverifiedClaims) + ["", warning]
        return lines.joined(separator: "\n")
    }

    /// What is known once a token is believed.
    static func belief(_ token: VerifiedToken, isJSON: Bool, now: UnixTime) -> String {
        if isJSON {
            return text(["verified": true, "uid": .string(token.uid.rawValue), "claims": .object(token.claims)])
        }
        var lines = [
            "believed: issued for the project \(token.project), signed by one of the keys",
            "  user      \(token.uid.rawValue.printable)",
        ]
        if let email = token.email {
            lines.append("  address   \(email.printable), \(token.isEmailVerified ? "verified" : "not verified")")
        }
        if let provider = token.signInProvider { lines.append("  by        \(provider.printable)") }
        lines.append("  signed in \(TimeWords.text(token.authenticatedAt, now: now))")
        lines.append("  expires   \(TimeWords.text(token.expiresAt, now: now))")
        return lines.joined(separator: "\n")
    }

    /// Why a token is not believed, as JSON.
    static func refusal(_ rejection: TokenRejection) -> String {
        text(["verified": false, "reason": .string(rejection.rawValue), "message": .string(rejection.description)])
    }

    private var warning: String {
        let isOver = token.unverifiedExpiresAt.map { $0 <= now } ?? false
        return (isOver ? "It says that it has expired. " : "")
            + "Nothing was verified: anyone can write such a token. hearth token verify asks the keys."
    }

    private func lines(_ object: JSONObject) -> [String] {
        let width = object.names.map(\.count).max() ?? 0
        return object.members.map { member in
            "  \(member.name.printable.padded(to: width))  \(words(member))"
        }
    }

    private func words(_ member: JSONObject.Member) -> String {
        if Self.moments.contains(member.name), let seconds = member.value.integer {
            return "\(seconds)  \(TimeWords.text(UnixTime(seconds: seconds), now: now))"
        }
        return (member.value.string ?? Self.text(member.value, isPretty: false)).printable
    }

    private static func text(_ value: JSONValue, isPretty: Bool = true) -> String {
        String(decoding: JSON.serialize(value, isPretty: isPretty), as: UTF8.self)
    }
}
