import Foundation
import HearthFirebaseCompat

// The shape of a small app of some years ago: one session store for all screens, with handlers.

struct NotesUser: Equatable {
    var uid: String
    var email: String?
    var displayName: String?
}

final class NotesSession {
    private(set) var user: NotesUser?
    var didChange: ((NotesUser?) -> Void)?
    private let auth: Auth
    private var handle: AuthStateDidChangeListenerHandle?
    private var tokenHandle: IDTokenDidChangeListenerHandle?
    private(set) var tokens = 0

    init(auth: Auth = Auth.auth()) {
        self.auth = auth
    }

    func listen() {
        handle = auth.addStateDidChangeListener { (_, user) in
            self.user = user.map { NotesUser(uid: $0.uid, email: $0.email, displayName: $0.displayName) }
            self.didChange?(self.user)
        }
        tokenHandle = auth.addIDTokenDidChangeListener { _, user in
            if user != nil { self.tokens += 1 }
        }
    }

    func unbind() {
        if let handle = handle { auth.removeStateDidChangeListener(handle) }
        if let tokenHandle = tokenHandle { auth.removeIDTokenDidChangeListener(tokenHandle) }
    }

    func signUp(email: String, password: String, handler: @escaping (AuthDataResult?, Error?) -> Void) {
        auth.createUser(withEmail: email, password: password, completion: handler)
    }

    func signIn(email: String, password: String, handler: @escaping (AuthDataResult?, Error?) -> Void) {
        auth.signIn(withEmail: email, password: password, completion: handler)
    }

    func rename(to name: String, completion: @escaping (Error?) -> Void) {
        let request = auth.currentUser?.createProfileChangeRequest()
        request?.displayName = name
        request?.photoURL = URL(string: "https://example.com/eve.png")
        request?.commitChanges(completion: completion)
    }

    func resetPassword(email: String, completion: @escaping (Result<Void, Error>) -> Void) {
        auth.sendPasswordReset(withEmail: email) { error in
            if let error = error { completion(.failure(error)) } else { completion(.success(())) }
        }
    }

    func changePassword(from old: String, to new: String, completion: @escaping (String?) -> Void) {
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

    func request(to url: URL, completion: @escaping (URLRequest?, Error?) -> Void) {
        guard let user = auth.currentUser else { return completion(nil, nil) }
        user.getIDTokenForcingRefresh(false) { token, error in
            guard let token = token else { return completion(nil, error) }
            var request = URLRequest(url: url)
            request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
            completion(request, nil)
        }
    }

    @discardableResult
    func signOut() -> Bool {
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
