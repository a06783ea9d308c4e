import Foundation
import HearthFirebaseCompat

// The shape of a small app of some years ago: one session store for all screens, with handlers.

package struct NotesUser: Equatable {
    package var uid: String
    package var email: String?
    package var displayName: String?
}

package class NotesSession {
    package private(set) var user: NotesUser?
    package var didChange: ((NotesUser?) -> Void)?
    package private(set) var tokens = 0
    private let auth: Auth
    private var handle: AuthStateDidChangeListenerHandle?
    private var tokenHandle: IDTokenDidChangeListenerHandle?

    package init(auth: Auth = Auth.auth()) {
        self.auth = auth
    }

    package func listen() {
        handle = auth.addStateDidChangeListener { (auth, user) in
            if let user = user {
                self.user = NotesUser(uid: user.uid, email: user.email, displayName: user.displayName)
            } else {
                self.user = nil
            }
            self.didChange?(self.user)
        }
        tokenHandle = auth.addIDTokenDidChangeListener { _, user in
            if user != nil { self.tokens += 1 }
        }
    }

    package func unbind() {
        if let handle = handle { auth.removeStateDidChangeListener(handle) }
        if let tokenHandle = tokenHandle { auth.removeIDTokenDidChangeListener(tokenHandle) }
    }

    /// Everyone is someone from the first launch on.
    package func start(handler: @escaping (Error?) -> Void) {
        if auth.currentUser == nil {
            auth.signInAnonymously { _, error in handler(error) }
        } else {
            handler(nil)
        }
    }

    package func signUp(email: String, password: String, handler: @escaping (AuthDataResult?, Error?) -> Void) {
        auth.createUser(withEmail: email, password: password, completion: handler)
    }

    package func signIn(email: String, password: String, handler: @escaping (AuthDataResult?, Error?) -> Void) {
        auth.signIn(withEmail: email, password: password, completion: handler)
    }

    /// Keeps the notes of a guest who signs in with Apple, or goes over to the account that is there already.
    package func signInWithApple(
        idToken: Data,
        nonce: String,
        name: PersonNameComponents?,
        completion: @escaping (Result<User, Error>) -> Void
    ) {
        guard let token = String(data: idToken, encoding: .utf8) else { return }
        let credential = OAuthProvider.appleCredential(withIDToken: token, rawNonce: nonce, fullName: name)
        guard let user = auth.currentUser else {
            return signIn(credential, completion)
        }
        user.link(with: credential) { result, error in
            if let error = error, (error as NSError).code == AuthErrorCode.credentialAlreadyInUse.rawValue {
                let updated = (error as NSError).userInfo[AuthErrorUserInfoUpdatedCredentialKey] as? OAuthCredential
                self.signIn(updated ?? credential, completion)
            } else if let error = error {
                completion(.failure(error))
            } else if let user = result?.user {
                completion(.success(user))
            }
        }
    }

    private func signIn(_ credential: AuthCredential, _ completion: @escaping (Result<User, Error>) -> Void) {
        auth.signIn(with: credential) { result, error in
            if let user = result?.user { completion(.success(user)) }
            if let error = error { completion(.failure(error)) }
        }
    }

    package func rename(to name: String, completion: @escaping (Error?) -> Void) {
        let request = auth.currentUser?.createProfileChangeRequest()
        request?.displayName = name
        request?.photoURL = URL(string: "https://example.com/eve.png")
        request?.commitChanges(completion: completion)
    }

    package func resetPassword(email: String, completion: @escaping (Result<Void, Error>) -> Void) {
        auth.sendPasswordReset(withEmail: email) { error in
            if let error = error { completion(.failure(error)) } else { completion(.success(())) }
        }
    }

    package func changePassword(from old: String, to new: String, completion: @escaping (String?) -> Void) {
        guard let user = auth.currentUser, let email = user.email else { return completion("no session") }
        user.reauthenticate(with: EmailAuthProvider.credential(withEmail: email, password: old)) { _, error in
            if let error = error as NSError? {
                switch AuthErrorCode(rawValue: error.code) {
                case .wrongPassword?, .invalidCredential?: completion("wrong password")
                case .tooManyRequests?: completion("later")
                case .networkError?: completion("offline")
                default: completion(error.localizedDescription)
                }
                return
            }
            user.updatePassword(to: new) { completion($0?.localizedDescription) }
        }
    }

    package func authorization(completion: @escaping (String?, Error?) -> Void) {
        guard let user = auth.currentUser else { return completion(nil, nil) }
        user.getIDTokenForcingRefresh(false) { token, error in
            guard let token = token else { return completion(nil, error) }
            completion("Bearer \(token)", nil)
        }
    }

    @discardableResult
    package func signOut() -> Bool {
        do {
            try auth.signOut()
            return true
        } catch let error as NSError {
            print("Error signing out: \(error)")
            return false
        }
    }

    deinit {
        unbind()
    }
}
