import Foundation
import HearthFirebaseCompat

/// Accounts for screens that are written with handlers and not with `await`.
final class AuthenticationManager: Sendable {
    private let auth: Auth

    init(auth: Auth = .auth()) {
        self.auth = auth
    }

    func signUp(
        email: String,
        password: String,
        successHandler: @escaping () -> Void,
        errorHandler: @escaping (_ message: String) -> Void
    ) {
        auth.createUser(withEmail: email, password: password) { _, error in
            if let error { errorHandler(error.localizedDescription) } else { successHandler() }
        }
    }

    func signIn(
        email: String,
        password: String,
        successHandler: @escaping () -> Void,
        errorHandler: @escaping (_ message: String) -> Void
    ) {
        auth.signIn(withEmail: email, password: password) { _, error in
            if let error { errorHandler(error.localizedDescription) } else { successHandler() }
        }
    }

    func passwordReset(
        email: String,
        successHandler: @escaping () -> Void,
        errorHandler: @escaping (_ message: String) -> Void
    ) {
        auth.sendPasswordReset(withEmail: email) { error in
            if let error { errorHandler(error.localizedDescription) } else { successHandler() }
        }
    }
}
