internal import HearthCore
internal import HearthWire

/// The second factors of a user.
public struct MultiFactor: Sendable {
    private let user: User

    init(_ user: User) {
        self.user = user
    }

    /// The factors that are enrolled, as known when the user value was made.
    public var enrolledFactors: [MultiFactorInfo] { user.enrolledFactors }

    /// Begins to enroll a factor.
    ///
    /// - Returns: What ``PhoneAuthProvider/verifyPhoneNumber(_:multiFactorSession:)`` and
    ///   ``TOTPMultiFactorGenerator/generateSecret(with:)`` need.
    /// - Throws: ``AuthError`` with code ``AuthError/Code/staleUser`` if the user is not signed in any more.
    public func session() async throws(AuthError) -> MultiFactorSession {
        _ = try await user.core.keeper.live(user.epoch)
        return MultiFactorSession(kind: .enrollment(user))
    }

    /// Enrolls a factor; from then on it is asked for at each sign-in.
    ///
    /// Other sessions of the account may end by that.
    ///
    /// - Parameters:
    ///   - assertion: The factor's first code.
    ///   - displayName: A name by which the user knows the factor again. Defaults to none.
    /// - Returns: The user afterwards.
    /// - Throws: ``AuthError``, for example with code ``AuthError/Code/invalidVerificationCode`` or
    ///   ``AuthError/Code/requiresRecentLogin``.
    @discardableResult
    public func enroll(
        with assertion: MultiFactorAssertion,
        displayName: String? = nil
    ) async throws(AuthError) -> User {
        var request = FinishSecondFactorEnrollment.Request()
        try assertion.fill(&request)
        request.displayName = displayName
        request.tenantId = user.core.configuration.tenantID
        let response = try await user.core.call(FinishSecondFactorEnrollment.self, as: user.epoch) {
            [request] token in
            var request = request
            request.idToken = token
            return request
        }
        return try await user.adopt(response)
    }

    /// Takes a factor away.
    ///
    /// - Parameter factor: The factor.
    /// - Returns: The user afterwards.
    /// - Throws: ``AuthError``, as ``unenroll(withFactorUID:)`` does.
    @discardableResult
    public func unenroll(with factor: MultiFactorInfo) async throws(AuthError) -> User {
        try await unenroll(withFactorUID: factor.uid)
    }

    /// Takes a factor away.
    ///
    /// Other sessions of the account may end by that.
    ///
    /// - Parameter uid: The factor's ``MultiFactorInfo/uid``.
    /// - Returns: The user afterwards.
    /// - Throws: ``AuthError``, for example with code ``AuthError/Code/multiFactorInfoNotFound`` or
    ///   ``AuthError/Code/requiresRecentLogin``.
    @discardableResult
    public func unenroll(withFactorUID uid: String) async throws(AuthError) -> User {
        let response = try await user.core.call(WithdrawSecondFactor.self, as: user.epoch) { token in
            WithdrawSecondFactor.Request { request in
                request.idToken = token
                request.mfaEnrollmentId = uid
                request.tenantId = user.core.configuration.tenantID
            }
        }
        return try await user.adopt(response)
    }
}

extension User {
    /// The second factors, to be enrolled and taken away.
    public var multiFactor: MultiFactor { MultiFactor(self) }
}
