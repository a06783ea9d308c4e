public import HearthAuth

/// Makes keys and assertions of authenticator apps.
public enum TOTPMultiFactorGenerator: Sendable {
    /// Has a key made for an app that is to be enrolled.
    ///
    /// - Parameter session: The session of ``MultiFactor/session()``.
    /// - Returns: The key, to be shown to the user.
    /// - Throws: An `NSError` with one of the ``AuthErrorCode``s.
    public static func generateSecret(with session: MultiFactorSession) async throws -> TOTPSecret {
        do {
            return TOTPSecret(try await HearthAuth.TOTPMultiFactorGenerator.generateSecret(with: session))
        } catch {
            throw AuthErrors.error(error, at: nil)
        }
    }

    /// Has a key made for an app that is to be enrolled, and then calls the completion handler.
    public static func generateSecret(
        with session: MultiFactorSession,
        completion: @escaping AuthCompletion<TOTPSecret>
    ) {
        complete(completion) { try await generateSecret(with: session) }
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
    ) -> TOTPMultiFactorAssertion {
        HearthAuth.TOTPMultiFactorGenerator.assertionForEnrollment(
            with: secret.value,
            oneTimePassword: oneTimePassword
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
    ) -> TOTPMultiFactorAssertion {
        HearthAuth.TOTPMultiFactorGenerator.assertionForSignIn(
            withEnrollmentID: enrollmentID,
            oneTimePassword: oneTimePassword
        )
    }
}

/// The key of an authenticator app, to be typed or scanned once.
public final class TOTPSecret: Sendable {
    let value: HearthAuth.TOTPSecret

    init(_ value: HearthAuth.TOTPSecret) {
        self.value = value
    }

    /// The key in base32, to be shown to the user and no one else.
    public func sharedSecretKey() -> String {
        value.sharedSecretKey()
    }

    /// The address that an authenticator app reads out of a picture; it contains the key.
    ///
    /// - Parameters:
    ///   - accountName: The account's name in the app.
    ///   - issuer: The name of your service in the app.
    /// - Returns: An `otpauth` address, all parts percent-encoded, unlike FirebaseAuth's.
    public func generateQRCodeURL(withAccountName accountName: String, issuer: String) -> String {
        value.generateQRCodeURL(withAccountName: accountName, issuer: issuer)
    }
}
