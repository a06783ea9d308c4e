// Names and numbers are FirebaseAuth's, so that code that matches on them moves over unchanged.
extension AuthError.Code {
    /// The custom token is malformed, expired or not a custom token.
    public static let invalidCustomToken = Self(rawValue: 17_000)
    /// The custom token belongs to another project.
    public static let customTokenMismatch = Self(rawValue: 17_002)
    /// The credential is wrong; with protected addresses, the address or the password is.
    public static let invalidCredential = Self(rawValue: 17_004)
    /// An administrator disabled the account.
    public static let userDisabled = Self(rawValue: 17_005)
    /// The project does not allow this sign-in method.
    public static let operationNotAllowed = Self(rawValue: 17_006)
    /// The address belongs to another account.
    public static let emailAlreadyInUse = Self(rawValue: 17_007)
    /// The address is not one.
    public static let invalidEmail = Self(rawValue: 17_008)
    /// The password is wrong; seen only where addresses are not protected.
    public static let wrongPassword = Self(rawValue: 17_009)
    /// Too many attempts were made; later ones may succeed.
    public static let tooManyRequests = Self(rawValue: 17_010)
    /// There is no such account, or it was deleted.
    public static let userNotFound = Self(rawValue: 17_011)
    /// The address belongs to an account with another sign-in method.
    public static let accountExistsWithDifferentCredential = Self(rawValue: 17_012)
    /// The change needs a sign-in within the last minutes.
    public static let requiresRecentLogin = Self(rawValue: 17_014)
    /// The account already has this provider.
    public static let providerAlreadyLinked = Self(rawValue: 17_015)
    /// The account does not have this provider.
    public static let noSuchProvider = Self(rawValue: 17_016)
    /// The identity token is not valid.
    public static let invalidUserToken = Self(rawValue: 17_017)
    /// No answer of the service arrived.
    public static let networkError = Self(rawValue: 17_020)
    /// The session was revoked, for example because the password changed.
    public static let userTokenExpired = Self(rawValue: 17_021)
    /// The API key is not the project's.
    public static let invalidAPIKey = Self(rawValue: 17_023)
    /// The credential belongs to another user than the one it should confirm.
    public static let userMismatch = Self(rawValue: 17_024)
    /// The credential belongs to another account.
    public static let credentialAlreadyInUse = Self(rawValue: 17_025)
    /// The password is too weak.
    public static let weakPassword = Self(rawValue: 17_026)
    /// The app is not allowed to use the API key.
    public static let appNotAuthorized = Self(rawValue: 17_028)
    /// The mailed code is too old.
    public static let expiredActionCode = Self(rawValue: 17_029)
    /// The mailed code is malformed or was used.
    public static let invalidActionCode = Self(rawValue: 17_030)
    /// The project's mail template is not valid.
    public static let invalidMessagePayload = Self(rawValue: 17_031)
    /// The project's mail sender is not valid.
    public static let invalidSender = Self(rawValue: 17_032)
    /// Mail cannot be sent to the address.
    public static let invalidRecipientEmail = Self(rawValue: 17_033)
    /// An address is needed.
    public static let missingEmail = Self(rawValue: 17_034)
    /// A bundle identifier is needed.
    public static let missingIosBundleID = Self(rawValue: 17_036)
    /// A package name is needed.
    public static let missingAndroidPackageName = Self(rawValue: 17_037)
    /// The project does not list the domain to continue at.
    public static let unauthorizedDomain = Self(rawValue: 17_038)
    /// The address to continue at is not one.
    public static let invalidContinueURI = Self(rawValue: 17_039)
    /// An address to continue at is needed.
    public static let missingContinueURI = Self(rawValue: 17_040)
    /// A telephone number is needed.
    public static let missingPhoneNumber = Self(rawValue: 17_041)
    /// The telephone number is not one.
    public static let invalidPhoneNumber = Self(rawValue: 17_042)
    /// A code from the message is needed.
    public static let missingVerificationCode = Self(rawValue: 17_043)
    /// The code is wrong.
    public static let invalidVerificationCode = Self(rawValue: 17_044)
    /// The verification's identifier is missing.
    public static let missingVerificationID = Self(rawValue: 17_045)
    /// The verification's identifier is not valid.
    public static let invalidVerificationID = Self(rawValue: 17_046)
    /// The app's own credential is missing.
    public static let missingAppCredential = Self(rawValue: 17_047)
    /// The app's own credential is not valid.
    public static let invalidAppCredential = Self(rawValue: 17_048)
    /// The code is too old.
    public static let sessionExpired = Self(rawValue: 17_051)
    /// The project's quota is used up for now.
    public static let quotaExceeded = Self(rawValue: 17_052)
    /// The device token for notifications is missing.
    public static let missingAppToken = Self(rawValue: 17_053)
    /// The app did not forward a notification.
    public static let notificationNotForwarded = Self(rawValue: 17_054)
    /// The app could not be verified.
    public static let appNotVerified = Self(rawValue: 17_055)
    /// The captcha's answer is not valid.
    public static let captchaCheckFailed = Self(rawValue: 17_056)
    /// Another web page for signing in is still open.
    public static let webContextAlreadyPresented = Self(rawValue: 17_057)
    /// The user closed the web page.
    public static let webContextCancelled = Self(rawValue: 17_058)
    /// The web page that verifies the app failed.
    public static let appVerificationUserInteractionFailure = Self(rawValue: 17_059)
    /// The OAuth client identifier is not valid.
    public static let invalidClientID = Self(rawValue: 17_060)
    /// The web page could not reach the network.
    public static let webNetworkRequestFailed = Self(rawValue: 17_061)
    /// The web page failed.
    public static let webInternalError = Self(rawValue: 17_062)
    /// The web page for signing in failed.
    public static let webSignInUserInteractionFailure = Self(rawValue: 17_063)
    /// The local player is not signed in to Game Center.
    public static let localPlayerNotAuthenticated = Self(rawValue: 17_066)
    /// No user is signed in.
    public static let nullUser = Self(rawValue: 17_067)
    /// The provider is unknown or its settings are not valid.
    public static let invalidProviderID = Self(rawValue: 17_071)
    /// The account belongs to another tenant.
    public static let tenantIDMismatch = Self(rawValue: 17_072)
    /// A tenant does not support the operation.
    public static let unsupportedTenantOperation = Self(rawValue: 17_073)
    /// The domain for links is not the project's.
    public static let invalidDynamicLinkDomain = Self(rawValue: 17_074)
    /// The credential was rejected as malformed or mismatched.
    public static let rejectedCredential = Self(rawValue: 17_075)
    /// The app does not link GameKit.
    public static let gameKitNotLinked = Self(rawValue: 17_076)
    /// The first factor was right; a second one is needed.
    public static let secondFactorRequired = Self(rawValue: 17_078)
    /// The pending sign-in is missing.
    public static let missingMultiFactorSession = Self(rawValue: 17_081)
    /// The second factor's identifier is missing.
    public static let missingMultiFactorInfo = Self(rawValue: 17_082)
    /// The pending sign-in is not valid any more.
    public static let invalidMultiFactorSession = Self(rawValue: 17_083)
    /// The account does not have this second factor.
    public static let multiFactorInfoNotFound = Self(rawValue: 17_084)
    /// Only an administrator may do this.
    public static let adminRestrictedOperation = Self(rawValue: 17_085)
    /// The address must be verified first.
    public static let unverifiedEmail = Self(rawValue: 17_086)
    /// The second factor is already enrolled.
    public static let secondFactorAlreadyEnrolled = Self(rawValue: 17_087)
    /// The account has as many second factors as are allowed.
    public static let maximumSecondFactorCountExceeded = Self(rawValue: 17_088)
    /// This first factor cannot be combined with a second one.
    public static let unsupportedFirstFactor = Self(rawValue: 17_089)
    /// The address can be changed by a mailed link only.
    public static let emailChangeNeedsVerification = Self(rawValue: 17_090)
    /// The app's identifier is missing.
    public static let missingClientIdentifier = Self(rawValue: 17_093)
    /// The nonce is missing, wrong, or was used before.
    public static let missingOrInvalidNonce = Self(rawValue: 17_094)
    /// A function of the project refused the sign-in; its words are the error's detail.
    public static let blockingCloudFunctionError = Self(rawValue: 17_105)
    /// The project does not use reCAPTCHA Enterprise.
    public static let recaptchaNotEnabled = Self(rawValue: 17_200)
    /// The reCAPTCHA token is missing.
    public static let missingRecaptchaToken = Self(rawValue: 17_201)
    /// The reCAPTCHA token is not valid.
    public static let invalidRecaptchaToken = Self(rawValue: 17_202)
    /// The reCAPTCHA token is for another action.
    public static let invalidRecaptchaAction = Self(rawValue: 17_203)
    /// The client's type is missing.
    public static let missingClientType = Self(rawValue: 17_204)
    /// The reCAPTCHA version is missing.
    public static let missingRecaptchaVersion = Self(rawValue: 17_205)
    /// The reCAPTCHA version is not valid.
    public static let invalidRecaptchaVersion = Self(rawValue: 17_206)
    /// The request's type is not valid.
    public static let invalidReqType = Self(rawValue: 17_207)
    /// The app does not link reCAPTCHA.
    public static let recaptchaSDKNotLinked = Self(rawValue: 17_208)
    /// The project has no reCAPTCHA site key.
    public static let recaptchaSiteKeyMissing = Self(rawValue: 17_209)
    /// The reCAPTCHA action could not be made.
    public static let recaptchaActionCreationFailed = Self(rawValue: 17_210)
    /// The password breaks the project's rules, which the error's detail lists.
    public static let passwordDoesNotMeetRequirements = Self(rawValue: 17_211)
    /// The domain for links is not one of the project's.
    public static let invalidHostingLinkDomain = Self(rawValue: 17_214)
    /// The keychain refused.
    public static let keychainError = Self(rawValue: 17_995)
    /// The service answered something that this build does not know.
    public static let internalError = Self(rawValue: 17_999)
    /// A token could not be read.
    public static let malformedJWT = Self(rawValue: 18_000)
}
