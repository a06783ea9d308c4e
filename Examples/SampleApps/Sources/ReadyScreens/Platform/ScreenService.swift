import Foundation
import HearthFirebaseCompat
import Observation

// The shape of a library of ready-made screens: one observable service behind all of them, with `await`.

package enum ScreenState: Sendable {
    case unauthenticated
    case authenticating
    case authenticated
}

package enum ScreenOutcome: Sendable {
    case signedIn(AuthDataResult?)
    case secondFactorRequired(hints: [ScreenHint])
}

package enum ScreenError: Error {
    case noCurrentUser
    case noSettings
    case invalidLink(String)
    case conflict(ScreenConflict)
    case secondFactor(String)
    case signInAgain(String)
}

package struct ScreenConflict: Sendable {
    package enum Kind: Sendable {
        case anonymousUpgrade
        case otherMethod
        case credentialInUse
        case emailInUse
    }

    package let kind: Kind
    package let credential: AuthCredential
    package let email: String?
    package let underlying: NSError
}

/// A button of a screen, with a credential behind it.
package protocol ScreenProvider {
    var id: String { get }
    @MainActor func createCredential() async throws -> AuthCredential
}

package struct ScreenConfiguration {
    package var upgradesGuests = true
    package var linkSettings: ActionCodeSettings?
    package var verificationSettings: ActionCodeSettings?

    package init() {}
}

@MainActor
private final class StateListener {
    private var handle: AuthStateDidChangeListenerHandle?
    private let auth: Auth
    private weak var service: ScreenService?

    init(auth: Auth, service: ScreenService) {
        self.auth = auth
        self.service = service
        handle = auth.addStateDidChangeListener { [weak self] _, user in
            self?.service?.currentUser = user
            self?.service?.updateState()
        }
    }

    deinit {
        if let handle = handle {
            auth.removeStateDidChangeListener(handle)
        }
    }
}

@MainActor
@Observable
package final class ScreenService {
    package let auth: Auth
    package var configuration: ScreenConfiguration
    package var currentUser: User?
    package internal(set) var state = ScreenState.unauthenticated
    /// Where an app keeps the address of a mailed link.
    package var linkAddress: String?
    package var confirmPassword: (@MainActor () async throws -> String)?

    @ObservationIgnored var resolver: MultiFactorResolver?
    @ObservationIgnored var providers: [any ScreenProvider] = []
    @ObservationIgnored private var listener: StateListener?

    package init(configuration: ScreenConfiguration = ScreenConfiguration(), auth: Auth = Auth.auth()) {
        self.configuration = configuration
        self.auth = auth
        listener = StateListener(auth: auth, service: self)
    }

    @discardableResult
    package func register(_ provider: any ScreenProvider) -> ScreenService {
        providers.append(provider)
        return self
    }

    func updateState() {
        state = (currentUser == nil || currentUser?.isAnonymous == true) ? .unauthenticated : .authenticated
    }

    package var shouldUpgradeGuest: Bool {
        currentUser?.isAnonymous == true && configuration.upgradesGuests
    }

    package func signIn(_ provider: any ScreenProvider) async throws -> ScreenOutcome {
        try await signIn(credential: try await provider.createCredential())
    }

    package func signIn(email: String, password: String) async throws -> ScreenOutcome {
        try await signIn(credential: EmailAuthProvider.credential(withEmail: email, password: password))
    }

    package func signIn(credential: AuthCredential) async throws -> ScreenOutcome {
        state = .authenticating
        do {
            if shouldUpgradeGuest { return try await upgrade(credential) }
            let result = try await auth.signIn(with: credential)
            updateState()
            return .signedIn(result)
        } catch let error as NSError {
            state = .unauthenticated
            if error.code == AuthErrorCode.secondFactorRequired.rawValue,
                let resolver = error.userInfo[AuthErrorUserInfoMultiFactorResolverKey] as? MultiFactorResolver
            {
                self.resolver = resolver
                return .secondFactorRequired(hints: hints(of: resolver))
            }
            try rethrow(error, credential)
        }
    }

    package func createUser(email: String, password: String) async throws -> ScreenOutcome {
        let credential = EmailAuthProvider.credential(withEmail: email, password: password)
        do {
            if shouldUpgradeGuest { return try await upgrade(credential) }
            return .signedIn(try await auth.createUser(withEmail: email, password: password))
        } catch {
            try rethrow(error, credential)
        }
    }

    private func upgrade(_ credential: AuthCredential) async throws -> ScreenOutcome {
        if currentUser == nil { throw ScreenError.noCurrentUser }
        let result = try await currentUser?.link(with: credential)
        updateState()
        return .signedIn(result)
    }

    package func signOut() async throws {
        try auth.signOut()
        currentUser = nil
        updateState()
    }

    package func sendPasswordRecovery(to email: String) async throws {
        try await auth.sendPasswordReset(withEmail: email)
    }

    package func sendEmailVerification() async throws {
        guard let user = currentUser else { return }
        if let settings = configuration.verificationSettings {
            try await user.sendEmailVerification(with: settings)
        } else {
            try await user.sendEmailVerification()
        }
    }

    package func updateProfile(name: String, photo: URL) async throws {
        guard let user = currentUser else { throw ScreenError.noCurrentUser }
        let request = user.createProfileChangeRequest()
        request.displayName = name
        request.photoURL = photo
        try await request.commitChanges()
    }

    // What the screens show of an error that has another account behind it.
    func rethrow(_ error: any Error, _ credential: AuthCredential) throws -> Never {
        let error = error as NSError
        let kind: ScreenConflict.Kind
        switch error.code {
        case AuthErrorCode.accountExistsWithDifferentCredential.rawValue: kind = .otherMethod
        case AuthErrorCode.credentialAlreadyInUse.rawValue: kind = .credentialInUse
        case AuthErrorCode.emailAlreadyInUse.rawValue: kind = .emailInUse
        default: throw error
        }
        throw ScreenError.conflict(
            ScreenConflict(
                kind: shouldUpgradeGuest ? .anonymousUpgrade : kind,
                credential: error.userInfo[AuthErrorUserInfoUpdatedCredentialKey] as? AuthCredential ?? credential,
                email: error.userInfo[AuthErrorUserInfoEmailKey] as? String,
                underlying: error
            )
        )
    }
}
