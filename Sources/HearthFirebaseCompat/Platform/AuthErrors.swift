public import Foundation
internal import HearthAuth
internal import HearthCore

/// The domain of every error of this module.
public let AuthErrorDomain = AuthErrors.domain
/// Where an error's `userInfo` has its name, for example `ERROR_WRONG_PASSWORD`.
public let AuthErrorUserInfoNameKey = AuthErrors.userInfoNameKey
/// Where an error's `userInfo` has the address of the account that is in the way.
public let AuthErrorUserInfoEmailKey = AuthErrors.userInfoEmailKey
/// Where an error's `userInfo` has the ``AuthCredential`` with which to go on.
public let AuthErrorUserInfoUpdatedCredentialKey = AuthErrors.userInfoUpdatedCredentialKey
/// Where an error's `userInfo` has the ``MultiFactorResolver``, for ``AuthErrorCode/secondFactorRequired``.
public let AuthErrorUserInfoMultiFactorResolverKey = AuthErrors.userInfoMultiFactorResolverKey

/// How this module's errors are made: as `NSError`s, so that they are the same on every platform.
///
/// Under `NSUnderlyingErrorKey` each has Hearth's own error, which knows more: what helps, when to try again, and what
/// the service said.
public enum AuthErrors: Sendable {
    /// The domain of every error of this module.
    public static let domain = "FIRAuthErrorDomain"
    /// Where `userInfo` has the name, for example `ERROR_WRONG_PASSWORD`.
    public static let userInfoNameKey = "FIRAuthErrorUserInfoNameKey"
    /// Where `userInfo` has the address of the account that is in the way.
    public static let userInfoEmailKey = "FIRAuthErrorUserInfoEmailKey"
    /// Where `userInfo` has the ``AuthCredential`` with which to go on.
    public static let userInfoUpdatedCredentialKey = "FIRAuthErrorUserInfoUpdatedCredentialKey"
    /// Where `userInfo` has the ``MultiFactorResolver``.
    public static let userInfoMultiFactorResolverKey = "FIRAuthErrorUserInfoMultiFactorResolverKey"

    /// An error as FirebaseAuth would throw it.
    ///
    /// - Parameters:
    ///   - error: What Hearth threw; anything else stays as it is.
    ///   - auth: The client, for a resolver to sign in at.
    /// - Returns: An `NSError`, if Hearth threw.
    static func error(_ error: any Error, at auth: Auth?) -> any Error {
        guard let error = error as? AuthError else { return error }
        let code = AuthErrorCode(error.code)
        var userInfo: [String: Any] = [
            NSLocalizedDescriptionKey: code == .blockingCloudFunctionError
                ? error.serverDetail ?? error.userMessage : error.userMessage,
            NSUnderlyingErrorKey: error,
            userInfoNameKey: code.name,
        ]
        let isAboutPassword = code == .weakPassword || code == .passwordDoesNotMeetRequirements
        let reason = isAboutPassword ? error.serverDetail ?? error.reason : error.reason
        if !reason.isEmpty { userInfo[NSLocalizedFailureReasonErrorKey] = reason }
        if let email = error.collision?.email { userInfo[userInfoEmailKey] = email.reveal() }
        if let credential = error.collision?.credential {
            userInfo[userInfoUpdatedCredentialKey] = AuthCredential.make(credential)
        }
        if let resolver = error.resolver, let auth {
            userInfo[userInfoMultiFactorResolverKey] = MultiFactorResolver(resolver, of: auth)
        }
        return NSError(domain: domain, code: code.rawValue, userInfo: userInfo)
    }
}

extension AuthErrorCode: CustomNSError {
    /// ``AuthErrorDomain``, also for a code that an app throws itself.
    public static var errorDomain: String { AuthErrors.domain }

    /// FirebaseAuth's number.
    public var errorCode: Int { rawValue }

    /// The code's name.
    public var errorUserInfo: [String: Any] { [AuthErrors.userInfoNameKey: name] }
}
