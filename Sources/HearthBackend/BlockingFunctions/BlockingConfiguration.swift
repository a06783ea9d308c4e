internal import HearthJSON
internal import HearthWire

/// What a project's function can be asked about.
enum BlockingEvent: String, Sendable, CaseIterable {
    /// A user's first account is about to be stored.
    case beforeCreate
    /// A user's credentials are right, and tokens are about to be made.
    case beforeSignIn
    /// A link is about to be mailed.
    case beforeSendEmail
    /// A code is about to be texted.
    case beforeSendSms
}

/// Which functions a project wants to be asked, and what they are told.
struct BlockingConfiguration: Sendable {
    /// A function.
    struct Trigger: Sendable, Hashable {
        let url: String
        /// The audience of the tokens that the function is called with; its address unless the project chose another.
        let audience: String
    }

    let triggers: [BlockingEvent: Trigger]
    let forwardsIDToken: Bool
    let forwardsAccessToken: Bool
    let forwardsRefreshToken: Bool

    /// Reads what was stored, which was checked then.
    init(_ stored: JSONValue?) {
        var triggers: [BlockingEvent: Trigger] = [:]
        for member in stored?["triggers"]?.object?.members ?? [] {
            guard let event = BlockingEvent(rawValue: member.name), let url = member.value["functionUri"]?.string else {
                continue
            }
            triggers[event] = Trigger(url: url, audience: member.value["audience"]?.string ?? url)
        }
        self.triggers = triggers
        let forwards = stored?["forwardInboundCredentials"]
        forwardsIDToken = forwards?["idToken"]?.bool ?? false
        forwardsAccessToken = forwards?["accessToken"]?.bool ?? false
        forwardsRefreshToken = forwards?["refreshToken"]?.bool ?? false
    }

    /// Refuses what an administrator wrote, in the words of the official emulator, and in strict addresses that this
    /// server may not call.
    ///
    /// - Throws: `APIError` `INVALID_BLOCKING_FUNCTION`.
    static func check(_ value: JSONValue?, _ rule: OutboundRule) throws(APIError) {
        guard let value, value != .null else { return }
        guard value.object != nil else { throw .invalidArgument("blockingFunctions: an object is expected") }
        guard let triggers = value["triggers"], triggers != .null else { return }
        guard let members = triggers.object?.members else {
            throw .invalidArgument("blockingFunctions.triggers: an object is expected")
        }
        for member in members {
            guard BlockingEvent(rawValue: member.name) != nil else {
                throw APIError(.invalidBlockingFunction, "((Event type is invalid.))")
            }
            guard let url = member.value["functionUri"]?.string, ContinueURL.isAbsolute(url) else {
                throw APIError(
                    .invalidBlockingFunction,
                    "((Expected an absolute URI with valid scheme and host.))"
                )
            }
            if let reason = rule.refusal(of: url) { throw APIError(.invalidBlockingFunction, reason) }
            // A token for this audience must never pass for a user's own.
            if let audience = member.value["audience"] {
                guard let text = audience.string, text.contains("/"), ContinueURL.isAbsolute(text) else {
                    throw APIError(.invalidBlockingFunction, "audience: an absolute URI is expected")
                }
            }
        }
    }
}
