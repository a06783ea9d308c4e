internal import HearthAuth
internal import HearthCore

extension Auth {
    /// The language of mails and messages, for example `de`; `nil` for the project's own.
    public var languageCode: String? {
        get { client?.languageCode }
        set { client?.languageCode = newValue }
    }

    /// The tenant that the next sign-ins are for, if the project has tenants.
    public var tenantID: String? {
        get { client?.tenantID }
        set { client?.tenantID = newValue }
    }

    /// Refuses: nothing here shows reCAPTCHA to a user, and FirebaseAuth refuses so where its SDK is not linked.
    ///
    /// - Throws: An `NSError` with ``AuthErrorCode/recaptchaSDKNotLinked``, always.
    public func initializeRecaptchaConfig() async throws {
        try await perform { _ in throw AuthError(.recaptchaSDKNotLinked, "give HearthAuth.Auth an attestation instead")
        }
    }

    /// Refuses, and then calls the completion handler.
    public func initializeRecaptchaConfig(completion: AuthErrorCompletion? = nil) {
        complete(completion) { try await self.initializeRecaptchaConfig() }
    }

    /// Has mails and messages written in the language that the app is shown in.
    public func useAppLanguage() {
        client?.useAppLanguage()
    }
}

/// What can be set for tests.
public final class AuthSettings: Sendable {
    private let isDisabled = Locked(false)

    /// Whether codes are texted without a proof that the real app asks, as telephone numbers of the project for tests
    /// allow.
    ///
    /// Defaults to no. Without `setAPNSToken(_:type:)` there is no proof either.
    public var isAppVerificationDisabledForTesting: Bool {
        get { isDisabled.withLock(\.self) }
        set { isDisabled.withLock { $0 = newValue } }
    }
}
