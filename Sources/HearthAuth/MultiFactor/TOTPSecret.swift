public import HearthCore
internal import HearthHTTP
internal import HearthWire

/// The key of an authenticator app, to be typed or scanned once.
public struct TOTPSecret: Sendable {
    /// The key in base32.
    public let key: Secret<String>
    /// How many digits a code has.
    public let codeLength: Int
    /// How long a code is shown.
    public let codeInterval: Duration
    /// The hash function, for example `SHA1`.
    public let hashingAlgorithm: String
    /// Until when the first code must be shown, by the service's clock.
    public let enrollmentDeadline: UnixTime?

    let session: Secret<String>
    let account: String

    init?(_ info: StartSecondFactorEnrollment.TOTPSession, account: String) {
        guard let key = info.sharedSecretKey, let session = info.sessionInfo, !key.reveal().isEmpty else { return nil }
        self.key = key
        self.session = session
        self.account = account
        codeLength = info.verificationCodeLength ?? 6
        codeInterval = .seconds(info.periodSec ?? 30)
        hashingAlgorithm = info.hashingAlgorithm ?? "SHA1"
        enrollmentDeadline = info.finalizeEnrollmentTime.flatMap(UnixTime.init(rfc3339:))
    }

    /// The key in base32 as bare text, by FirebaseAuth's name.
    ///
    /// - Returns: The key, to be shown to the user and no one else.
    public func sharedSecretKey() -> String {
        key.reveal()
    }

    /// The address that an authenticator app reads out of a picture, or is opened with.
    ///
    /// Contains the key: show it to the user and no one else.
    ///
    /// - Parameters:
    ///   - accountName: The account's name in the app. Defaults to the user's address.
    ///   - issuer: The name of your service in the app.
    /// - Returns: An `otpauth` address, all parts percent-encoded.
    public func generateQRCodeURL(withAccountName accountName: String? = nil, issuer: String) -> String {
        let issuer = PercentEncoding.encode(issuer)
        let account = PercentEncoding.encode(accountName ?? account)
        let parameters = [
            ("secret", PercentEncoding.encode(key.reveal())), ("issuer", issuer),
            ("algorithm", PercentEncoding.encode(hashingAlgorithm)), ("digits", "\(codeLength)"),
            ("period", "\(codeInterval.wholeSeconds)"),
        ]
        let query = parameters.map { "\($0)=\($1)" }.joined(separator: "&")
        return "otpauth://totp/\(issuer):\(account)?\(query)"
    }
}

extension TOTPSecret: CustomStringConvertible, CustomReflectable {
    /// A fixed placeholder.
    public var description: String { "TOTPSecret" }

    /// An empty mirror.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
