public import HearthAuth
public import HearthCore
internal import HearthCrypto

/// An authenticator for a test: makes passkeys and signs with them, and answers for a user who always agrees.
///
/// ```swift
/// let authenticator = SoftwareAuthenticator()
/// let user = try await auth.signInAnonymously().user
/// try await user.enrollPasskey(named: "My phone", using: authenticator)
/// try await auth.signInWithPasskey(using: authenticator)
/// ```
///
/// What it does and does not do can be changed at any time: see ``behaviour``.
public final class SoftwareAuthenticator: PasskeyAuthenticator {
    /// With what a passkey signs.
    public enum Algorithm: Int, Sendable, CaseIterable {
        /// ECDSA on P-256 with SHA-256.
        case es256 = -7
        /// RSASSA-PKCS1-v1_5 with SHA-256; making such a passkey takes a tenth of a second or more.
        case rs256 = -257
    }

    /// What an authenticator says of where a new passkey comes from.
    public enum Attestation: String, Sendable, CaseIterable {
        /// Nothing.
        case none
        /// The new passkey signs for itself.
        case packed
    }

    /// A way to be wrong, so that a service can show that it notices.
    public enum Misbehaviour: String, Sendable, CaseIterable {
        /// Answers for another site's page.
        case wrongOrigin
        /// Answers for another site's domain.
        case wrongRelyingParty
        /// Answers to a challenge of its own making.
        case wrongChallenge
        /// Answers with what it answered before, if it did.
        case replay
        /// Does not count on.
        case staleCounter
        /// Signs with another key.
        case foreignKey
        /// Names another user.
        case wrongUserHandle
        /// Did not ask the user.
        case absentUser
    }

    /// What the authenticator does.
    public struct Behaviour: Sendable, Hashable {
        /// With what new passkeys sign; ECDSA unless set.
        public var algorithm = Algorithm.es256
        /// What is said of where new passkeys come from; nothing unless set.
        public var attestation = Attestation.none
        /// Whether the user shows who they are, whatever is asked for; yes unless set.
        public var verifiesUser = true
        /// Whether signatures are counted, as keys on a ring do and passkeys in a cloud do not; yes unless set.
        public var countsSignatures = true
        /// Whether the user declines; no unless set.
        public var declines = false
        /// The page that asks; that of the service's domain over HTTPS unless set.
        public var origin: String?
        /// What is wrong with the answers; nothing unless set.
        public var misbehaviour: Misbehaviour?

        /// Creates the behaviour of an honest authenticator.
        public init() {}
    }

    private struct State: Sendable {
        var behaviour: Behaviour
        var passkeys: [SoftwarePasskey] = []
        var lastRegistration: PasskeyRegistration?
        var lastAssertion: PasskeyAssertion?
    }

    private let state: Locked<State>
    private let random: RandomSource

    /// Creates an authenticator without passkeys.
    ///
    /// - Parameters:
    ///   - behaviour: What it does. Defaults to an honest authenticator's.
    ///   - random: Where identifiers come from. Defaults to the system's generator.
    public init(_ behaviour: Behaviour = Behaviour(), random: RandomSource = .system) {
        state = Locked(State(behaviour: behaviour))
        self.random = random
    }

    /// What the authenticator does from now on.
    public var behaviour: Behaviour {
        get { state.withLock(\.behaviour) }
        set { state.withLock { $0.behaviour = newValue } }
    }

    /// The identifiers of the passkeys, oldest first.
    public var credentialIDs: [[UInt8]] { state.withLock { $0.passkeys.map(\.id) } }

    /// Makes a passkey.
    ///
    /// - Parameter options: How the service wants it.
    /// - Returns: The passkey, described for the service.
    /// - Throws: `AuthError` with code `AuthError.Code.cancelled` if the user declines,
    ///   `AuthError.Code.credentialAlreadyInUse` if a passkey of this authenticator is excluded, or
    ///   `AuthError.Code.invalidRequest` if the algorithm is not among those that are asked for.
    public func register(_ options: PasskeyCreationOptions) async throws(AuthError) -> PasskeyRegistration {
        let behaviour = try willing()
        if behaviour.misbehaviour == .replay, let last = state.withLock(\.lastRegistration) { return last }
        guard options.algorithms.contains(behaviour.algorithm.rawValue) else {
            throw AuthError(.invalidRequest, "none of the algorithms is known here")
        }
        guard !credentialIDs.contains(where: options.excludedCredentialIDs.contains) else {
            throw AuthError(.credentialAlreadyInUse)
        }
        do throws(CryptoError) {
            let passkey = SoftwarePasskey(
                id: random.bytes(32),
                relyingPartyID: options.relyingPartyID,
                userID: options.userID,
                key: try .generate(behaviour.algorithm)
            )
            let registration = try Ceremony(behaviour, passkey, options.challenge).registration()
            state.withLock { state in
                state.passkeys.append(passkey)
                state.lastRegistration = registration
            }
            return registration
        } catch {
            throw AuthError(.internalError, error.reason)
        }
    }

    /// Signs with the newest passkey that fits.
    ///
    /// - Parameter options: What to sign, and for which site.
    /// - Returns: The signature, and what it is over.
    /// - Throws: `AuthError` with code `AuthError.Code.cancelled` if the user declines, or
    ///   `AuthError.Code.passkeyNotFound` if there is none.
    public func authenticate(_ options: PasskeyRequestOptions) async throws(AuthError) -> PasskeyAssertion {
        let behaviour = try willing()
        if behaviour.misbehaviour == .replay, let last = state.withLock(\.lastAssertion) { return last }
        guard let passkey = use(options, behaviour) else { throw AuthError(.passkeyNotFound) }
        do throws(CryptoError) {
            let assertion = try Ceremony(behaviour, passkey, options.challenge).assertion()
            state.withLock { $0.lastAssertion = assertion }
            return assertion
        } catch {
            throw AuthError(.internalError, error.reason)
        }
    }

    private func willing() throws(AuthError) -> Behaviour {
        let behaviour = behaviour
        if behaviour.declines { throw AuthError(.cancelled) }
        return behaviour
    }

    /// The passkey to sign with, counted on.
    private func use(_ options: PasskeyRequestOptions, _ behaviour: Behaviour) -> SoftwarePasskey? {
        state.withLock { state in
            let index = state.passkeys.lastIndex { passkey in
                passkey.relyingPartyID == options.relyingPartyID
                    && (options.allowedCredentialIDs.isEmpty || options.allowedCredentialIDs.contains(passkey.id))
            }
            guard let index else { return nil }
            if behaviour.countsSignatures, behaviour.misbehaviour != .staleCounter { state.passkeys[index].count += 1 }
            return state.passkeys[index]
        }
    }
}
