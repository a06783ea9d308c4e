internal import HearthCore
internal import HearthWire

/// Makes keys and assertions of authenticator apps.
public enum TOTPMultiFactorGenerator: Sendable {
    /// The kind of factor.
    public static let factorID = "totp"

    /// Has a key made for an app that is to be enrolled.
    ///
    /// - Parameter session: The session of ``MultiFactor/session()``.
    /// - Returns: The key, to be shown to the user.
    /// - Throws: ``AuthError``, for example with code ``AuthError/Code/unverifiedEmail``.
    public static func generateSecret(with session: MultiFactorSession) async throws(AuthError) -> TOTPSecret {
        let user = try session.enrollingUser()
        let response = try await user.core.call(StartSecondFactorEnrollment.self, as: user.epoch) { token in
            StartSecondFactorEnrollment.Request { request in
                request.idToken = token
                request.totpEnrollmentInfo = EmptyMessage()
                request.tenantId = user.core.configuration.tenantID
            }
        }
        guard let info = response.totpSessionInfo, let secret = TOTPSecret(info, account: user.email ?? user.uid) else {
            throw AuthError(.internalError, "the answer has no key")
        }
        return secret
    }

    /// An assertion of the first code that an app shows.
    ///
    /// - Parameters:
    ///   - secret: The key that the app was given.
    ///   - oneTimePassword: The code that the user typed.
    /// - Returns: The assertion, for ``MultiFactor/enroll(with:displayName:)``.
    public static func assertionForEnrollment(
        with secret: TOTPSecret,
        oneTimePassword: String
    ) -> MultiFactorAssertion {
        MultiFactorAssertion(
            factorID: factorID,
            proof: .newApp(code: Secret(oneTimePassword), session: secret.session)
        )
    }

    /// An assertion of a code that an enrolled app shows.
    ///
    /// - Parameters:
    ///   - enrollmentID: The app: the ``MultiFactorInfo/uid`` of a hint.
    ///   - oneTimePassword: The code that the user typed.
    /// - Returns: The assertion, for ``MultiFactorResolver/resolveSignIn(with:)``.
    public static func assertionForSignIn(
        withEnrollmentID enrollmentID: String,
        oneTimePassword: String
    ) -> MultiFactorAssertion {
        MultiFactorAssertion(
            factorID: factorID,
            proof: .app(code: Secret(oneTimePassword), enrollmentID: enrollmentID)
        )
    }
}
