public import HearthCore

/// Decides whether a user's call comes from a person, or from the real app, before it is answered.
///
/// Implement it to ask reCAPTCHA, Turnstile, App Check or whatever else stands between a service and robots.
public protocol AppAttestationVerifier: Sendable {
    /// Decides on one call; called for each call of a user, never for an administrator's.
    ///
    /// - Parameter attempt: What is known of the call.
    /// - Throws: The refusal, which the caller gets; most clients fetch a proof and try again when it is
    ///   ``AppAttestationRefusal/missingRecaptchaToken``.
    func verify(_ attempt: AppAttestationAttempt) async throws(AppAttestationRefusal)
}

/// A call that asks to be let in.
public struct AppAttestationAttempt: Sendable {
    /// The operation.
    public let operation: OperationName
    /// The project whose users are meant.
    public let project: ProjectID
    /// The answer of reCAPTCHA Enterprise, or of what stands for it.
    public let captchaResponse: Secret<String>?
    /// The answer of the reCAPTCHA of old, before a text message.
    public let recaptchaToken: Secret<String>?
    /// The kind of client that has ``captchaResponse``, for example `CLIENT_TYPE_WEB`.
    public let clientType: String?
    /// The kind of ``captchaResponse``, for example `RECAPTCHA_ENTERPRISE`.
    public let recaptchaVersion: String?
    /// The token of App Check, from the field `X-Firebase-AppCheck`.
    public let appCheckToken: Secret<String>?
    /// What an iOS app got for its push token, before a text message.
    public let iosReceipt: Secret<String>?
    /// What an iOS app was sent by a silent push.
    public let iosSecret: Secret<String>?
    /// What an Android app got of Play Integrity, before a text message.
    public let playIntegrityToken: Secret<String>?
    /// The address that the call came from, if the server knows it.
    public let peer: String?
}

/// Why a call is not let in, open to new values.
public struct AppAttestationRefusal: RawRepresentable, Error, Sendable, Hashable {
    /// The spelling on the wire.
    public let rawValue: String

    /// Creates a refusal from its spelling.
    ///
    /// - Parameter rawValue: The spelling on the wire.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// There is no proof: the client should get one and call again.
    public static let missingRecaptchaToken = AppAttestationRefusal(rawValue: "MISSING_RECAPTCHA_TOKEN")
    /// The proof proves nothing.
    public static let invalidRecaptchaToken = AppAttestationRefusal(rawValue: "INVALID_RECAPTCHA_TOKEN")
    /// The proof is for something else.
    public static let invalidRecaptchaAction = AppAttestationRefusal(rawValue: "INVALID_RECAPTCHA_ACTION")
    /// The call looks like a robot's.
    public static let captchaCheckFailed = AppAttestationRefusal(rawValue: "CAPTCHA_CHECK_FAILED")
    /// There is no proof of the app.
    public static let missingAppCredential = AppAttestationRefusal(rawValue: "MISSING_APP_CREDENTIAL")
    /// The proof of the app is not valid.
    public static let invalidAppCredential = AppAttestationRefusal(rawValue: "INVALID_APP_CREDENTIAL")
}
