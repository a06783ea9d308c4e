import Foundation
import HearthFirebaseCompat

/// Accounts of a Firebase project.
///
/// Each call of Firebase's is made here, and each of its errors ends here.
final class FirebaseAccountRepository: AccountRepository {
    private let auth: Auth

    init(auth: Auth = .auth()) {
        self.auth = auth
    }

    var current: Account? { auth.currentUser.map(Account.init) }

    func signUp(email: String, password: String) async throws -> Account {
        do {
            let result = try await auth.createUser(withEmail: email, password: password)
            // The account is there, whether or not the mail could be sent: it can be sent again.
            try? await result.user.sendEmailVerification()
            return Account(result.user)
        } catch let error as NSError {
            throw AppError(error)
        }
    }

    func signIn(email: String, password: String) async throws -> Account {
        do {
            return Account(try await auth.signIn(withEmail: email, password: password).user)
        } catch let error as NSError {
            throw AppError(error)
        }
    }

    func continueAsGuest() async throws -> Account {
        do {
            return Account(try await auth.signInAnonymously().user)
        } catch let error as NSError {
            throw AppError(error)
        }
    }

    /// A guest keeps the account and gets Google as a sign-in method; if another account has it already, that one is
    /// used.
    func signIn(with google: GoogleTokens) async throws -> Account {
        let credential = GoogleAuthProvider.credential(
            withIDToken: google.idToken,
            accessToken: google.accessToken
        )
        do {
            guard let guest = auth.currentUser, guest.isAnonymous else {
                return Account(try await auth.signIn(with: credential).user)
            }
            return Account(try await guest.link(with: credential).user)
        } catch let error as NSError {
            guard error.code == AuthErrorCode.credentialAlreadyInUse.rawValue,
                let updated = error.userInfo[AuthErrorUserInfoUpdatedCredentialKey] as? AuthCredential
            else { throw AppError(error) }
            return Account(try await auth.signIn(with: updated).user)
        }
    }

    func rename(to name: String) async throws -> Account {
        guard let user = auth.currentUser else { throw AppError.noSession }
        do {
            let request = user.createProfileChangeRequest()
            request.displayName = name
            try await request.commitChanges()
            return Account(user)
        } catch let error as NSError {
            throw AppError(error)
        }
    }

    func sendPasswordReset(to email: String) async throws {
        do {
            try await auth.sendPasswordReset(withEmail: email)
        } catch let error as NSError {
            throw AppError(error)
        }
    }

    func signOut() throws {
        do {
            try auth.signOut()
        } catch let error as NSError {
            throw AppError(error)
        }
    }

    func deleteAccount(confirmedBy password: String) async throws {
        guard let user = auth.currentUser, let email = user.email else { throw AppError.noSession }
        do {
            let credential = EmailAuthProvider.credential(withEmail: email, password: password)
            try await user.reauthenticate(with: credential)
            try await user.delete()
        } catch let error as NSError {
            throw AppError(error)
        }
    }
}

extension Account {
    init(_ user: User) {
        self.init(
            id: user.uid,
            email: user.email,
            name: user.displayName,
            isGuest: user.isAnonymous,
            isVerified: user.isEmailVerified
        )
    }
}
