public import HearthJSON

/// A message that the identity service is about to send, which a blocking function decides about.
public struct AuthMessageEvent: Sendable {
    /// What is about to be sent.
    public enum Moment: String, Sendable, Hashable {
        /// A mail with a link or a code.
        case beforeSendEmail
        /// A text message with a code.
        case beforeSendSms

        /// The claims that name the receiver and what the message is for.
        var claims: (receiver: String, kind: String) {
            switch self {
            case .beforeSendEmail: ("email", "email_type")
            case .beforeSendSms: ("phone_number", "sms_type")
            }
        }
    }

    /// What becomes of the message.
    public enum Decision: String, Sendable, Hashable {
        /// It is sent, whatever reCAPTCHA says.
        case allow = "ALLOW"
        /// It is not sent, and the request that asked for it is refused.
        case block = "BLOCK"
    }

    /// What is about to be sent.
    public let moment: Moment
    /// The event, the same if the identity service asks again.
    public let id: String
    /// The address, or the phone number.
    public let receiver: String
    /// What the message is for: `EMAIL_SIGN_IN` or `PASSWORD_RESET` for mail, `SIGN_IN_OR_SIGN_UP`,
    /// `MULTI_FACTOR_SIGN_IN` or `MULTI_FACTOR_ENROLLMENT` for text messages.
    public let kind: String
    /// The tenant.
    public let tenant: String?
    /// Where the request came from.
    public let ipAddress: String?
    /// What the client says it is.
    public let userAgent: String?
    /// The client's language.
    public let locale: String?
    /// Every claim of the event.
    public let claims: JSONObject

    /// Reads an event.
    init?(_ claims: JSONObject) {
        guard let moment = claims["event_type"]?.string.flatMap(Moment.init(rawValue:)),
            let id = claims["event_id"]?.string, let receiver = claims[moment.claims.receiver]?.string,
            !receiver.isEmpty
        else { return nil }
        self.moment = moment
        self.id = id
        self.receiver = receiver
        self.claims = claims
        kind = claims[moment.claims.kind]?.string ?? ""
        tenant = claims["tenant_id"]?.string
        ipAddress = claims["ip_address"]?.string
        userAgent = claims["user_agent"]?.string
        locale = claims["locale"]?.string
    }
}

extension AuthMessageEvent.Decision {
    /// The answer to the identity service.
    var json: JSONValue { ["recaptchaActionOverride": .string(rawValue)] }
}
