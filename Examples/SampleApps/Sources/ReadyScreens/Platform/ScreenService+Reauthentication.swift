import Foundation
import HearthFirebaseCompat

extension ScreenService {
    package func deleteUser() async throws {
        guard let user = auth.currentUser else { throw ScreenError.noCurrentUser }
        try await withReauthentication(of: user) {
            try await user.delete()
        }
    }

    package func updatePassword(to password: String) async throws {
        guard let user = auth.currentUser else { throw ScreenError.noCurrentUser }
        try await withReauthentication(of: user) {
            try await user.updatePassword(to: password)
        }
    }

    package func link(_ credential: AuthCredential) async throws {
        guard let user = currentUser else { throw ScreenError.noCurrentUser }
        do {
            try await withReauthentication(of: user) {
                try await user.link(with: credential)
            }
        } catch {
            try rethrow(error, credential)
        }
    }

    func withReauthentication(of user: User, _ operation: () async throws -> Void) async throws {
        do {
            try await operation()
        } catch let error as NSError {
            guard error.domain == AuthErrorDomain,
                error.code == AuthErrorCode.requiresRecentLogin.rawValue
                    || error.code == AuthErrorCode.userTokenExpired.rawValue
            else { throw error }
            try await reauthenticate(user)
            try await operation()
        }
    }

    private func reauthenticate(_ user: User) async throws {
        let provider = try await user.getIDTokenResult(forcingRefresh: false).signInProvider
        if provider == EmailAuthProviderID {
            guard let email = user.email, let confirmPassword else { throw ScreenError.signInAgain(provider) }
            let credential = EmailAuthProvider.credential(withEmail: email, password: try await confirmPassword())
            _ = try await user.reauthenticate(with: credential)
        } else if provider == PhoneAuthProviderID {
            throw ScreenError.signInAgain(provider)
        } else if let match = providers.first(where: { $0.id == provider }) {
            _ = try await user.reauthenticate(with: try await match.createCredential())
        } else {
            throw ScreenError.signInAgain(provider)
        }
    }
}
