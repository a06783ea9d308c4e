package import HearthCore

/// The members with which every sign-in answers.
package protocol TokenFields: Message {
    var idToken: Secret<String>? { get set }
    var refreshToken: Secret<String>? { get set }
    /// Seconds until the identity token expires.
    var expiresIn: DecimalString? { get set }
}

/// The members with which a sign-in answers that waits for a second factor.
package protocol SecondFactorFields: Message {
    var mfaPendingCredential: Secret<String>? { get set }
    var mfaInfo: [SecondFactorInfo]? { get set }
}
