// Situations that FirebaseAuth has no number for, from 18101 on.
extension AuthError.Code {
    /// The calling task was cancelled, or the user gave up.
    public static let cancelled = Self(rawValue: 18_101)
    /// A later sign-in, sign-out or deletion was decided before this one ended.
    public static let superseded = Self(rawValue: 18_102)
    /// The user value is not of the one who is signed in now; nothing was sent or kept.
    public static let staleUser = Self(rawValue: 18_103)
    /// The session's storage cannot be read or written at the moment.
    public static let storageUnavailable = Self(rawValue: 18_104)
    /// The service does not accept the request as it was made.
    public static let invalidRequest = Self(rawValue: 18_105)
    /// The session is not one of the service's.
    public static let invalidRefreshToken = Self(rawValue: 18_106)
    /// The whole project is disabled; the session is kept.
    public static let projectDisabled = Self(rawValue: 18_107)
    /// The telephone number belongs to another account.
    public static let phoneNumberAlreadyInUse = Self(rawValue: 18_108)
    /// A password is needed.
    public static let missingPassword = Self(rawValue: 18_109)
    /// The tenant is unknown.
    public static let invalidTenantID = Self(rawValue: 18_110)
    /// The custom claims are too large, malformed or reserved.
    public static let invalidClaims = Self(rawValue: 18_111)
    /// The passkey belongs to no account.
    public static let passkeyNotFound = Self(rawValue: 18_112)
    /// The passkey's answer is not valid.
    public static let invalidPasskey = Self(rawValue: 18_113)
    /// The account has as many passkeys as one may have.
    public static let maximumPasskeyCountExceeded = Self(rawValue: 18_121)
    /// The caller may not do this.
    public static let insufficientPermission = Self(rawValue: 18_114)
    /// The identifier belongs to another account.
    public static let userAlreadyExists = Self(rawValue: 18_115)
    /// Without this sign-in method no one could come back to the account.
    public static let lastSignInMethod = Self(rawValue: 18_120)
    /// No one came back from the web page in time.
    public static let webContextTimedOut = Self(rawValue: 18_130)
}
