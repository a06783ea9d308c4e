public import HearthCore

/// Proves to the service that a person calls, or the real app.
///
/// Implement it over reCAPTCHA Enterprise, Turnstile, App Check or whatever the service looks at. The client asks when
/// the service does, and not before.
public protocol AttestationProvider: Sendable {
    /// Gets a proof; asked for when the service refused a call for want of one, which is then made once more.
    ///
    /// - Parameter action: What the proof is for, in reCAPTCHA's words, for example `signInWithPassword`,
    ///   `signUpPassword`, `getOobCode` or `sendVerificationCode`.
    /// - Returns: The proof.
    /// - Throws: Anything; the call then fails with ``AuthError/Code/missingRecaptchaToken``, and with
    ///   ``AuthError/Code/cancelled`` after a `CancellationError`.
    func attestation(for action: String) async throws -> Attestation

    /// The token of App Check that goes along with every call, as `X-Firebase-AppCheck`; none unless implemented.
    ///
    /// - Returns: The token, or `nil` to send none.
    func appCheckToken() async -> Secret<String>?
}

extension AttestationProvider {
    /// Sends no token of App Check.
    ///
    /// - Returns: Always `nil`.
    public func appCheckToken() async -> Secret<String>? { nil }
}

/// A proof that a person or the real app calls, and no script.
public struct Attestation: Sendable {
    /// The kind of client that got the proof, open to new values.
    public struct ClientType: RawRepresentable, Sendable, Hashable {
        /// The spelling on the wire.
        public let rawValue: String

        /// Creates a kind from its spelling.
        ///
        /// - Parameter rawValue: The spelling on the wire.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// A page in a browser.
        public static let web = ClientType(rawValue: "CLIENT_TYPE_WEB")
        /// An app on one of Apple's systems.
        public static let iOS = ClientType(rawValue: "CLIENT_TYPE_IOS")
        /// An app on Android.
        public static let android = ClientType(rawValue: "CLIENT_TYPE_ANDROID")
    }

    /// The proof itself.
    public var token: Secret<String>
    /// The kind of client that got it.
    public var clientType: ClientType
    /// The kind of proof.
    public var version: String

    /// Creates a proof.
    ///
    /// - Parameters:
    ///   - token: The proof itself.
    ///   - clientType: The kind of client that got it. Defaults to an app on one of Apple's systems.
    ///   - version: The kind of proof. Defaults to reCAPTCHA Enterprise's.
    public init(token: Secret<String>, clientType: ClientType = .iOS, version: String = "RECAPTCHA_ENTERPRISE") {
        self.token = token
        self.clientType = clientType
        self.version = version
    }
}
