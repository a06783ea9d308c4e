internal import HearthCore
internal import HearthJSON
internal import HearthWire

/// What a sign-in is, as a function is told: the same for all that it asks.
struct BlockingContext: Sendable {
    /// The sign-in method in the functions' words: `password`, `emailLink`, `phone`, or a provider's name.
    var method: String
    /// What an identity provider handed out, if one signs the user in.
    var idToken: Secret<String>?
    var accessToken: Secret<String>?
    var refreshToken: Secret<String>?
    var tokenSecret: Secret<String>?
    /// The provider's own words about the user, as JSON text.
    var rawUserInfo: String?
    /// What a SAML or OpenID provider says of the session, as JSON text.
    var attributes: String?

    init(method: String) {
        self.method = method
    }
}

/// A call of a function that has to be made before a transaction can go on.
struct BlockingQuestion: Sendable {
    let event: BlockingEvent
    let trigger: BlockingConfiguration.Trigger
    /// What the token says of the event, without its times and its identifier.
    let claims: JSONObject

    /// What makes two questions the same: the answer to one is the answer to the other.
    var key: String {
        event.rawValue + String(decoding: JSON.serialize(.object(claims)), as: UTF8.self)
    }
}

extension BlockingQuestion {
    /// The question about an account as it is, or would be, stored.
    init(
        _ event: BlockingEvent,
        about account: Account,
        _ context: BlockingContext,
        _ configuration: BlockingConfiguration,
        _ trigger: BlockingConfiguration.Trigger,
        proof: SecondFactorProof?,
        in call: Call
    ) {
        self.event = event
        self.trigger = trigger
        var claims = Self.envelope(event, trigger, call)
        claims["sub"] = .string(account.id.rawValue)
        claims["sign_in_method"] = .string(context.method)
        claims["sign_in_second_factor"] = proof.map { .string($0.kind) }
        claims["raw_user_info"] = context.rawUserInfo.map { .string($0) }
        claims["sign_in_attributes"] = context.attributes.flatMap { try? JSON.parse(Array($0.utf8)) }
        if configuration.forwardsIDToken { claims["oauth_id_token"] = Self.text(context.idToken?.reveal()) }
        if configuration.forwardsAccessToken {
            claims["oauth_access_token"] = Self.text(context.accessToken?.reveal())
            claims["oauth_token_secret"] = Self.text(context.tokenSecret?.reveal())
        }
        if configuration.forwardsRefreshToken {
            claims["oauth_refresh_token"] = Self.text(context.refreshToken?.reveal())
        }
        claims["user_record"] = .object(Self.record(of: account, in: call))
        self.claims = claims
    }

    /// The question about a message that is about to be sent.
    init(
        _ event: BlockingEvent,
        to receiver: String,
        kind: String,
        _ trigger: BlockingConfiguration.Trigger,
        in call: Call
    ) {
        self.event = event
        self.trigger = trigger
        var claims = Self.envelope(event, trigger, call)
        claims[event == .beforeSendEmail ? "email" : "phone_number"] = .string(receiver)
        claims[event == .beforeSendEmail ? "email_type" : "sms_type"] = .string(kind)
        self.claims = claims
    }

    private static func envelope(
        _ event: BlockingEvent,
        _ trigger: BlockingConfiguration.Trigger,
        _ call: Call
    ) -> JSONObject {
        var claims = JSONObject()
        claims["iss"] = .string(IdentityClaims.issuer(of: call.scope.project))
        claims["aud"] = .string(trigger.audience)
        claims["event_type"] = .string(event.rawValue)
        claims["user_agent"] = .string(call.client?.userAgent ?? "")
        claims["ip_address"] = .string(call.client?.address ?? "")
        claims["locale"] = text(call.locale)
        claims["tenant_id"] = text(call.scope.tenant?.rawValue)
        return claims
    }

    private static func record(of account: Account, in call: Call) -> JSONObject {
        var record = JSONObject()
        record["uid"] = .string(account.id.rawValue)
        record["email"] = text(account.email?.text)
        if account.email != nil { record["email_verified"] = .bool(account.isEmailVerified) }
        record["display_name"] = text(account.displayName)
        record["photo_url"] = text(account.photoURL)
        record["phone_number"] = text(account.phoneNumber?.text)
        record["disabled"] = .bool(account.isDisabled)
        record["tenant_id"] = text(call.scope.tenant?.rawValue)
        record["custom_claims"] = account.customAttributes.flatMap { try? JSON.parse(Array($0.utf8)) } ?? [:]
        // Readers go through it without a look whether it is there.
        record["provider_data"] = .array(providers(of: account))
        var metadata = JSONObject()
        metadata["creation_time"] = account.createdAt.map { .integer($0.milliseconds) }
        metadata["last_sign_in_time"] = account.lastLoginAt.map { .integer($0.milliseconds) }
        record["metadata"] = .object(metadata)
        record["tokens_valid_after_time"] = account.validSince.map { .integer($0) }
        if !account.secondFactors.isEmpty {
            record["multi_factor"] = ["enrolled_factors": .array(account.secondFactors.map(factor))]
        }
        return record
    }

    private static func providers(of account: Account) -> [JSONValue] {
        var entries: [JSONValue] = account.linked.map { provider in
            var entry = JSONObject()
            entry["provider_id"] = .string(provider.providerID.rawValue)
            entry["uid"] = .string(provider.rawID.rawValue)
            entry["display_name"] = text(provider.displayName)
            entry["photo_url"] = text(provider.photoURL)
            entry["email"] = text(provider.email?.text)
            return .object(entry)
        }
        if account.hasPasswordProvider, let email = account.email?.text {
            entries.append(
                ["provider_id": .string(ProviderID.password.rawValue), "uid": .string(email), "email": .string(email)]
            )
        }
        if let number = account.phoneNumber?.text {
            entries.append(
                [
                    "provider_id": .string(ProviderID.phone.rawValue), "uid": .string(number),
                    "phone_number": .string(number),
                ]
            )
        }
        return entries
    }

    private static func factor(_ factor: SecondFactor) -> JSONValue {
        var entry = JSONObject()
        entry["uid"] = .string(factor.id.rawValue)
        entry["display_name"] = text(factor.name)
        entry["phone_number"] = text(factor.phoneNumber?.text)
        entry["enrollment_time"] = .string(CivilTime(factor.enrolledAt).rfc3339)
        entry["factor_id"] = .string(factor.kind.rawValue)
        return .object(entry)
    }

    private static func text(_ text: String?) -> JSONValue? {
        text.map { .string($0) }
    }
}
