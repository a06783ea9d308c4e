public import HearthAuth

/// What a code of a second factor belongs to: a user who enrolls one, or a sign-in that waits for one.
public typealias MultiFactorSession = HearthAuth.MultiFactorSession

/// A code of a second factor, to enroll the factor with or to show it at a sign-in.
public typealias MultiFactorAssertion = HearthAuth.MultiFactorAssertion

/// A code that was texted to a second factor.
public typealias PhoneMultiFactorAssertion = HearthAuth.MultiFactorAssertion

/// A code that an authenticator app shows.
public typealias TOTPMultiFactorAssertion = HearthAuth.MultiFactorAssertion

/// The kind of a second factor that is a telephone.
public let PhoneMultiFactorID = HearthAuth.PhoneMultiFactorGenerator.factorID

/// The kind of a second factor that is an authenticator app.
public let TOTPMultiFactorID = HearthAuth.TOTPMultiFactorGenerator.factorID

/// The second factors of a user.
public final class MultiFactor: Sendable {
    private let user: User

    init(_ user: User) {
        self.user = user
    }

    /// The factors that are enrolled, as known now.
    public var enrolledFactors: [any MultiFactorInfo] {
        user.value.enrolledFactors.map(multiFactorInfo)
    }

    /// Begins to enroll a factor.
    public func session() async throws -> MultiFactorSession {
        try await user.perform { try await $0.multiFactor.session() }
    }

    /// Begins to enroll a factor, and then calls the completion handler.
    public func getSessionWithCompletion(_ completion: AuthCompletion<MultiFactorSession>?) {
        complete(completion) { try await self.session() }
    }

    /// Enrolls a factor; from then on it is asked for at each sign-in.
    ///
    /// An assertion of an unknown kind throws ``AuthErrorCode/invalidCredential``, where FirebaseAuth never returns.
    public func enroll(with assertion: MultiFactorAssertion, displayName: String?) async throws {
        _ = try await user.perform {
            try await $0.multiFactor.enroll(with: assertion, displayName: displayName)
        }
    }

    /// Enrolls a factor, and then calls the completion handler.
    public func enroll(with assertion: MultiFactorAssertion, displayName: String?, completion: AuthErrorCompletion?) {
        complete(completion) { try await self.enroll(with: assertion, displayName: displayName) }
    }

    /// Takes a factor away.
    public func unenroll(with factorInfo: any MultiFactorInfo) async throws {
        try await unenroll(withFactorUID: factorInfo.uid)
    }

    /// Takes a factor away, and then calls the completion handler.
    public func unenroll(with factorInfo: any MultiFactorInfo, completion: AuthErrorCompletion?) {
        unenroll(withFactorUID: factorInfo.uid, completion: completion)
    }

    /// Takes a factor away; the user stays signed in, unlike in FirebaseAuth.
    public func unenroll(withFactorUID factorUID: String) async throws {
        _ = try await user.perform { try await $0.multiFactor.unenroll(withFactorUID: factorUID) }
    }

    /// Takes a factor away, and then calls the completion handler.
    public func unenroll(withFactorUID factorUID: String, completion: AuthErrorCompletion?) {
        complete(completion) { try await self.unenroll(withFactorUID: factorUID) }
    }
}
