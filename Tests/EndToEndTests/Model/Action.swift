@testable import HearthAuth
import HearthCore

/// A call that an app makes.
enum Action: Sendable, Hashable {
    case createUser(email: String, password: String)
    case signIn(email: String, password: String)
    case guest
    case link(email: String, password: String)
    case updatePassword(String)
    case rename, reload, refresh, look
    case reauthenticate(email: String, password: String)
    case delete
    case signOut, signOutNow
    case restart
    case method(MethodAction)
    case message(MessageAction)
    case activate(String), removeSession

    /// Makes the call.
    ///
    /// - Returns: The identifier of the user that it brought, if any.
    func perform(_ auth: Auth) async -> Result<String?, AuthError> {
        do throws(AuthError) {
            return .success(try await call(auth))
        } catch {
            return .failure(error)
        }
    }

    private func call(_ auth: Auth) async throws(AuthError) -> String? {
        switch self {
        case .createUser(let email, let password):
            return try await auth.createUser(withEmail: email, password: password).user.uid
        case .signIn(let email, let password):
            return try await auth.signIn(withEmail: email, password: password).user.uid
        case .guest: return try await auth.signInAnonymously().user.uid
        case .signOut: try await auth.signOut()
        case .signOutNow: auth.signOutNow()
        case .look: await auth.retryRestoring()
        case .restart, .activate, .removeSession: break
        case .method(let action): return try await action.perform(auth)
        case .message(let action): return try await action.perform(auth)
        default: return try await call(as: auth)
        }
        return nil
    }

    private func call(as auth: Auth) async throws(AuthError) -> String? {
        guard let user = auth.currentUser else { throw AuthError(.nullUser) }
        switch self {
        case .link(let email, let password): return try await user.link(withEmail: email, password: password).user.uid
        case .updatePassword(let password): return try await user.updatePassword(to: password).uid
        case .rename: return try await user.updateProfile(displayName: .set("name of \(user.uid)")).uid
        case .reload: return try await user.reload().uid
        case .refresh:
            _ = try await user.idToken(forcingRefresh: true)
            return user.uid
        case .reauthenticate(let email, let password):
            let credential = EmailAuthProvider.credential(withEmail: email, password: password)
            return try await user.reauthenticate(with: credential).user.uid
        case .delete:
            try await user.delete()
            return nil
        default: return nil
        }
    }

    /// Whether it decides who is signed in, whatever was so before.
    var isSignIn: Bool {
        switch self {
        case .createUser, .signIn, .guest: true
        case .method(let action): action.isSignIn
        case .message(let action): action.isSignIn
        default: false
        }
    }

    /// How many answers a sign-in needs before it has tokens.
    var callsUntilTokens: Int {
        switch self {
        case .method(.signInWithPasskey), .method(.signInWithApp), .message: 2
        default: 1
        }
    }

    var isSignOut: Bool { self == .signOut || self == .signOutNow }

    /// Whether it is about the storage alone, and not for the other process to do meanwhile.
    var isLocal: Bool {
        switch self {
        case .restart, .activate, .removeSession: true
        default: false
        }
    }

    /// Whether the service may end the account's other sessions by it.
    var changesCredentials: Bool {
        switch self {
        case .link, .updatePassword: true
        case .method(let action): action.changesCredentials
        case .message(let action): !action.isSignIn
        default: false
        }
    }

    /// Whether the account has another address afterwards.
    var addsAddress: Bool {
        switch self {
        case .link, .message(.linkMail): true
        default: false
        }
    }

    /// Whether it ends every session of the account, and begins none.
    var isPasswordReset: Bool {
        if case .message(.resetPassword) = self { true } else { false }
    }

    /// Whether the same call once more, without faults, ends as if the first had been answered.
    var isRecoverable: Bool {
        switch self {
        case .createUser, .link, .updatePassword, .delete: true
        case .method(let action): action.isRecoverable
        case .message(let action): action.isSignIn
        default: false
        }
    }
}
