/// What went wrong, with FirebaseAuth's names and numbers.
///
/// An error of this module is an `NSError` of ``AuthErrorDomain`` with one of these numbers as its code:
/// `AuthErrorCode(rawValue: (error as NSError).code)` is never `nil` for it.
public enum AuthErrorCode: Int, Error, CaseIterable {
    /// The custom token is malformed, expired or not a custom token.
    case invalidCustomToken = 17_000
    /// The custom token belongs to another project.
    case customTokenMismatch = 17_002
    /// The credential is wrong; with protected addresses, the address or the password is.
    case invalidCredential = 17_004
    /// An administrator disabled the account.
    case userDisabled = 17_005
    /// The project does not allow this sign-in method.
    case operationNotAllowed = 17_006
    /// The address belongs to another account.
    case emailAlreadyInUse = 17_007
    /// The address is not one.
    case invalidEmail = 17_008
    /// The password is wrong; seen only where addresses are not protected.
    case wrongPassword = 17_009
    /// Too many attempts were made; later ones may succeed.
    case tooManyRequests = 17_010
    /// There is no such account, or it was deleted.
    case userNotFound = 17_011
    /// The address belongs to an account with another sign-in method.
    case accountExistsWithDifferentCredential = 17_012
    /// The change needs a sign-in within the last minutes.
    case requiresRecentLogin = 17_014
    /// The account already has this provider.
    case providerAlreadyLinked = 17_015
    /// The account does not have this provider.
    case noSuchProvider = 17_016
    /// The identity token is not valid.
    case invalidUserToken = 17_017
    /// No answer of the service arrived.
    case networkError = 17_020
    /// The session was revoked, for example because the password changed.
    case userTokenExpired = 17_021
    /// The API key is not the project's.
    case invalidAPIKey = 17_023
    /// The credential belongs to another user than the one it should confirm.
    case userMismatch = 17_024
    /// The credential belongs to another account.
    case credentialAlreadyInUse = 17_025
    /// The password is too weak.
    case weakPassword = 17_026
    /// The app is not allowed to use the API key.
    case appNotAuthorized = 17_028
    /// The mailed code is too old.
    case expiredActionCode = 17_029
    /// The mailed code is malformed or was used.
    case invalidActionCode = 17_030
    /// The project's mail template is not valid.
    case invalidMessagePayload = 17_031
    /// The project's mail sender is not valid.
    case invalidSender = 17_032
    /// Mail cannot be sent to the address.
    case invalidRecipientEmail = 17_033
    /// An address is needed.
    case missingEmail = 17_034
    /// A bundle identifier is needed.
    case missingIosBundleID = 17_036
    /// A package name is needed.
    case missingAndroidPackageName = 17_037
    /// The project does not list the domain to continue at.
    case unauthorizedDomain = 17_038
    /// The address to continue at is not one.
    case invalidContinueURI = 17_039
    /// An address to continue at is needed.
    case missingContinueURI = 17_040
    /// A telephone number is needed.
    case missingPhoneNumber = 17_041
    /// The telephone number is not one.
    case invalidPhoneNumber = 17_042
    /// A code from the message is needed.
    case missingVerificationCode = 17_043
    /// The code is wrong.
    case invalidVerificationCode = 17_044
    /// The verification's identifier is missing.
    case missingVerificationID = 17_045
    /// The verification's identifier is not valid.
    case invalidVerificationID = 17_046
    /// The app's own credential is missing.
    case missingAppCredential = 17_047
    /// The app's own credential is not valid.
    case invalidAppCredential = 17_048
    /// The code is too old.
    case sessionExpired = 17_051
    /// The project's quota is used up for now.
    case quotaExceeded = 17_052
    /// The device token for notifications is missing.
    case missingAppToken = 17_053
    /// The app did not forward a notification.
    case notificationNotForwarded = 17_054
    /// The app could not be verified.
    case appNotVerified = 17_055
    /// The captcha's answer is not valid.
    case captchaCheckFailed = 17_056
    /// Another web page for signing in is still open.
    case webContextAlreadyPresented = 17_057
    /// The user closed the web page.
    case webContextCancelled = 17_058
    /// The web page that verifies the app failed.
    case appVerificationUserInteractionFailure = 17_059
    /// The OAuth client identifier is not valid.
    case invalidClientID = 17_060
    /// The web page could not reach the network.
    case webNetworkRequestFailed = 17_061
    /// The web page failed.
    case webInternalError = 17_062
    /// The web page for signing in failed.
    case webSignInUserInteractionFailure = 17_063
    /// The local player is not signed in to Game Center.
    case localPlayerNotAuthenticated = 17_066
    /// No user is signed in.
    case nullUser = 17_067
    /// The provider is unknown or its settings are not valid.
    case invalidProviderID = 17_071
    /// The account belongs to another tenant.
    case tenantIDMismatch = 17_072
    /// A tenant does not support the operation.
    case unsupportedTenantOperation = 17_073
    /// The domain for links is not the project's.
    case invalidDynamicLinkDomain = 17_074
    /// The credential was rejected as malformed or mismatched.
    case rejectedCredential = 17_075
    /// The app does not link GameKit.
    case gameKitNotLinked = 17_076
    /// The first factor was right; a second one is needed.
    case secondFactorRequired = 17_078
    /// The pending sign-in is missing.
    case missingMultiFactorSession = 17_081
    /// The second factor's identifier is missing.
    case missingMultiFactorInfo = 17_082
    /// The pending sign-in is not valid any more.
    case invalidMultiFactorSession = 17_083
    /// The account does not have this second factor.
    case multiFactorInfoNotFound = 17_084
    /// Only an administrator may do this.
    case adminRestrictedOperation = 17_085
    /// The address must be verified first.
    case unverifiedEmail = 17_086
    /// The second factor is already enrolled.
    case secondFactorAlreadyEnrolled = 17_087
    /// The account has as many second factors as are allowed.
    case maximumSecondFactorCountExceeded = 17_088
    /// This first factor cannot be combined with a second one.
    case unsupportedFirstFactor = 17_089
    /// The address can be changed by a mailed link only.
    case emailChangeNeedsVerification = 17_090
    /// The app's identifier is missing.
    case missingClientIdentifier = 17_093
    /// The nonce is missing, wrong, or was used before.
    case missingOrInvalidNonce = 17_094
    /// A function of the project refused the sign-in; its words are the error's detail.
    case blockingCloudFunctionError = 17_105
    /// The project does not use reCAPTCHA Enterprise.
    case recaptchaNotEnabled = 17_200
    /// The reCAPTCHA token is missing.
    case missingRecaptchaToken = 17_201
    /// The reCAPTCHA token is not valid.
    case invalidRecaptchaToken = 17_202
    /// The reCAPTCHA token is for another action.
    case invalidRecaptchaAction = 17_203
    /// The client's type is missing.
    case missingClientType = 17_204
    /// The reCAPTCHA version is missing.
    case missingRecaptchaVersion = 17_205
    /// The reCAPTCHA version is not valid.
    case invalidRecaptchaVersion = 17_206
    /// The request's type is not valid.
    case invalidReqType = 17_207
    /// The app does not link reCAPTCHA.
    case recaptchaSDKNotLinked = 17_208
    /// The project has no reCAPTCHA site key.
    case recaptchaSiteKeyMissing = 17_209
    /// The reCAPTCHA action could not be made.
    case recaptchaActionCreationFailed = 17_210
    /// The password breaks the project's rules, which the error's detail lists.
    case passwordDoesNotMeetRequirements = 17_211
    /// The domain for links is not one of the project's.
    case invalidHostingLinkDomain = 17_214
    /// The keychain refused.
    case keychainError = 17_995
    /// The service answered something that this build does not know.
    case internalError = 17_999
    /// A token could not be read.
    case malformedJWT = 18_000
}
