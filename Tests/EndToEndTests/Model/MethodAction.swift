import HearthAuth
import HearthCore
import HearthTesting

/// A call about a sign-in method other than a password, or about a second factor.
enum MethodAction: Sendable, Hashable {
    /// Signs in as a subject of Google, and signs up if there is no account yet.
    case signInWithGoogle(String)
    case linkGoogle(String)
    case unlinkGoogle
    case reauthenticateWithGoogle(String)
    case enrollPasskey(Holder<SoftwareAuthenticator>)
    case signInWithPasskey(Holder<SoftwareAuthenticator>)
    /// Adds an authenticator app, and leaves its key.
    case enrollApp(Holder<Locked<String?>>, Holder<ManualClock>)
    case signInWithApp(email: String, password: String, key: String, Holder<ManualClock>)

    /// Makes the call.
    ///
    /// - Returns: The identifier of the user that it brought.
    func perform(_ auth: Auth) async throws(AuthError) -> String {
        switch self {
        case .signInWithGoogle(let subject): return try await auth.signIn(with: Self.google(subject)).user.uid
        case .signInWithPasskey(let device): return try await auth.signInWithPasskey(using: device.object).user.uid
        case .signInWithApp(let email, let password, let key, let clock):
            do throws(AuthError) {
                return try await auth.signIn(withEmail: email, password: password).user.uid
            } catch {
                guard let resolver = error.resolver, let hint = resolver.hints.first else { throw error }
                // Longer than a code counts: none is used twice.
                clock.object.advance(by: .seconds(61))
                let assertion = TOTPMultiFactorGenerator.assertionForSignIn(
                    withEnrollmentID: hint.uid,
                    oneTimePassword: AuthenticatorApp(key: key)?.code(at: clock.object.now) ?? ""
                )
                return try await resolver.resolveSignIn(with: assertion).user.uid
            }
        default:
            guard let user = auth.currentUser else { throw AuthError(.nullUser) }
            return try await perform(as: user)
        }
    }

    private func perform(as user: User) async throws(AuthError) -> String {
        switch self {
        case .linkGoogle(let subject): return try await user.link(with: Self.google(subject)).user.uid
        case .unlinkGoogle: return try await user.unlink(fromProvider: GoogleAuthProvider.id).uid
        case .reauthenticateWithGoogle(let subject):
            return try await user.reauthenticate(with: Self.google(subject)).user.uid
        case .enrollPasskey(let device):
            return try await user.enrollPasskey(named: "Phone", using: device.object).uid
        case .enrollApp(let key, let clock):
            let secret = try await TOTPMultiFactorGenerator.generateSecret(with: try await user.multiFactor.session())
            key.object.withLock { $0 = secret.sharedSecretKey() }
            let code = AuthenticatorApp(key: secret.sharedSecretKey())?.code(at: clock.object.now) ?? ""
            let assertion = TOTPMultiFactorGenerator.assertionForEnrollment(with: secret, oneTimePassword: code)
            return try await user.multiFactor.enroll(with: assertion, displayName: "App").uid
        case .signInWithGoogle, .signInWithPasskey, .signInWithApp: throw AuthError(.invalidRequest)
        }
    }

    /// The lenient profile believes a token that is plain JSON.
    private static func google(_ subject: String) -> AuthCredential {
        GoogleAuthProvider.credential(withIDToken: #"{"sub":"\#(subject)"}"#, accessToken: nil)
    }

    var isSignIn: Bool {
        switch self {
        case .signInWithGoogle, .signInWithPasskey, .signInWithApp: true
        default: false
        }
    }

    /// Whether the service may end the account's sessions by it.
    var changesCredentials: Bool {
        switch self {
        case .linkGoogle, .unlinkGoogle, .enrollPasskey, .enrollApp: true
        default: false
        }
    }

    /// Whether the same call once more, without faults, ends as if the first had been answered.
    var isRecoverable: Bool {
        switch self {
        case .signInWithGoogle, .linkGoogle, .signInWithPasskey: true
        default: false
        }
    }
}

/// An object as part of a value, equal to itself alone.
struct Holder<Object: AnyObject & Sendable>: Sendable, Hashable, CustomStringConvertible {
    let object: Object

    var description: String { "\(Object.self)" }

    static func == (lhs: Holder, rhs: Holder) -> Bool { lhs.object === rhs.object }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(object)) }
}
