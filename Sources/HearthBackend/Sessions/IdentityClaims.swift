internal import HearthCore
internal import HearthJSON
internal import HearthWire

/// What an identity token says.
enum IdentityClaims {
    /// How long an identity token is accepted.
    static let lifetime: Duration = .hours(1)

    /// The claims of a token, in the order in which the emulator writes them.
    ///
    /// A name or a picture of the account gives way to the account's custom claims, these to the claims of the
    /// session, and all of them to the reserved ones.
    ///
    /// - Parameters:
    ///   - account: The account.
    ///   - session: The session.
    ///   - id: The session's identifier, if the token is bound to it.
    ///   - scope: Where the account belongs.
    ///   - now: The moment of issue.
    /// - Returns: The claims.
    static func make(
        _ account: Account,
        _ session: Session,
        id: String? = nil,
        in scope: Scope,
        now: UnixTime
    ) -> JSONObject {
        var claims = JSONObject()
        claims["name"] = text(account.displayName)
        claims["picture"] = text(account.photoURL)
        merge(account.customAttributes, into: &claims)
        merge(session.claims, into: &claims)
        // Reserved claims win even where they are absent.
        claims["email"] = text(account.email?.text)
        claims["email_verified"] = account.email == nil ? nil : .bool(account.isEmailVerified)
        claims["phone_number"] = text(account.phoneNumber?.text)
        claims["provider_id"] = session.provider == .anonymous ? .string(session.provider.rawValue) : nil
        claims["auth_time"] = .integer(session.authTime)
        claims["user_id"] = .string(account.id.rawValue)
        claims["firebase"] = firebase(account, session, id, in: scope)
        claims["iat"] = .integer(now.seconds)
        claims["exp"] = .integer(now.seconds + lifetime.wholeSeconds)
        claims["aud"] = .string(scope.project.rawValue)
        claims["iss"] = .string(issuer(of: scope.project))
        claims["sub"] = .string(account.id.rawValue)
        return claims
    }

    /// The issuer of a project's tokens.
    static func issuer(of project: ProjectID) -> String {
        "https://securetoken.google.com/\(project)"
    }

    private static func firebase(_ account: Account, _ session: Session, _ id: String?, in scope: Scope) -> JSONValue {
        var identities = JSONObject()
        if let email = account.email { identities["email"] = [.string(email.text)] }
        for provider in account.linked {
            let name = provider.providerID.rawValue
            identities[name] = .array((identities[name]?.array ?? []) + [.string(provider.rawID.rawValue)])
        }
        if let number = account.phoneNumber { identities[ProviderID.phone.rawValue] = [.string(number.text)] }
        var firebase = JSONObject()
        firebase["identities"] = .object(identities)
        firebase["sign_in_provider"] = .string(session.provider.rawValue)
        firebase["sign_in_second_factor"] = text(session.secondFactor)
        firebase["second_factor_identifier"] = text(session.secondFactorID?.rawValue)
        firebase["session_id"] = text(id)
        firebase["tenant"] = text(scope.tenant?.rawValue)
        firebase["sign_in_attributes"] = session.attributes.flatMap { try? JSON.parse(Array($0.utf8)) }
        return .object(firebase)
    }

    private static func merge(_ text: String?, into claims: inout JSONObject) {
        guard let text, let object = try? JSON.parse(Array(text.utf8)).object else { return }
        for member in object.members { claims[member.name] = member.value }
    }

    private static func text(_ text: String?) -> JSONValue? {
        text.map { .string($0) }
    }
}
