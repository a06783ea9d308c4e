import Foundation
import HearthFirebaseCompat
import Observation

// The shape of a library of ready-made screens: one observable service for all of them, with `await`.

enum SignInState {
    case unauthenticated, authenticating, authenticated
}

enum SignInStep {
    case signedIn(AuthDataResult)
    case needsSecondFactor(MultiFactorResolver)
    case needsLinking(email: String?, credential: AuthCredential)
}

@MainActor
protocol SignInProvider {
    var id: String { get }
    func createCredential() async throws -> AuthCredential
}

@MainActor @Observable
final class SignInService {
    private(set) var state = SignInState.unauthenticated
    private(set) var currentUser: User?
    private(set) var message: String?
    private(set) var providers: [any SignInProvider] = []
    var emailLinkAddress: String?
    let auth: Auth
    @ObservationIgnored private var handle: AuthStateDidChangeListenerHandle?

    init(auth: Auth = .auth()) {
        self.auth = auth
        handle = auth.addStateDidChangeListener { [weak self] _, user in
            self?.currentUser = user
            self?.state = user == nil || user?.isAnonymous == true ? .unauthenticated : .authenticated
        }
    }

    func stop() {
        if let handle { auth.removeStateDidChangeListener(handle) }
        handle = nil
    }

    @discardableResult
    func register(_ provider: any SignInProvider) -> Self {
        providers.append(provider)
        return self
    }

    /// Links a guest, or signs in; what stands in the way becomes a step.
    func signIn(with credential: AuthCredential) async throws -> SignInStep {
        state = .authenticating
        message = nil
        do {
            if let user = auth.currentUser, user.isAnonymous {
                return .signedIn(try await user.link(with: credential))
            }
            return .signedIn(try await auth.signIn(with: credential))
        } catch let error as NSError {
            state = .unauthenticated
            if let step = try await step(after: error, credential) { return step }
            message = error.localizedDescription
            throw error
        }
    }

    private func step(after error: NSError, _ credential: AuthCredential) async throws -> SignInStep? {
        guard error.domain == AuthErrorDomain, let code = AuthErrorCode(rawValue: error.code) else { return nil }
        switch code {
        case .credentialAlreadyInUse, .emailAlreadyInUse:
            let updated = error.userInfo[AuthErrorUserInfoUpdatedCredentialKey] as? AuthCredential ?? credential
            return .signedIn(try await auth.signIn(with: updated))
        case .accountExistsWithDifferentCredential:
            return .needsLinking(
                email: error.userInfo[AuthErrorUserInfoEmailKey] as? String,
                credential: error.userInfo[AuthErrorUserInfoUpdatedCredentialKey] as? AuthCredential ?? credential
            )
        case .secondFactorRequired:
            return (error.userInfo[AuthErrorUserInfoMultiFactorResolverKey] as? MultiFactorResolver)
                .map(SignInStep.needsSecondFactor)
        default: return nil
        }
    }

    func signIn(with provider: any SignInProvider) async throws -> SignInStep {
        try await signIn(with: provider.createCredential())
    }

    func createUser(email: String, password: String) async throws {
        if let user = auth.currentUser, user.isAnonymous {
            try await user.link(with: EmailAuthProvider.credential(withEmail: email, password: password))
        } else {
            try await auth.createUser(withEmail: email, password: password)
        }
    }

    func sendEmailLink(to email: String) async throws {
        let settings = ActionCodeSettings()
        settings.url = URL(string: "https://app.example.com/finish")
        settings.handleCodeInApp = true
        settings.setIOSBundleID("com.example.app")
        try await auth.sendSignInLink(toEmail: email, actionCodeSettings: settings)
        emailLinkAddress = email
    }

    func open(_ link: URL) async throws {
        guard let email = emailLinkAddress, auth.isSignIn(withEmailLink: link.absoluteString) else { return }
        if let user = auth.currentUser, user.isAnonymous {
            try await user.link(with: EmailAuthProvider.credential(withEmail: email, link: link.absoluteString))
        } else {
            try await auth.signIn(withEmail: email, link: link.absoluteString)
        }
        emailLinkAddress = nil
    }

    func enrollApp(named name: String, code: (TOTPSecret) async -> String) async throws {
        guard let user = auth.currentUser else { return }
        let secret = try await TOTPMultiFactorGenerator.generateSecret(with: user.multiFactor.session())
        let assertion = TOTPMultiFactorGenerator.assertionForEnrollment(
            with: secret,
            oneTimePassword: await code(secret)
        )
        try await user.multiFactor.enroll(with: assertion, displayName: name)
    }

    func resolve(_ resolver: MultiFactorResolver, code: String) async throws -> AuthDataResult? {
        guard let hint = resolver.hints.first(where: { $0.factorID == TOTPMultiFactorID }) else { return nil }
        let assertion = TOTPMultiFactorGenerator.assertionForSignIn(withEnrollmentID: hint.uid, oneTimePassword: code)
        return try await resolver.resolveSignIn(with: assertion)
    }

    func deleteUser() async throws {
        try await auth.currentUser?.delete()
    }

    func signOut() throws {
        try auth.signOut()
        message = nil
    }
}
