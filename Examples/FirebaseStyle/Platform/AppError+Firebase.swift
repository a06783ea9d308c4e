import Foundation
import HearthFirebaseCompat

extension AppError {
    /// What one of Firebase's errors means to this app.
    init(_ error: NSError) {
        guard error.domain == AuthErrorDomain, let code = AuthErrorCode(rawValue: error.code) else {
            self = .other(error.localizedDescription)
            return
        }
        switch code {
        case .invalidEmail, .weakPassword, .missingEmail: self = .input(error.localizedDescription)
        // Projects that protect their addresses say the first one for all three.
        case .invalidCredential, .wrongPassword, .userNotFound: self = .badCredentials
        case .emailAlreadyInUse, .accountExistsWithDifferentCredential: self = .addressTaken
        case .secondFactorRequired: self = .needsSecondFactor
        case .requiresRecentLogin, .userMismatch: self = .needsRecentSignIn
        case .userTokenExpired, .nullUser, .userDisabled: self = .noSession
        case .networkError: self = .offline
        default: self = .other(error.localizedDescription)
        }
    }
}
