public import HearthHTTP

/// Why an administrator's call did not succeed.
///
/// Decide on ``code``. The description holds no secret, no address and none of the service's free text.
public struct AdminError: Error, Sendable, Hashable {
    /// What went wrong, open to new values.
    public struct Code: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
        /// The service's own word, for example `EMAIL_EXISTS`; for what the service did not say, one in lower case.
        public let rawValue: String

        /// Creates a code from its spelling.
        ///
        /// - Parameter rawValue: The service's own word.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The spelling.
        public var description: String { rawValue }

        /// Whether an error has this code, for `catch AdminError.Code.emailExists`.
        ///
        /// - Parameters:
        ///   - code: The code that is looked for.
        ///   - error: Any error.
        /// - Returns: Whether it is an ``AdminError`` with that code.
        public static func ~= (code: Code, error: any Error) -> Bool {
            (error as? AdminError)?.code == code
        }
    }

    /// What went wrong.
    public var code: Code
    /// What the service said after its word; not for logs.
    public var detail: String?
    /// The HTTP status of the service's answer, if there was one.
    public var httpStatus: Int?
    /// Why no answer arrived, for ``Code/noAnswer``.
    public var transport: TransportError.Kind?
    /// Words for the developer, without any part of a request or an answer.
    public var reason: String

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - code: What went wrong.
    ///   - reason: Words for the developer, without secrets.
    public init(_ code: Code, _ reason: String = "") {
        self.code = code
        self.reason = reason
    }
}

extension AdminError: CustomStringConvertible {
    /// The code, the status and the developer's words.
    public var description: String {
        var text = code.rawValue
        if let httpStatus { text += " (HTTP \(httpStatus))" }
        return reason.isEmpty ? text : text + ": " + reason
    }
}

extension AdminError.Code {
    /// Another user has the e-mail address.
    public static let emailExists = Self(rawValue: "EMAIL_EXISTS")
    /// Another user has the telephone number.
    public static let phoneNumberExists = Self(rawValue: "PHONE_NUMBER_EXISTS")
    /// Another user has the identifier.
    public static let uidExists = Self(rawValue: "DUPLICATE_LOCAL_ID")
    /// There is no such user.
    public static let userNotFound = Self(rawValue: "USER_NOT_FOUND")
    /// No user has the e-mail address.
    public static let emailNotFound = Self(rawValue: "EMAIL_NOT_FOUND")
    /// The account is disabled.
    public static let userDisabled = Self(rawValue: "USER_DISABLED")
    /// The text is not an e-mail address.
    public static let invalidEmail = Self(rawValue: "INVALID_EMAIL")
    /// The text is not a telephone number in E.164 form.
    public static let invalidPhoneNumber = Self(rawValue: "INVALID_PHONE_NUMBER")
    /// The password is too short.
    public static let weakPassword = Self(rawValue: "WEAK_PASSWORD")
    /// The custom claims are longer than 1000 bytes.
    public static let claimsTooLarge = Self(rawValue: "CLAIMS_TOO_LARGE")
    /// A custom claim has a name that tokens need for themselves.
    public static let forbiddenClaim = Self(rawValue: "FORBIDDEN_CLAIM")
    /// A link may not lead back to this host.
    public static let unauthorizedDomain = Self(rawValue: "UNAUTHORIZED_DOMAIN")
    /// The service did not accept the credential.
    public static let unauthenticated = Self(rawValue: "UNAUTHENTICATED")
    /// The token endpoint gave the service account no access token.
    ///
    /// The account is unknown or disabled, its key was replaced, or this machine's clock is wrong.
    /// ``AdminError/detail`` has the endpoint's words.
    public static let accessDenied = Self(rawValue: "accessDenied")
    /// The token is of a user of another tenant, or of a tenant where the project's own users are administered, or the
    /// reverse.
    public static let tenantMismatch = Self(rawValue: "TENANT_ID_MISMATCH")
    /// The token is of a user of another project.
    public static let projectMismatch = Self(rawValue: "projectMismatch")
    /// The user's tokens were revoked after this one was issued.
    public static let tokenRevoked = Self(rawValue: "TOKEN_EXPIRED")
    /// The ID token is not one, or is no longer good.
    public static let invalidIDToken = Self(rawValue: "INVALID_ID_TOKEN")
    /// A session cookie lasts five minutes to two weeks.
    public static let invalidDuration = Self(rawValue: "INVALID_DURATION")
    /// A credential would travel in the clear; nothing was sent.
    public static let insecureOrigin = Self(rawValue: "insecureOrigin")
    /// No answer arrived; ``AdminError/transport`` says why.
    public static let noAnswer = Self(rawValue: "noAnswer")
    /// What answered does not speak this protocol.
    public static let unexpectedAnswer = Self(rawValue: "unexpectedAnswer")
    /// The argument cannot be sent.
    public static let invalidArgument = Self(rawValue: "invalidArgument")
    /// The key of the service account is needed, and there is none, or it cannot be read.
    public static let noSigningKey = Self(rawValue: "noSigningKey")
}
