internal import HearthCore
internal import HearthWire

/// How to go on with a sign-in whose first factor was right and which waits for a second one.
///
/// ```swift
/// do { try await auth.signIn(withEmail: email, password: password) } catch {
///     guard let resolver = error.resolver, let hint = resolver.hints.first else { throw error }
///     let assertion = TOTPMultiFactorGenerator.assertionForSignIn(withEnrollmentID: hint.uid, oneTimePassword: typed)
///     try await resolver.resolveSignIn(with: assertion)
/// }
/// ```
public struct MultiFactorResolver: Sendable {
    /// The factors that may be used, in the order of enrollment.
    public let hints: [MultiFactorInfo]
    /// What ``PhoneAuthProvider/verifyPhoneNumber(with:multiFactorSession:)`` needs.
    public let session: MultiFactorSession

    private let core: AuthCore
    /// The user who confirmed who they are, or linked a sign-in method; `nil` at a sign-in.
    private let user: User?

    init(_ challenge: SecondFactorChallenge, core: AuthCore, user: User?) {
        hints = challenge.hints
        session = MultiFactorSession(kind: .signIn(challenge.pendingCredential))
        self.core = core
        self.user = user
    }

    /// Ends the sign-in, or whatever waited for the second factor.
    ///
    /// May be called again after a wrong code, a few times.
    ///
    /// - Parameter assertion: A code of one of the factors.
    /// - Returns: The user.
    /// - Throws: ``AuthError``, for example with code ``AuthError/Code/invalidVerificationCode``, or
    ///   ``AuthError/Code/invalidMultiFactorSession`` if the sign-in has waited too long and must begin anew.
    @discardableResult
    public func resolveSignIn(with assertion: MultiFactorAssertion) async throws(AuthError) -> AuthDataResult {
        var request = FinishSecondFactorSignIn.Request()
        try assertion.fill(&request)
        request.mfaPendingCredential = try session.pendingCredential()
        request.tenantId = core.configuration.tenantID
        guard let user else {
            let ticket = await core.keeper.drawTicket()
            let response = try await core.caller.call(FinishSecondFactorSignIn.self, request)
            return try await core.adopt(response, ticket, isNew: false)
        }
        _ = try await core.keeper.live(user.epoch)
        let response = try await core.caller.call(FinishSecondFactorSignIn.self, request)
        let (_, claims) = try core.caller.tokens(in: response)
        return AuthDataResult(
            user: try await user.adopt(response),
            additionalUserInfo: AdditionalUserInfo(isNewUser: false, providerID: claims.signInProvider)
        )
    }
}

extension MultiFactorResolver: CustomStringConvertible, CustomReflectable {
    /// How many factors there are, and nothing about them.
    public var description: String { "MultiFactorResolver(\(hints.count))" }

    /// An empty mirror.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension AuthCore {
    /// Shows a first factor; if a second one is needed, the error says how to go on.
    ///
    /// - Parameters:
    ///   - user: The user whose session goes on; `nil` to begin one.
    ///   - work: Shows the first factor.
    /// - Returns: What the work returns.
    /// - Throws: ``AuthError``.
    func firstFactor<Answer: Sendable>(
        of user: User? = nil,
        _ work: () async throws(AuthError) -> Answer
    ) async throws(AuthError) -> Answer {
        do throws(AuthError) {
            return try await work()
        } catch {
            guard let challenge = error.secondFactor else { throw error }
            var error = error
            error.resolver = MultiFactorResolver(challenge, core: self, user: user)
            throw error
        }
    }
}
