package import HearthCore

/// An account as the wire shows it.
package struct UserInfo: Message {
    package var localId: String?
    package var email: String?
    package var emailVerified: Bool?
    package var emailLinkSignin: Bool?
    package var initialEmail: String?
    package var displayName: String?
    package var photoUrl: String?
    package var phoneNumber: String?
    package var screenName: String?
    package var language: String?
    package var timeZone: String?
    /// The stored hash, in base64url; redacted for everyone but administrators.
    package var passwordHash: String?
    /// The salt of the hash, in base64url.
    package var salt: String?
    package var version: Int?
    /// A password in the clear; read when accounts are imported, never written.
    package var rawPassword: Secret<String>?
    /// Milliseconds since 1970, as a number: the one moment that is not a string.
    package var passwordUpdatedAt: Double?
    package var providerUserInfo: [ProviderUserInfo]?
    /// Seconds since 1970 before which tokens are void.
    package var validSince: DecimalString?
    package var disabled: Bool?
    /// Milliseconds since 1970.
    package var lastLoginAt: DecimalString?
    /// Milliseconds since 1970.
    package var createdAt: DecimalString?
    /// RFC 3339 text.
    package var lastRefreshAt: String?
    package var customAuth: Bool?
    /// Custom claims as JSON text.
    package var customAttributes: String?
    package var tenantId: String?
    package var mfaInfo: [SecondFactorInfo]?
    package var passkeyInfo: [PasskeyInfo]?

    package init() {}
}

/// One sign-in method of an account, as the wire shows it.
package struct ProviderUserInfo: Message, Hashable {
    package var providerId: String?
    package var displayName: String?
    package var photoUrl: String?
    package var federatedId: String?
    package var email: String?
    package var rawId: String?
    package var screenName: String?
    package var phoneNumber: String?

    package init() {}
}

/// An enrolled second factor, as the wire shows it.
package struct SecondFactorInfo: Message, Hashable {
    package var mfaEnrollmentId: String?
    package var displayName: String?
    /// RFC 3339 text.
    package var enrolledAt: String?
    package var phoneInfo: String?
    package var unobfuscatedPhoneInfo: String?
    package var totpInfo: TOTPInfo?

    package init() {}

    /// Marks a factor as an authenticator app; has no members.
    package struct TOTPInfo: Message, Hashable {
        package init() {}

        package init(from decoder: any Decoder) throws {
            try NoMembers.read(from: decoder)
        }
    }
}
